"""The window of the first start, a program of its own: show what game/start/messages.py sends line by line.

Each line of standard input is a JSON object: `title`, `text` (what happens now), `share` (0 to 1) or `fault`.
It closes shortly after its input ends, except after a fault, which stays until the player closes it. It uses
only the standard library; without tkinter it falls back to a notification of the system.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tkinter

WIDTH, MARGIN, BAR = 520, 28, 12
CLOTH, IVORY, SOFT, BRASS, DARK = "#14503a", "#f6efdf", "#b9cdbf", "#d8a94a", "#0c3325"
LINGER_MS, POLL_MS = 1500, 100
"""The game needs a moment to open its own window after the last message."""
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ICON = os.path.join(ROOT, "sprites", "icon.png")

Message = dict[str, object]


def read_messages(into: queue.Queue[Message | None]) -> None:
    """Pass on every message of standard input, then None."""
    for line in sys.stdin:
        try:
            message = json.loads(line)
        except ValueError:
            continue
        if isinstance(message, dict):
            into.put(message)
    into.put(None)


class ProgressWindow:
    """Title, what happens now, a bar; or a fault with a button."""

    def __init__(self, tk: tkinter.Tk):
        import tkinter  # noqa: PLC0415 - may be missing; `main` has tried it

        self.tk, self._tkinter = tk, tkinter
        tk.title("Dominothek")
        tk.configure(background=CLOTH)
        tk.resizable(False, False)
        try:
            self._icon = tkinter.PhotoImage(file=ICON)
            tk.iconphoto(True, self._icon)
        except tkinter.TclError:
            pass  # an incomplete copy has no icon
        frame = tkinter.Frame(tk, background=CLOTH, padx=MARGIN, pady=MARGIN)
        frame.pack()
        self._frame = frame
        self._title = self._label("Dominothek", 15, IVORY)
        self._text = self._label("", 11, SOFT)
        self._bar = tkinter.Canvas(frame, width=WIDTH, height=BAR, background=DARK, highlightthickness=0)
        self._bar.pack(pady=(18, 0))
        self._filled = self._bar.create_rectangle(0, 0, 0, BAR, fill=BRASS, width=0)
        self.fault = False
        self._centre()

    def _label(self, text: str, size: int, colour: str) -> tkinter.Label:
        label = self._tkinter.Label(self._frame, text=text, font=("TkDefaultFont", size), foreground=colour,
                                    background=CLOTH, wraplength=WIDTH, justify="left", anchor="w")
        label.pack(fill="x", pady=(0, 6))
        return label

    def _centre(self) -> None:
        tk = self.tk
        tk.update_idletasks()
        x = (tk.winfo_screenwidth() - tk.winfo_reqwidth()) // 2
        y = (tk.winfo_screenheight() - tk.winfo_reqheight()) // 3
        tk.geometry(f"+{x}+{y}")

    def show(self, message: Message) -> None:
        if "title" in message:
            self._title.configure(text=str(message["title"]))
        if "text" in message:
            self._text.configure(text=str(message["text"]))
        share = message.get("share")
        if isinstance(share, int | float):
            self._bar.coords(self._filled, 0, 0, round(WIDTH * min(1.0, max(0.0, share))), BAR)
        if "fault" in message:
            self._show_fault(str(message["fault"]), str(message.get("close", "OK")))

    def _show_fault(self, fault: str, close: str) -> None:
        self.fault = True
        self._title.configure(text="Dominothek")
        self._bar.pack_forget()
        self._text.configure(text=fault, foreground=IVORY)
        button = self._tkinter.Button(self._frame, text=close, command=self.tk.destroy, padx=20, pady=6)
        button.pack(anchor="e", pady=(16, 0))
        button.focus_set()
        self.tk.bind("<Return>", lambda _: self.tk.destroy())
        self.tk.bind("<Escape>", lambda _: self.tk.destroy())

    def follow(self, messages: queue.Queue[Message | None]) -> None:
        """Show waiting messages, and look again soon; close after the last one."""
        while not messages.empty():
            message = messages.get()
            if message is not None:
                self.show(message)
            elif self.fault:
                return
            else:
                self.tk.after(LINGER_MS, self.tk.destroy)
                return
        self.tk.after(POLL_MS, lambda: self.follow(messages))


# --- without tkinter ---


def notification(title: str, text: str) -> list[str] | None:
    """Return the command of the system that shows a short message; None if it has none."""
    if sys.platform == "darwin":
        return ["osascript", "-e", f"display notification {json.dumps(text)} with title {json.dumps(title)}"]
    if os.name == "nt":
        return None
    return ["notify-send", "--app-name=Dominothek", title, text]


def notify(messages: queue.Queue[Message | None]) -> None:
    """Notify of the beginning and of a fault; progress in between would only disturb."""
    begun = False
    while (message := messages.get()) is not None:
        text = message.get("fault") or (None if begun else message.get("title"))
        if text:
            begun = True
            command = notification("Dominothek", str(text))
            if command is not None:
                try:
                    subprocess.run(command, timeout=10, check=False, capture_output=True)
                except (OSError, subprocess.TimeoutExpired):
                    return  # the console has the same lines


def main() -> int:
    messages: queue.Queue[Message | None] = queue.Queue()
    threading.Thread(target=read_messages, args=(messages,), daemon=True).start()
    try:
        import tkinter  # noqa: PLC0415 - optional in many systems

        tk = tkinter.Tk(className="dominothek")
    except Exception:  # no tkinter, no Tk library, no display: each raises something else
        notify(messages)
        return 0
    window = ProgressWindow(tk)
    window.follow(messages)
    tk.mainloop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
