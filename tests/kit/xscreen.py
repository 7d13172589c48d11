"""A real X screen for tests: Xvfb with openbox, the program in its window, mouse and keys by xdotool."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("Xvfb", "xdotool", "openbox")
MISSING = [name for name in NEEDED if shutil.which(name) is None]
needs_window = [pytest.mark.window,
                pytest.mark.skipif(bool(MISSING), reason=f"no {', '.join(MISSING)} on this machine")]
MOST_TRIES = 10
"""How often a player may report the same position before the test fails."""
PATIENCE = 60.0
"""Timeout in seconds; only a very busy machine comes near it."""


class Screen:
    """An X server and the program on it; a second program may stand `beside` it on the same server."""

    def __init__(self, folder: Path, size: tuple[int, int] = (1280, 720), *, beside: Screen | None = None):
        self.folder, self.size = folder, size
        folder.mkdir(parents=True, exist_ok=True)
        self._server: subprocess.Popen[bytes] | None = None
        self._manager: subprocess.Popen[bytes] | None = None
        self.number = beside.number if beside is not None else self._start_server()
        self.environment = dict(os.environ, DISPLAY=self.number, DOMINOTHEK_DATA=str(folder),
                                DOMINOTHEK_LANG="en", SDL_AUDIODRIVER="dummy")
        for name in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY", "DOMINOTHEK_SPEAK"):
            self.environment.pop(name, None)
        if beside is None:
            self._manager = subprocess.Popen(["openbox"], env=self.environment, stdout=subprocess.DEVNULL,
                                             stderr=subprocess.DEVNULL)
        self.program: subprocess.Popen[str] | None = None
        self.command = [sys.executable, "main.py"]
        """The command to start; a packed program has another."""

    def _start_server(self) -> str:
        """Start the server on a free display and wait until it accepts connections. Return the display."""
        reading, writing = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{self.size[0]}x{self.size[1]}x24",
             "-noreset", "-nolisten", "tcp"],
            pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()
        assert number, "the X server did not start"
        return f":{number}"

    def until(self, ready: Any, what: str) -> Any:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = ready()
            if found:
                return found
            time.sleep(0.05)
        raise AssertionError(f"waited {PATIENCE} s in vain for {what}; stderr says:\n{self.complaints()}")

    def open(self, *arguments: str) -> None:
        """Start the program and wait for its window."""
        self._launch([*self.command, *arguments])
        time.sleep(1.0)  # nothing reports the first drawn frame

    def open_watched(self, seed: int, *arguments: str) -> None:
        """Start the program so that it answers questions; every deal uses `seed`."""
        self._launch([sys.executable, "tests/kit/watched.py", str(seed), *arguments], stdin=subprocess.PIPE)
        self._answers: SimpleQueue[str] = SimpleQueue()
        Thread(target=self._listen, args=(self.program, self._answers), daemon=True).start()

    def _launch(self, command: list[str], **more: Any) -> None:
        with self._stderr.open("w", encoding="utf-8") as stderr:
            self.program = subprocess.Popen(command, env=self.environment, cwd=ROOT, text=True,
                                            stdout=subprocess.PIPE, stderr=stderr, **more)
        self.window = self.until(self._find_window, "the window")
        self.until(lambda: self.xdotool("getwindowfocus", check=False).strip() == self.window, "the focus")

    def _find_window(self) -> str:
        assert self.program is not None
        done = self.xdotool("search", "--onlyvisible", "--pid", str(self.program.pid), check=False)
        return done.split()[0] if done.split() else ""

    @property
    def _stderr(self) -> Path:
        return self.folder / "stderr.txt"

    def complaints(self) -> str:
        """Return everything the program has written to stderr."""
        return self._stderr.read_text(encoding="utf-8") if self._stderr.exists() else ""

    def xdotool(self, *arguments: str, check: bool = True) -> str:
        done = subprocess.run(["xdotool", *arguments], env=self.environment, capture_output=True, text=True,
                              check=False)
        if check and done.returncode:
            raise AssertionError(f"xdotool {arguments}: {done.stderr}")
        return done.stdout

    def place(self, left: int, size: tuple[int, int]) -> None:
        """Give the window a place on the screen and a size."""
        self.xdotool("windowsize", self.window, *map(str, size))
        self.xdotool("windowmove", self.window, str(left), "30")
        self.until(lambda: self.geometry() == size, "the size")

    def activate(self) -> None:
        """Give the window the focus."""
        self.xdotool("windowactivate", "--sync", self.window)

    def geometry(self) -> tuple[int, int]:
        words = dict(line.split("=")
                     for line in self.xdotool("getwindowgeometry", "--shell", self.window).split()
                     if "=" in line)
        return int(words["WIDTH"]), int(words["HEIGHT"])

    # --- mouse and keys ---

    def do(self, acts: list[list[Any]]) -> None:
        """Perform the acts of a player in the window, wherever it is."""
        for kind, *values in acts:
            getattr(self, kind)(*values)

    def click(self, pos: tuple[int, int]) -> None:
        self.xdotool(*self._move(pos), "mousedown", "1", "mouseup", "1")

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.lift(start, end)
        self.xdotool("mouseup", "1")

    def lift(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press the button at `start` and move to `end` without releasing it."""
        command = [*self._move(start), "mousedown", "1"]
        for i in range(1, 5):
            way = start[0] + (end[0] - start[0]) * i // 4, start[1] + (end[1] - start[1]) * i // 4
            command += [*self._move(way), "sleep", "0.01"]
        self.xdotool(*command)

    def _move(self, pos: tuple[int, int]) -> list[str]:
        return ["mousemove", "--window", self.window, str(pos[0]), str(pos[1])]

    def key(self, *names: str) -> None:
        self.xdotool("key", "--delay", "10", *names)

    # --- the state of the program ---

    @staticmethod
    def _listen(program: subprocess.Popen[str], answers: SimpleQueue[str]) -> None:
        for line in program.stdout:  # type: ignore[union-attr]
            answers.put(line)

    def ask(self, player: str, mark: Any = None) -> dict[str, Any] | None:
        """Return the answer of a player as soon as its mark differs from `mark`; None if the game is over."""
        assert self.program is not None and self.program.stdin is not None
        self.program.stdin.write(json.dumps({"player": player, "mark": mark}) + "\n")
        self.program.stdin.flush()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.program.poll() is None:
            if self.record_files():
                return None
            try:
                answer = json.loads(self._answers.get(timeout=0.1))
            except Empty:
                continue
            assert "fault" not in answer, answer["fault"]
            return answer
        state = "still runs" if self.program.poll() is None else f"ended with {self.program.poll()}"
        raise AssertionError(f"{player} said nothing after {mark}; the program {state}; stderr says:\n"
                             f"{self.complaints()}")

    def play(self, player: str) -> dict[str, Any]:
        """Perform the acts of a player until the game is over. Return its record."""
        mark, tries = None, 0
        while (answer := self.ask(player, mark)) is not None:
            tries = tries + 1 if answer["mark"] == mark else 0
            mark = answer["mark"]
            assert tries < MOST_TRIES, f"{player} is at {mark} for ever: {answer['acts']}"
            self.do(answer["acts"])
        return self.wait_for_record()

    # --- files of the program ---

    def save(self) -> dict[str, Any] | None:
        """Return the unfinished game on disk."""
        files = sorted((self.folder / "saves").glob("2*.json"), key=lambda p: p.stat().st_mtime)
        return json.loads(files[-1].read_text(encoding="utf-8")) if files else None

    def moves(self) -> list[str]:
        record = self.save()
        return [] if record is None else [entry["move"] for entry in record["rounds"][-1]["moves"]]

    def wait_for_moves(self, count: int) -> None:
        self.until(lambda: len(self.moves()) >= count, f"{count} moves in the save")

    def record_files(self) -> list[Path]:
        return list((self.folder / "records").glob("2*.json"))

    def wait_for_record(self) -> dict[str, Any]:
        """Wait for the finished game and return it."""
        return json.loads(self.until(self.record_files, "a record")[0].read_text(encoding="utf-8"))

    def kill(self) -> None:
        assert self.program is not None
        self.program.kill()
        self.program.wait()

    def close(self) -> None:
        for process in (self.program, self._manager, self._server):  # the server last: the others need it
            if process is not None:
                process.terminate()
                try:
                    process.wait(5)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
