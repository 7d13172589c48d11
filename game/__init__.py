"""The program around the rules: start, window, scenes, tables, sound, texts; rules/ knows nothing of it."""

import os
import sys

# Read when pygame is imported and when the window opens, whichever module comes first.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
if sys.platform.startswith("linux") and os.environ.get("SDL_VIDEODRIVER", "x11") == "x11":
    # Through software GL, SDL's default, every frame takes ten times as long.
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")

# By this name the desktop finds the menu entry of the window.
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "dominothek")
os.environ.setdefault("SDL_VIDEO_WAYLAND_WMCLASS", "dominothek")
