"""game/start and main.py: decisions with fakes, and one real first start from a local wheel."""

from __future__ import annotations

import base64
import ctypes
import errno
import hashlib
import json
import os
import queue
import re
import shutil
import string
import subprocess
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from game import run_tests
from game.start import bootstrap, messages, pip, progress_window
from tests.kit.first_start import ROOT, copy_of_the_start

OLD_PYTHONS = ("2.7", "3.6", "3.7", "3.8", "3.9", "3.10")


@pytest.fixture
def house(tmp_path, monkeypatch):
    """An empty project folder that requires one unavailable package; in English, with its own data folder."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "requirements.txt").write_text("# why\nTiny-Tile==1.0  # a reason\n\n", encoding="utf-8")
    (tmp_path / "tests" / "requirements.txt").write_text("tiny-test==2.0\n", encoding="utf-8")
    monkeypatch.setattr(bootstrap, "ROOT", str(tmp_path))
    monkeypatch.setenv("DOMINOTHEK_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv(bootstrap.RESTARTS, raising=False)
    return tmp_path


@pytest.fixture
def restarts(monkeypatch):
    """Replace the restart by a list of the Pythons that would be started."""
    started = []

    def restart(python, count, *, windowed):
        started.append((python, count))
        return 0

    monkeypatch.setattr(bootstrap, "restart", restart)
    return started


@pytest.fixture
def commands(monkeypatch):
    """Replace venv, ensurepip and pip by a list of calls; `answer` is the result of pip."""

    class Commands(list):
        answer = (0, "Successfully installed")

        def names(self):
            return [next(word for word in call if word in ("venv", "ensurepip", "pip")) for call in self]

    calls = Commands()

    def run(command, progress):
        calls.append(command)
        if "venv" in command:
            python = Path(bootstrap.venv_python(command[-1]))
            python.parent.mkdir(parents=True)
            python.touch()
        return calls.answer if "pip" in command else (0, "")

    monkeypatch.setattr(pip, "run", run)
    monkeypatch.setattr(bootstrap, "works", lambda python, requirements: True)
    return calls


def stamped(folder: Path, packages: list[str], state: str = bootstrap.READY) -> Path:
    """Make a folder that looks like our own environment."""
    python = Path(bootstrap.venv_python(str(folder)))
    python.parent.mkdir(parents=True)
    python.touch()
    bootstrap.write_stamp(str(folder), state, packages)
    return folder


# --- Decisions
# -----------------------------------------------------------------------------------------------


def test_with_all_packages_importable_it_does_nothing(house, monkeypatch):
    monkeypatch.setattr(bootstrap, "found", lambda name: True)
    monkeypatch.setattr(bootstrap, "provide", lambda *_: pytest.fail("nothing was missing"))
    assert bootstrap.prepare([]) is None
    assert [path.name for path in house.iterdir()] != [".venv"] and not (house / ".venv").exists()


def test_only_the_test_command_asks_for_the_test_packages(house, monkeypatch):
    asked = []
    monkeypatch.setattr(bootstrap, "found", lambda name: asked.append(name) or True)
    bootstrap.prepare(["kwinty"])
    assert asked == ["tiny_tile"]
    bootstrap.prepare(["test", "-x"])
    assert asked[1:] == ["tiny_tile", "tiny_test"]


def test_every_shipped_requirement_is_pinned_and_its_module_name_known():
    lists = [str(ROOT / "requirements.txt"), str(ROOT / "tests" / "requirements.txt")]
    needed = bootstrap.read_requirements(lists)
    assert all(line.count("==") == 1 for line in needed)
    assert bootstrap.missing_modules(needed) == []
    assert {"pygame", "yaml", "xdist", "font_manrope"} <= set(map(bootstrap.module_name, needed))


def test_found_sees_modules_without_importing_them():
    assert bootstrap.found("this") and "this" not in sys.modules
    assert not bootstrap.found("no_such_module_anywhere")


def test_a_packed_program_carries_its_packages(house, monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert bootstrap.prepare([]) is None


def test_a_finished_environment_is_entered_at_once(house, restarts, commands):
    folder = stamped(house / ".venv", ["Tiny-Tile==1.0"])
    assert bootstrap.prepare([]) == 0
    assert restarts == [(bootstrap.venv_python(str(folder)), 1)] and commands == []


def test_without_an_environment_one_is_built_and_entered(house, restarts, commands, capsys):
    assert bootstrap.prepare([]) == 0
    assert commands.names() == ["venv", "ensurepip", "pip"]
    assert bootstrap.read_stamp(str(house / ".venv"))[::2] == ("ready", ["Tiny-Tile==1.0"])
    assert len(restarts) == 1
    assert "first start" in capsys.readouterr().err


def test_an_interrupted_installation_is_built_anew(house, restarts, commands):
    folder = stamped(house / ".venv", ["Tiny-Tile==1.0"], state=bootstrap.INSTALLING)
    (folder / "half a package").mkdir()
    assert bootstrap.prepare([]) == 0
    assert commands.names() == ["venv", "ensurepip", "pip"]
    assert not (folder / "half a package").exists()


def test_an_environment_of_a_vanished_python_is_built_anew(house, restarts, commands):
    folder = stamped(house / ".venv", ["Tiny-Tile==1.0"])
    Path(bootstrap.venv_python(str(folder))).unlink()
    bootstrap.prepare([])
    assert commands.names() == ["venv", "ensurepip", "pip"]


@pytest.mark.parametrize(("runs", "expected"), [(True, "ready"), (False, "broken")])
def test_an_environment_from_elsewhere_is_tried_out_before_it_is_trusted(house, monkeypatch, runs, expected):
    folder = stamped(house / ".venv", ["Tiny-Tile==1.0"])
    monkeypatch.setattr(bootstrap, "fingerprint", lambda folder: "another machine")
    monkeypatch.setattr(bootstrap, "works", lambda python, requirements: runs)
    assert bootstrap.condition(str(folder), ["Tiny-Tile==1.0"]) == expected


def test_test_packages_are_added_to_the_environment_of_the_game(house, restarts, commands):
    folder = stamped(house / ".venv", ["Tiny-Tile==1.0"])
    bootstrap.prepare(["test"])
    assert commands.names() == ["pip"]
    assert bootstrap.read_stamp(str(folder))[2] == ["Tiny-Tile==1.0", "tiny-test==2.0"]


def test_an_environment_made_by_hand_is_kept_and_completed(house, restarts, commands):
    folder = stamped(house / ".venv", [])
    (folder / bootstrap.STAMP).unlink()
    (folder / "my notes.txt").touch()
    bootstrap.prepare([])
    assert commands.names() == ["pip"] and (folder / "my notes.txt").exists()


def test_newer_pins_without_a_network_leave_the_game_playable(house, restarts, commands, capsys):
    folder = stamped(house / ".venv", ["Tiny-Tile==0.9"])
    commands.answer = (1, "Failed to establish a new connection")
    assert bootstrap.prepare([]) == 0
    assert len(restarts) == 1
    assert bootstrap.read_stamp(str(folder))[2] == ["Tiny-Tile==0.9"], "the next start tries again"
    assert "carrying on with the ones you have" in capsys.readouterr().err


def test_after_the_restart_even_a_stamp_is_distrusted_once(house, restarts, commands, monkeypatch):
    folder = stamped(house / ".venv", ["Tiny-Tile==1.0"])
    monkeypatch.setenv(bootstrap.RESTARTS, "1")
    monkeypatch.setattr(sys, "prefix", str(folder))
    assert bootstrap.prepare([]) == 0
    assert commands.names() == ["venv", "ensurepip", "pip"]
    assert restarts[0][1] == 2
    assert bootstrap.RESTARTS not in os.environ


def test_it_does_not_restart_for_ever(house, restarts, commands, monkeypatch, capsys):
    monkeypatch.setenv(bootstrap.RESTARTS, "2")
    assert bootstrap.prepare([]) == 1
    assert restarts == [] and "does not find tiny_tile" in capsys.readouterr().err


def test_the_restart_keeps_interpreter_options_and_arguments(monkeypatch):
    called = []
    monkeypatch.setattr(bootstrap, "ON_WINDOWS", False)
    monkeypatch.setattr(sys, "orig_argv", ["python3", "-X", "dev", "main.py", "replay", "a b.json"])
    monkeypatch.setattr(os, "execve", lambda *call: called.append(call) or (_ for _ in ()).throw(SystemExit))
    with pytest.raises(SystemExit):
        bootstrap.restart("/v/bin/python", 1)
    _, command, environment = called[0]
    assert command == ["/v/bin/python", "-X", "dev", "main.py", "replay", "a b.json"]
    assert environment[bootstrap.RESTARTS] == "1"


def test_on_windows_the_game_runs_as_a_child_and_its_exit_code_counts(monkeypatch):
    class Child:
        def __init__(self, command, env):
            self.answers = [KeyboardInterrupt, 7]

        def wait(self):
            answer = self.answers.pop(0)
            if answer is KeyboardInterrupt:
                raise answer
            return answer

    monkeypatch.setattr(bootstrap, "ON_WINDOWS", True)
    monkeypatch.setattr(subprocess, "Popen", Child)
    assert bootstrap.restart("python.exe", 1) == 7


def test_a_double_click_on_windows_leaves_no_console(monkeypatch, tmp_path):
    started = []
    monkeypatch.setattr(bootstrap, "ON_WINDOWS", True)
    monkeypatch.setattr(messages, "ON_WINDOWS", True)
    monkeypatch.delenv("PROMPT", raising=False)
    monkeypatch.setattr(subprocess, "Popen", lambda command, env: started.append(command[0]))
    (tmp_path / "pythonw.exe").touch()
    assert bootstrap.restart(str(tmp_path / "python.exe"), 1, windowed=True) == 0
    assert started == [str(tmp_path / "pythonw.exe")]
    monkeypatch.setenv("PROMPT", "$P$G")
    assert not messages.double_clicked_on_windows()


def test_without_a_console_windows_shows_faults_in_a_message_box(monkeypatch):
    boxes = []
    box = SimpleNamespace(user32=SimpleNamespace(MessageBoxW=lambda *call: boxes.append(call)))
    monkeypatch.setattr(ctypes, "windll", box, raising=False)
    monkeypatch.setattr(messages, "ON_WINDOWS", True)
    monkeypatch.setattr(sys, "stderr", None)
    messages.complain("The disk is full.")
    assert [call[1:3] for call in boxes] == [("The disk is full.", "Dominothek")]


# --- Failures
# ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("ERROR: Could not install: [Errno 28] No space left on device", "not enough space"),
        ("WARNING: Retrying ... Failed to establish a new connection: [Errno 111]", "cannot be reached"),
        ("socket.gaierror: [Errno 11001] getaddrinfo failed", "cannot be reached"),
        ("ERROR: No matching distribution found for x (from versions: none)", "cannot be reached"),
        ("SSLError: CERTIFICATE_VERIFY_FAILED; Max retries exceeded", "date and time"),
        (
            "(from versions: 1.0, 1.1)\nERROR: No matching distribution found for x",
            "not available for Python",
        ),
        ("something odd\nERROR: the cat sat on it", "the cat sat on it"),
    ],
)
def test_a_failing_pip_is_put_into_plain_words(house, restarts, commands, capsys, output, sentence):
    commands.answer = (1, output)
    assert bootstrap.prepare([]) == 1
    said = capsys.readouterr().err
    assert sentence in said and "Traceback" not in said
    assert restarts == []
    assert os.listdir(house / ".venv") == [bootstrap.LOCK], "a failure leaves nothing half-made"


def test_without_the_packages_of_the_network_all_else_plays(house, restarts, commands, monkeypatch, capsys):
    with (house / "requirements.txt").open("a", encoding="utf-8") as file:
        file.write("spake2==0.9\n")
    whole = pip.run

    def without_spake2(command, progress):
        if "-r" in command:
            return 1, "ERROR: No matching distribution found for spake2"
        return whole(command, progress)

    monkeypatch.setattr(pip, "run", without_spake2)
    assert bootstrap.prepare([]) == 0 and len(restarts) == 1
    assert "everything else works" in capsys.readouterr().err
    monkeypatch.setattr(bootstrap, "found", lambda name: name != "spake2")
    monkeypatch.setenv(bootstrap.RESTARTS, "1")
    assert bootstrap.prepare([]) is None, "the restarted program plays without it"


@pytest.mark.parametrize("absent", [{"venv"}, {"ensurepip", "pip"}])
def test_a_python_without_venv_or_pip_says_what_to_install(house, commands, monkeypatch, capsys, absent):
    monkeypatch.setattr(bootstrap, "found", lambda name: name not in {"tiny_tile"} | absent)
    monkeypatch.setattr(bootstrap, "works", lambda python, requirements: False)
    assert bootstrap.prepare([]) == 1
    assert "apt install python3-venv" in capsys.readouterr().err


def test_without_ensurepip_the_pip_outside_does_the_work(house, restarts, commands, monkeypatch):
    monkeypatch.setattr(bootstrap, "found", lambda name: name not in {"tiny_tile", "ensurepip"})
    monkeypatch.setattr(bootstrap, "works", lambda python, requirements: False)
    assert bootstrap.prepare([]) == 0
    assert commands.names() == ["venv", "pip"]
    assert commands[1][0] == sys.executable and "--python" in commands[1]


def test_where_the_folder_cannot_be_written_the_data_folder_serves(house, restarts, commands, capsys):
    (house / ".venv").touch()  # a file in the way stops even root, unlike permissions
    assert bootstrap.prepare([]) == 0
    assert restarts == [(bootstrap.venv_python(str(house / "data" / "venv")), 1)]
    said = capsys.readouterr().err
    assert f"The folder {house} cannot be written to" in said and str(house / "data" / "venv") in said


def test_where_no_folder_can_be_written_both_are_named(house, restarts, commands, capsys):
    (house / ".venv").touch()
    (house / "data").touch()
    assert bootstrap.prepare([]) == 1
    said = capsys.readouterr().err
    assert "cannot write" in said and str(house / ".venv") in said and str(house / "data" / "venv") in said


def test_a_disk_that_is_full_from_the_start_is_no_traceback(house, monkeypatch, capsys):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "makedirs", full)
    assert bootstrap.prepare([]) == 1
    assert "not enough space" in capsys.readouterr().err


def test_an_incomplete_copy_of_the_game_is_named(house, capsys):
    (house / "requirements.txt").unlink()
    assert bootstrap.prepare([]) == 1
    assert "requirements.txt is missing" in capsys.readouterr().err


def test_ctrl_c_ends_quietly_and_leaves_nothing_half_made(house, commands, monkeypatch, capsys):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(bootstrap, "install", interrupted)
    assert bootstrap.prepare([]) == 130
    assert "Stopped" in capsys.readouterr().err
    assert os.listdir(house / ".venv") == [bootstrap.LOCK]


# --- Messages
# ------------------------------------------------------------------------------------------------


def sentences(language):
    with open(os.path.join(messages.LOCALE, language, messages.TEXTS), encoding="utf-8") as file:
        return {key: found if isinstance(found, str) else "\n".join(found)
                for key, found in json.load(file).items()}


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "nl"])
def test_each_sentence_exists_in_every_language_with_the_same_values(language):
    def fields(sentence):
        return sorted(name for _, name, _, _ in string.Formatter().parse(sentence) if name)

    english, other = sentences("en"), sentences(language)
    assert list(other) == list(english)
    for key in english:
        assert english[key] != other[key] and fields(english[key]) == fields(other[key]), key


def test_every_sentence_that_is_said_is_written_down():
    modules = (bootstrap, messages, pip)
    source = "".join(Path(module.__file__).read_text(encoding="utf-8") for module in modules)
    said = set(re.findall(r'(?:text|SetupFailed)\("(\w+)"', source))
    assert said and said <= set(sentences("en"))


@pytest.mark.parametrize(("locale", "language"), [
    ("de_AT.UTF-8", "de"), ("fr_CA.UTF-8", "fr"), ("it_IT", "it"), ("nl_BE.UTF-8", "nl"),
    ("es", "es"), ("en_GB.UTF-8", "en"), ("pl_PL.UTF-8", "en"), ("C", "en")])
def test_systems_of_our_languages_read_their_own_all_others_english(monkeypatch, locale, language):
    for name in ("DOMINOTHEK_LANG", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", locale)
    assert messages.text("done") == sentences(language)["done"]


def test_many_lines_of_pip_become_one_for_each_package(monkeypatch):
    said = []
    monkeypatch.setattr(pip, "say", lambda line, share=None: said.append(line))
    monkeypatch.setenv("LC_ALL", "C")
    progress = pip.Progress(["pygame-ce==2.5.8", "PyYAML==6.0.3"])
    for line in [
        "Collecting pygame-ce==2.5.8 (from -r /a/requirements.txt (line 5))",
        "  Downloading pygame_ce-2.5.8.whl.metadata (11 kB)",
        "  Downloading pygame_ce-2.5.8-cp311-cp311-linux.whl (12.2 MB)",
        "WARNING: Retrying (Retry(total=4, ...)) after connection broken",
        "WARNING: Retrying (Retry(total=3, ...)) after connection broken",
        "Processing /b/pyyaml-6.0.3-cp311-cp311-linux.whl (from -r /a/requirements.txt (line 7))",
        "Collecting something-else>=2",
        "Installing collected packages: PyYAML, pygame-ce",
        "",
    ]:
        progress.hear(line)
    assert [line.strip() for line in said] == [
        "Installing pygame-ce 2.5.8 (1 of 2) ...",
        "downloading 12.2 MB ...",
        "No answer from the network yet. Trying again ...",
        "Installing PyYAML 6.0.3 (2 of 2) ...",
        "Unpacking ...",
    ]


def test_a_slow_download_keeps_telling_how_far_it_is(monkeypatch):
    said = []
    monkeypatch.setattr(pip, "say", lambda line, share=None: said.append(line.strip()))
    monkeypatch.setenv("LC_ALL", "C")
    progress = pip.Progress(["pygame-ce==2.5.8"])
    progress.wait(9.0, 3.0)
    assert said == [], "nothing is being downloaded yet"
    progress.hear("Collecting pygame-ce==2.5.8")
    progress.hear("  Downloading pygame_ce-2.5.8-cp311-cp311-linux.whl (12.2 MB)")
    for arrived in range(5):
        progress.wait(1.0, arrived)
    assert said[-1] == "3.0 of 12.2 MB ..."
    assert 0 < progress.share(0.25) < progress.share(1.0) < 1


def test_the_growing_download_of_a_command_is_seen(monkeypatch):
    monkeypatch.setattr(pip, "POLL", 0.05)
    program = ("import os, time; file = open(os.path.join(os.environ['TMPDIR'], 'a.whl'), 'wb');"
               "file.write(bytes(2_000_000)); file.flush(); time.sleep(0.4); print('done')")
    seen = []

    class Watch(pip.Progress):
        def wait(self, seconds, arrived):
            seen.append(arrived)

    assert pip.run([sys.executable, "-c", program], Watch([])) == (0, "done")
    assert seen[-1] == 2.0


@pytest.mark.parametrize("moment", ["clear", "install"])
def test_a_setup_killed_at_any_moment_heals_at_the_next_start(house, restarts, commands, monkeypatch, moment):
    class Killed(BaseException):
        """As little of the program runs after it as after kill -9."""

    folder = stamped(house / ".venv", ["Tiny-Tile==0.9"])
    (folder / "half a package").mkdir()
    if moment == "clear":  # while an environment that no longer works is being deleted
        monkeypatch.setattr(bootstrap, "works", lambda python, requirements: False)
        monkeypatch.setattr(bootstrap, "fingerprint", lambda folder: "another machine")
    with monkeypatch.context() as patch:
        def killed(*_, **__):
            raise Killed

        patch.setattr(bootstrap, moment, killed)
        with pytest.raises(Killed):
            bootstrap.prepare([])
    assert bootstrap.read_stamp(str(folder))[0] == bootstrap.INSTALLING
    monkeypatch.setattr(bootstrap, "works", lambda python, requirements: True)
    assert bootstrap.prepare([]) == 0 and len(restarts) == 1
    assert not (folder / "half a package").exists()
    assert bootstrap.read_stamp(str(folder))[::2] == ("ready", ["Tiny-Tile==1.0"])


# --- The small window
# -----------------------------------------------------------------------------------------------


def test_the_window_takes_any_line_and_says_the_first_without_tkinter(monkeypatch):
    shown = []
    monkeypatch.setattr(progress_window.subprocess, "run", lambda command, **_: shown.append(command))
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys, "stdin", ["{", "[]", '{"title": "Getting ready"}', '{"share": 0.5}',
                                       '{"fault": "The disk is full."}'])
    messages_ = queue.Queue()
    progress_window.read_messages(messages_)
    progress_window.notify(messages_)
    assert [command[-1] for command in shown] == ["Getting ready", "The disk is full."]


# --- Real environments
# ---------------------------------------------------------------------------------------


def tiny_wheel(folder: Path) -> None:
    """Write a minimal wheel by hand, so that no network is needed."""
    folder.mkdir()
    files = {
        "tiny_tile.py": "SPOTS = 6\n",
        "tiny_tile-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: tiny-tile\nVersion: 1.0\n",
        "tiny_tile-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "tiny_tile-1.0.dist-info/RECORD"
    rows = [f"{record},,"]
    with zipfile.ZipFile(folder / "tiny_tile-1.0-py3-none-any.whl", "w") as wheel:
        for name, content in files.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(content.encode()).digest()).rstrip(b"=").decode()
            rows.append(f"{name},sha256={digest},{len(content)}")
            wheel.writestr(name, content)
        wheel.writestr(record, "\n".join(rows) + "\n")


COMMANDS = """
import multiprocessing, sys
import tiny_tile

def double(number):
    return number * 2

def main(argv):
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print("spots", pool.apply(double, (tiny_tile.SPOTS,)), argv, sys.prefix)
    return 3
"""


def test_a_first_start_builds_the_environment_and_starts_again_in_it(tmp_path):
    project = tmp_path / "a folder with spaces"
    copy_of_the_start(project)
    (project / "game" / "commands" / "__init__.py").write_text(COMMANDS, encoding="utf-8")
    (project / "requirements.txt").write_text("Tiny-Tile==1.0\n", encoding="utf-8")
    tiny_wheel(tmp_path / "wheels")
    environment = {
        **os.environ,
        "LC_ALL": "C",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": (tmp_path / "wheels").as_uri(),
        "DOMINOTHEK_DATA": str(tmp_path / "data"),
    }
    environment.pop("PYTHONPATH", None)

    def start() -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "main.py", "kwinty", "a b"],
            cwd=project,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    # Two at once: one builds, the other waits, both start.
    both = [start(), start()]
    heard = [process.communicate(timeout=120) for process in both]
    for process, (out, err) in zip(both, heard, strict=True):
        assert process.returncode == 3, err
        assert out.strip() == f"spots 12 ['kwinty', 'a b'] {project / '.venv'}"
    assert sorted("first start" in err for _, err in heard) == [False, True]

    again = start()
    out, err = again.communicate(timeout=60)
    assert (again.returncode, err) == (3, "") and out.startswith("spots 12")


def starts(python: str, version: str) -> bool:
    """Return whether an interpreter runs; the shim of a version that is not installed exits with 127."""
    try:
        answer = subprocess.run([python, "--version"], capture_output=True, timeout=60, check=False)
    except OSError:
        return False
    return answer.returncode == 0 and f"Python {version}".encode() in answer.stdout + answer.stderr


def older_python(version: str) -> str:
    """Return an interpreter of that version that starts; skip the test if there is none."""
    installed = Path.home() / ".pyenv" / "versions"
    pythons = [*sorted(installed.glob(f"{version}.*/bin/python")), shutil.which(f"python{version}")]
    found = next((str(path) for path in pythons if path and starts(str(path), version)), None)
    if found is None:
        pytest.skip(f"no Python {version} that starts on this machine")
    return found


def test_a_shim_without_its_version_is_skipped(tmp_path, monkeypatch):
    shim = tmp_path / "python3.8"
    shim.write_text("#!/bin/sh\necho 'pyenv: python3.8: command not found' >&2\nexit 127\n")
    shim.chmod(0o755)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: str(shim) if name == "python3.8" else None)
    for version in ("3.8", "3.9"):
        with pytest.raises(pytest.skip.Exception, match=f"no Python {version} that starts"):
            older_python(version)


def test_an_interpreter_that_starts_is_found(tmp_path, monkeypatch):
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: sys.executable)
    assert older_python(version) == sys.executable


@pytest.mark.parametrize("version", OLD_PYTHONS)
def test_an_older_python_is_told_so_in_a_sentence(version):
    python = older_python(version)
    answer = subprocess.run([python, str(ROOT / "main.py")], capture_output=True, timeout=60, check=False)
    assert answer.returncode == 1
    assert f"needs Python 3.11 or newer; this is Python {version}".encode() in answer.stderr
    assert b"Traceback" not in answer.stderr and b"SyntaxError" not in answer.stderr


def test_main_is_short():
    assert len((ROOT / "main.py").read_text(encoding="utf-8").splitlines()) <= 40


# --- main.py test -----------------------------------------------------------------------------------------


def test_the_test_command_runs_pytest_away_from_the_users_folder(monkeypatch):
    calls = []

    class Tests:
        def __init__(self, command, cwd, env):
            calls.append((command, cwd, env["DOMINOTHEK_DATA"]))

        def wait(self):
            return 5

    monkeypatch.setattr(subprocess, "Popen", Tests)
    assert run_tests.run(["-k", "kwinty"]) == 5
    command, folder, user_data = calls[0]
    assert command[1:3] == ["-m", "pytest"] and command[-2:] == ["-k", "kwinty"] and "-n" in command
    assert folder == ROOT
    assert "dominothek-test-" in user_data and not os.path.exists(user_data)


def test_the_test_command_explains_itself(capsys):
    assert run_tests.run(["--help"]) == 0
    assert "main.py test" in capsys.readouterr().out


def test_a_debugger_gets_the_terminal_for_itself():
    assert "-n" not in run_tests.pytest_command(["--pdb"])


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no folder in memory")
@pytest.mark.parametrize("gigabytes, no_programs, packing, used", [
    (8, False, False, True), (1, False, False, False), (8, True, False, False), (8, False, True, False)])
def test_tests_write_into_memory_if_it_is_large_enough_and_programs_may_be_started_there(
        tmp_path, monkeypatch, gigabytes, no_programs, packing, used):
    found = SimpleNamespace(f_bavail=gigabytes << 18, f_frsize=4096, f_flag=no_programs * os.ST_NOEXEC)
    monkeypatch.setattr(os, "statvfs", lambda _: found)
    monkeypatch.delenv("DOMINOTHEK_HANDOUT", raising=False)
    if packing:
        monkeypatch.setenv("DOMINOTHEK_HANDOUT", "1")
    assert run_tests.folder_in_memory(str(tmp_path)) == (str(tmp_path) if used else None)


def test_without_a_folder_in_memory_tests_write_where_everybody_does(tmp_path):
    assert run_tests.folder_in_memory(str(tmp_path / "nowhere")) is None
