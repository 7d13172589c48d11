"""Run pip: condense its output for the player and explain its failures; standard library only."""

from __future__ import annotations

import os
import queue
import subprocess
import tempfile
import threading

from game.start.messages import WINDOW, say, text


class Progress:
    """Condenses pip's output to one line per package of ours, and to further ones of a slow download."""

    SLOW = 4.0
    """Seconds between two lines about one download."""
    UNPACKING = 0.85
    """The share of the whole that is done when all packages are there and are being unpacked."""

    def __init__(self, awaited: list[str]) -> None:
        self.awaited = {line.lower(): line for line in awaited}
        self.begun: list[str] = []
        self.retried = False
        self.size = 0.0  # of the present download, in MB
        self.quiet = 0.0  # seconds since the last line about it

    def hear(self, line: str) -> None:
        """Process one line of pip's output; report what matters to the player."""
        verb, _, rest = line.strip().partition(" ")
        if verb == "Collecting":
            self.begin(rest.partition(" ")[0].lower())
        elif verb == "Processing":  # a local wheel: /folder/pygame_ce-2.5.8-cp311-...
            name, _, tail = os.path.basename(rest.partition(" (from ")[0]).partition("-")
            self.begin(name.replace("_", "-").lower() + "==" + tail.partition("-")[0])
        elif verb == "Downloading" and line.endswith(" MB)"):  # smaller ones finish at once
            size = line[line.rindex("(") + 1 : -1]
            self.size, self.quiet = float(size.partition(" ")[0]), 0.0
            say(text("download", size=size))
        elif line.startswith("Installing collected packages"):
            say(text("unpack"), share=self.UNPACKING)
        elif "Retrying (" in line and not self.retried:
            self.retried = True
            say(text("retry"))

    def begin(self, requirement: str) -> None:
        """Announce a requested package; its dependencies are not announced."""
        if requirement in self.awaited and requirement not in self.begun:
            self.begun.append(requirement)
            self.size = 0.0
            number, total = str(len(self.begun)), str(len(self.awaited))
            package = self.awaited[requirement].replace("==", " ")
            say(text("package", package=package, number=number, total=total), share=self.share(0.0))

    def share(self, part: float) -> float:
        """Return the share of the whole that is done, with `part` of the present package."""
        return self.UNPACKING * (max(0, len(self.begun) - 1) + part) / max(1, len(self.awaited))

    def wait(self, seconds: float, arrived: float) -> None:
        """Note that pip has been silent for some time while `arrived` MB of a download came in."""
        if not self.size:
            return
        WINDOW.show({"share": self.share(min(1.0, arrived / self.size))})
        self.quiet += seconds
        if self.quiet >= self.SLOW:
            self.quiet = 0.0
            say(text("downloaded", done=f"{min(arrived, self.size):.1f}", size=f"{self.size:.1f}"))


POLL = 0.3  # seconds between two looks at a download


def run(command: list[str], progress: Progress | None) -> tuple[int, str]:
    """Run a command without input; pass each line to `progress`. Return the exit code and the output."""
    with tempfile.TemporaryDirectory(prefix="dominothek-setup-", ignore_cleanup_errors=True) as downloads:
        # pip's own settings (index, proxy, certificates, cache) are inherited from the player's environment,
        # except for `--user`, which contradicts a venv and would make pip fail. Its temporary files go to a
        # folder of ours: how fast they grow is the only progress that all versions of pip show.
        environment = {**os.environ, "PIP_USER": "0", "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8",
                       "TMPDIR": downloads, "TEMP": downloads, "TMP": downloads}
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, env=environment)
        lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

        def read() -> None:
            for raw in process.stdout or ():
                lines.put(raw.decode("utf-8", "replace").rstrip())
            lines.put(None)

        threading.Thread(target=read, daemon=True).start()
        output: list[str] = []
        try:
            while True:
                try:
                    line = lines.get(timeout=POLL)
                except queue.Empty:
                    if progress:
                        progress.wait(POLL, largest_file(downloads) / 1e6)
                    continue
                if line is None:
                    return process.wait(), "\n".join(output)
                output.append(line)
                if progress:
                    progress.hear(line)
        except BaseException:
            # Ctrl-C reaches pip as well: let it clean up, but it must have ended before we clear the folder.
            try:
                process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            raise


def largest_file(folder: str) -> int:
    """Return the size of the largest file below a folder; pip keeps some downloads twice."""
    largest = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                largest = max(largest, os.stat(os.path.join(parent, name)).st_size)
            except OSError:
                continue  # pip has moved it meanwhile
    return largest


# Signs of each failure in the output, the more specific ones first: a full disk may also break a connection.
SIGNS = {
    "disk_full": (
        "no space left",
        "errno 28",
        "winerror 112",
        "disk quota exceeded",
        "not enough space on the disk",
    ),
    "no_venv": ("ensurepip is not available", "no module named venv", "no module named ensurepip"),
    "certificate": ("certificate_verify_failed", "certificate verify failed"),
    "network": (
        "failed to establish a new connection",
        "name resolution",
        "name or service not known",
        "getaddrinfo failed",
        "nodename nor servname",
        "network is unreachable",
        "connection refused",
        "connection broken",
        "connection aborted",
        "max retries exceeded",
        "proxyerror",
        "timed out",
        "from versions: none",  # all our packages exist: an empty list means that no server answered
    ),
    "no_package": (
        "no matching distribution found",
        "failed building wheel",
        "failed to build",
        "subprocess-exited",
    ),
}


def why_failed(output: str) -> str:
    """Return the key of the text that explains a failed command's output."""
    low = output.lower()
    return next((why for why, signs in SIGNS.items() if any(sign in low for sign in signs)), "other")
