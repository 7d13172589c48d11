"""Make the packages of requirements.txt importable before the game starts; called by main.py.

Uses only the standard library. If the packages can be imported it returns at once. Otherwise it creates
`.venv` beside main.py (or, if that folder is not writable, in the user's data folder), installs them there
and restarts the program in it. Three things keep this safe: a lock, held while one process builds; a stamp
file with the packages and the Python of a finished environment; and a final check after the restart, which
does not trust even the stamp.

Heavy imports (subprocess, shutil, json) are inside functions: every start of the game runs through this
module.
"""

from __future__ import annotations

import errno
import os
import sys

from game.start.messages import (
    ON_WINDOWS,
    ROOT,
    WINDOW,
    SetupFailed,
    complain,
    double_clicked_on_windows,
    keep_window_open,
    opens_the_window,
    say,
    text,
)

# Packages whose import name differs from the package name.
MODULE_OF = {"pygame-ce": "pygame", "pyyaml": "yaml", "pytest-xdist": "xdist", "types-pyyaml": "yaml-stubs",
             "nats-py": "nats"}
# Packages of the network: without them everything else plays, and the network says what is missing.
OPTIONAL = {"websockets", "zeroconf", "spake2", "cryptography"}
FURTHER_LISTS = {
    "test": ("tests/requirements.txt",), "check": ("tests/requirements.txt", "tests/requirements-check.txt"),
    "club": ("game/net/club/requirements.txt",)}
"""The lists that a command needs besides requirements.txt."""

RESTARTS = "DOMINOTHEK_RESTARTS"  # environment variable: number of restarts
STAMP = "dominothek-packages.txt"  # in the environment: state, fingerprint, then one requirement per line
LOCK = "dominothek.lock"
READY, INSTALLING = "ready", "installing"

# Reasons why a folder cannot be used, as opposed to why an installation failed.
UNUSABLE_FOLDER = {errno.EACCES, errno.EPERM, errno.EROFS, errno.EEXIST, errno.ENOTDIR}


# --- The decision -----------------------------------------------------------------------------------------


def prepare(argv: list[str]) -> int | None:
    """Make the packages importable for the command line `argv`.

    Return None if they are, else an exit code. On POSIX a successful installation does not return, because
    the restarted program replaces this process.
    """
    given = os.environ.pop(RESTARTS, "0")
    restarts = int(given) if given in ("0", "1", "2") else 0
    if getattr(sys, "frozen", False):  # a packed program carries its packages
        return None
    lists = [os.path.join(ROOT, "requirements.txt")]
    further = FURTHER_LISTS.get(argv[0] if argv else "", ())
    lists += [os.path.join(ROOT, *name.split("/")) for name in further]
    try:
        needed = read_requirements(lists)
        missing = missing_modules(needed)
        if not missing or (restarts and OPTIONAL.issuperset(missing)):
            return None
        if restarts > 1:
            raise SetupFailed("still_missing", names=", ".join(missing), folder=sys.prefix)
        if restarts == 1:  # the stamp lists more than the folder contains
            distrust(sys.prefix)
        return restart(provide(needed, lists, windowed=opens_the_window(argv)), restarts + 1,
                       windowed=opens_the_window(argv))
    except SetupFailed as failure:
        complain(str(failure))
    except OSError as error:
        why = "disk_full" if error.errno == errno.ENOSPC else "other"
        complain(text(why, folder=ROOT, lines="  " + str(error), version=""))
    except KeyboardInterrupt:
        say("\n" + text("stopped"))
        return 130
    keep_window_open()
    return 1


def read_requirements(lists: list[str]) -> list[str]:
    """Return the requirements of these files (`name==version`), without comments."""
    found = []
    for path in lists:
        try:
            with open(path, encoding="utf-8") as file:
                lines = [line.partition("#")[0].strip() for line in file]
        except FileNotFoundError:
            raise SetupFailed("no_list", file=path) from None
        found += [line for line in lines if line]
    return found


def package_name(requirement: str) -> str:
    """Return `pygame-ce` for `pygame-ce==2.5.8`."""
    return requirement.partition("==")[0].strip().lower()


def module_name(requirement: str) -> str:
    """Return the import name: `pygame` for `pygame-ce==2.5.8`."""
    name = package_name(requirement)
    return MODULE_OF.get(name, name.replace("-", "_"))


def missing_modules(needed: list[str]) -> list[str]:
    """Return the modules that this interpreter does not find. Versions are not checked, to save time."""
    return [name for name in map(module_name, needed) if not found(name)]


def found(name: str) -> bool:
    """Return whether this interpreter can import a top-level module, without importing it.

    Equivalent to importlib.util.find_spec, whose import alone takes longer than everything else here.
    """
    return name in sys.modules or any(finder.find_spec(name, None) for finder in sys.meta_path)


def restart(python: str, restarts: int, *, windowed: bool = False) -> int:
    """Restart the program with the same arguments under another Python."""
    quiet = windowed and double_clicked_on_windows() and os.path.isfile(without_console(python))
    command = [without_console(python) if quiet else python, *sys.orig_argv[1:]]
    environment = {**os.environ, RESTARTS: str(restarts)}
    try:
        if not ON_WINDOWS:
            os.execve(python, command, environment)
        import subprocess  # noqa: PLC0415 - not needed for an ordinary start

        # Windows has no real exec: the prompt would return while the game still runs.
        child = subprocess.Popen(command, env=environment)
    except OSError as error:
        folder = os.path.dirname(os.path.dirname(python))
        distrust(folder)
        raise SetupFailed("cannot_start", folder=folder, reason=error.strerror or str(error)) from None
    if quiet:  # the console closes while the game goes on
        return 0
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:  # the child received it as well and decides
            continue


# --- Where the packages go --------------------------------------------------------------------------------


def places() -> list[str]:
    """Return the folders that may hold the environment, the preferred one first."""
    from game.folders import data_folder  # noqa: PLC0415 - not needed for an ordinary start

    folders = [os.path.join(ROOT, ".venv"), os.path.join(os.path.abspath(data_folder()), "venv")]
    return [folder for folder in folders if os.pathsep not in folder]  # venv refuses such paths


def provide(needed: list[str], lists: list[str], *, windowed: bool = False) -> str:
    """Return the Python of an environment with the needed packages; create it if necessary.

    `windowed`: show the progress in a window if the console is not visible.
    """
    for folder in places():
        if condition(folder, needed) == "ready":
            return venv_python(folder)
    if windowed:
        WINDOW.open()
    refused: list[str] = []
    for folder in places():
        try:
            os.makedirs(folder, exist_ok=True)
            lock = Lock(os.path.join(folder, LOCK))
        except OSError as error:
            if error.errno not in UNUSABLE_FOLDER:
                raise
            refused.append(folder)
            continue
        if refused:
            say(text("elsewhere", folder=os.path.dirname(refused[0]), instead=folder))
        with lock:
            complete(folder, needed, lists)
        return venv_python(folder)
    raise SetupFailed("no_permission", folders=", ".join(refused))


def complete(folder: str, needed: list[str], lists: list[str]) -> None:
    """Bring an environment up to date: do nothing, add packages, or rebuild it. The caller holds the lock."""
    state = condition(folder, needed)  # check again: another process may have finished meanwhile
    if state == "ready":
        return
    if state == "broken":
        say(text("first_start"), title=text("first_start"), text="")
        build(folder, needed, lists)
    else:
        say(text("update"), title=text("update"), text="")
        if not updated(folder, needed, lists):
            say(text("old_packages"))
            return
    write_stamp(folder, READY, needed)
    say(text("done"), share=1)


def updated(folder: str, needed: list[str], lists: list[str]) -> bool:
    """Add packages to an environment; return False if only the older ones can be had.

    If it is interrupted, the stamp makes the next start build the environment again.
    """
    stamp = read_stamp(folder)
    there = stamp[2] if stamp is not None else []
    if stamp is not None:
        write_stamp(folder, INSTALLING, there)
    try:
        install(folder, [line for line in needed if line not in there], lists)
    except SetupFailed as failure:
        python = venv_python(folder)
        if stamp is not None and works(python, there):
            write_stamp(folder, READY, there)
        # Without a network, older packages are better than none.
        if failure.why != "network" or not works(python, needed):
            raise
        return False
    return True


def condition(folder: str, needed: list[str]) -> str:
    """Return `ready`, `incomplete` (packages missing) or `broken` (also for an empty folder)."""
    python = venv_python(folder)
    if not os.path.exists(python):
        return "broken"
    stamp = read_stamp(folder)
    if stamp is None:  # made by hand: pip will find out what is missing
        return "incomplete" if works(python, ["pip"]) else "broken"
    state, made_for, packages = stamp
    if state != READY:
        return "broken"
    # Another Python, or a moved environment: check whether it still runs.
    if made_for != fingerprint(folder) and not works(python, packages):
        return "broken"
    return "ready" if set(needed) <= set(packages) else "incomplete"


def works(python: str, requirements: list[str]) -> bool:
    """Return whether that Python starts, is new enough and finds the modules of these requirements."""
    import subprocess  # noqa: PLC0415 - not needed for an ordinary start

    question = (
        "import sys, importlib.util as u;"
        "sys.exit(sys.version_info < (3, 11) or any(u.find_spec(name) is None for name in sys.argv[1:]))"
    )
    command = [python, "-I", "-c", question, *map(module_name, requirements)]
    try:
        answer = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
                                check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0


def without_console(python: str) -> str:
    """Return the interpreter of Windows that has no console, beside the ordinary one."""
    return os.path.join(os.path.dirname(python), "pythonw.exe")


def venv_python(folder: str) -> str:
    """Return the path of the interpreter inside an environment."""
    return os.path.join(folder, *(("Scripts", "python.exe") if ON_WINDOWS else ("bin", "python")))


# --- Stamp and lock ---------------------------------------------------------------------------------------


def fingerprint(folder: str) -> str:
    """Return an id of Python, machine and path of an environment; if it matches, no test start is needed."""
    machine = os.environ.get("PROCESSOR_ARCHITECTURE", "") if ON_WINDOWS else os.uname().machine
    return f"{sys.implementation.cache_tag} {sys.platform} {machine} {folder}"


def write_stamp(folder: str, state: str, packages: list[str]) -> None:
    """Write the environment's stamp file atomically."""
    path = os.path.join(folder, STAMP)
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write("\n".join([state, fingerprint(folder), *packages]) + "\n")
    os.replace(path + ".new", path)


def read_stamp(folder: str) -> tuple[str, str, list[str]] | None:
    """Return state, fingerprint and packages of an environment; None without a stamp."""
    try:
        with open(os.path.join(folder, STAMP), encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
    except OSError:
        return None
    return (lines[0], lines[1], lines[2:]) if len(lines) > 1 else ("", "", [])


def distrust(folder: str) -> None:
    """Mark our own environment for rebuilding; never touch one the user chose."""
    if any(os.path.realpath(folder) == os.path.realpath(place) for place in places()):
        try:  # noqa: SIM105 - importing contextlib would slow every start
            write_stamp(folder, INSTALLING, [])
        except OSError:
            pass  # not writable: the next place will be used


class Lock:
    """A lock held while one process builds; the system releases it when that process ends in any way."""

    def __init__(self, path: str) -> None:
        self.file = open(path, "a", encoding="utf-8")  # noqa: SIM115 - open while the lock is held

    def __enter__(self) -> Lock:
        import time  # noqa: PLC0415 - not needed for an ordinary start

        if not self.taken():
            say(text("waiting"))
            while not self.taken():
                time.sleep(0.2)
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def taken(self) -> bool:
        """Try to take the lock; return whether this process holds it."""
        try:
            if ON_WINDOWS:
                import msvcrt  # noqa: PLC0415 - only on Windows

                self.file.seek(0)
                msvcrt.locking(self.file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
            else:
                import fcntl  # noqa: PLC0415 - only elsewhere

                fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            # Some network drives have no locks; two simultaneous starts are then unprotected.
            return error.errno not in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)
        return True


# --- Building ---------------------------------------------------------------------------------------------


def build(folder: str, needed: list[str], lists: list[str]) -> None:
    """Create the environment from scratch. After a failure, leave nothing large or seemingly complete."""
    if not found("venv"):
        raise SetupFailed("no_venv")
    write_stamp(folder, INSTALLING, needed)  # first: half an environment is never trusted
    clear(folder, keep=(LOCK, STAMP))
    try:
        say(text("environment", folder=folder))
        # Do not use an environment that may be the folder just cleared.
        base = getattr(sys, "_base_executable", None) or sys.executable
        run_or_fail([base, "-m", "venv", "--without-pip", folder], folder)
        # Debian packages ensurepip separately; a pip outside the environment can be used instead.
        if found("ensurepip"):
            run_or_fail([venv_python(folder), "-m", "ensurepip", "--upgrade", "--default-pip"], folder)
        install(folder, needed, lists)
    except BaseException:
        try:
            clear(folder, keep=(LOCK, STAMP))
            os.unlink(os.path.join(folder, STAMP))
        except (SetupFailed, OSError):
            pass  # the stamp says enough for the next start
        raise


def clear(folder: str, keep: tuple[str, ...]) -> None:
    """Empty the environment except for these files."""
    import shutil  # noqa: PLC0415 - not needed for an ordinary start

    try:
        for entry in list(os.scandir(folder)):
            if entry.name in keep:
                continue
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path)
            else:
                os.unlink(entry.path)
    except OSError as error:
        raise SetupFailed("in_use", folder=folder, reason=error.strerror or str(error)) from None


def install(folder: str, awaited: list[str], lists: list[str]) -> None:
    """Let pip install the requirement lists and summarise its output; `awaited` are those not yet there."""
    python = venv_python(folder)
    if works(python, ["pip"]):
        pip = [python, "-m", "pip"]
    elif found("pip"):
        pip = [sys.executable, "-m", "pip", "--python", python]
    else:
        raise SetupFailed("no_venv")
    command = [*pip, "install", "--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
    from_lists = [word for path in lists for word in ("-r", path)]
    try:
        run_or_fail([*command, *from_lists], folder, awaited)
    except SetupFailed as failure:
        needed = read_requirements(lists)
        core = [line for line in needed if package_name(line) not in OPTIONAL]
        if core == needed or failure.why not in ("no_package", "network", "other"):
            raise
        try:
            run_or_fail([*command, *core], folder, [line for line in awaited if line in core])
        except SetupFailed:
            raise failure from None  # it was not for the packages of the network
        say(text("without_network"))


def run_or_fail(command: list[str], folder: str, awaited: list[str] | None = None) -> None:
    """Run an installation step; raise SetupFailed with an explanation if it fails."""
    from game.start import pip  # noqa: PLC0415 - not needed for an ordinary start

    code, output = pip.run(command, None if awaited is None else pip.Progress(awaited))
    if code == 0:
        return
    lines = [line for line in output.splitlines() if line.strip() and not line.startswith("WARNING")]
    raise SetupFailed(
        pip.why_failed(output),
        folder=folder,
        lines="\n".join("  " + line for line in lines[-8:]) or f"  {command[2]}: {code}",
        version=".".join(map(str, sys.version_info[:2])),
    )
