"""A real X screen for tests: Xvfb with openbox, the program in its window, a mouse and keys by xdotool."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
NEEDED = ("Xvfb", "xdotool", "openbox")
MISSING = [name for name in NEEDED if shutil.which(name) is None]
needs_window = [pytest.mark.window,
                pytest.mark.skipif(bool(MISSING), reason=f"no {', '.join(MISSING)} on this machine")]


class Screen:
    """An X server of its own and the program on it."""

    def __init__(self, folder: Path, size: tuple[int, int] = (1280, 720)):
        self.folder, self.size = folder, size
        self.number = f":{200 + os.getpid() % 5000}"
        self.environment = dict(os.environ, DISPLAY=self.number, DOMINOTHEK_DATA=str(folder), DOMINOTHEK_LANG="en",
                                SDL_AUDIODRIVER="dummy")
        self.environment.pop("SDL_VIDEODRIVER", None)
        self.environment.pop("WAYLAND_DISPLAY", None)
        self._server = self._start(["Xvfb", self.number, "-screen", "0", f"{size[0]}x{size[1]}x24", "-noreset"])
        self._until(lambda: Path(f"/tmp/.X11-unix/X{self.number[1:]}").exists(), "the X server")
        self._manager = self._start(["openbox"])
        self.program: subprocess.Popen[str] | None = None
        self.command = [sys.executable, "main.py"]
        """What is started; a packed program is another."""

    def _start(self, command: list[str]) -> subprocess.Popen[Any]:
        return subprocess.Popen(command, env=self.environment, cwd=ROOT, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL)

    def _until(self, ready: Any, what: str, seconds: float = 30) -> Any:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = ready()
            if found:
                return found
            time.sleep(0.05)
        raise AssertionError(f"waited {seconds} s in vain for {what}")

    def open(self, *arguments: str) -> None:
        """Start the program and wait for its window."""
        self.program = subprocess.Popen(
            [*self.command, *arguments], env=self.environment, cwd=ROOT, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.window = self._until(self._find_window, "the window")
        self._until(lambda: self.xdotool("getwindowfocus", check=False).strip() == self.window, "the focus")
        time.sleep(1.0)

    def _find_window(self) -> str:
        assert self.program is not None
        done = self.xdotool("search", "--onlyvisible", "--pid", str(self.program.pid), check=False)
        return done.split()[0] if done.split() else ""

    def xdotool(self, *arguments: str, check: bool = True) -> str:
        done = subprocess.run(["xdotool", *arguments], env=self.environment, capture_output=True, text=True,
                              check=False)
        if check and done.returncode:
            raise AssertionError(f"xdotool {arguments}: {done.stderr}")
        return done.stdout

    def geometry(self) -> tuple[int, int]:
        words = dict(line.split("=") for line in self.xdotool("getwindowgeometry", "--shell", self.window).split()
                     if "=" in line)
        return int(words["WIDTH"]), int(words["HEIGHT"])

    def click(self, pos: tuple[int, int]) -> None:
        self.xdotool("mousemove", str(pos[0]), str(pos[1]))
        time.sleep(0.05)
        self.xdotool("click", "1")
        time.sleep(0.15)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.xdotool("mousemove", str(start[0]), str(start[1]), "mousedown", "1")
        for i in range(1, 7):
            x, y = start[0] + (end[0] - start[0]) * i // 6, start[1] + (end[1] - start[1]) * i // 6
            self.xdotool("mousemove", str(x), str(y))
            time.sleep(0.02)
        self.xdotool("mouseup", "1")

    def key(self, *names: str) -> None:
        for name in names:
            self.xdotool("key", name)
            time.sleep(0.05)

    # --- what the program has written ---

    def save(self) -> dict[str, Any] | None:
        """The unfinished game as it is on disk."""
        files = sorted((self.folder / "saves").glob("2*.json"), key=lambda p: p.stat().st_mtime)
        return json.loads(files[-1].read_text(encoding="utf-8")) if files else None

    def moves(self) -> list[str]:
        record = self.save()
        return [] if record is None else [entry["move"] for entry in record["rounds"][-1]["moves"]]

    def wait_for_moves(self, count: int, seconds: float = 10) -> None:
        self._until(lambda: len(self.moves()) >= count, f"{count} moves in the save", seconds)

    def wait_for_record(self, seconds: float = 20) -> dict[str, Any]:
        """The finished game."""
        def found() -> Any:
            files = list((self.folder / "records").glob("2*.json"))
            return files[0] if files else None
        return json.loads(self._until(found, "a record", seconds).read_text(encoding="utf-8"))

    def kill(self) -> None:
        assert self.program is not None
        self.program.kill()
        self.program.wait()

    def close(self) -> None:
        for process in (self.program, self._manager, self._server):
            if process is not None and process.poll() is None:
                process.terminate()
                try:
                    process.wait(5)
                except subprocess.TimeoutExpired:
                    process.kill()
