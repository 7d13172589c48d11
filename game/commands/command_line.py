"""Shared by all commands: argparse in the player's language, validated values, two kinds of fault.

argparse's own English messages are never shown.
"""

from __future__ import annotations

import argparse
import errno
import sys
import textwrap
from collections.abc import Iterable
from typing import Any, NoReturn

from game.ui.text import Texts, languages
from rules.catalog import GAMES
from rules.files.faults import shown, unknown
from rules.home import FROM_SOURCE
from rules.kit.phrases import Phrase

PROGRAM = "python main.py" if FROM_SOURCE else "dominothek"
COMMANDS = ("simulate", "verify", "rules", "replay", "review", "export", "host", "join", "tables", "club",
            "shots", "bench", "check", "test")


class UsageFault(Exception):
    """The command line cannot be parsed; exit code 2."""

    def __init__(self, phrase: Phrase):
        super().__init__(phrase)
        self.phrase = phrase


class Failure(Exception):
    """The command was parsed but could not be carried out; exit code 1."""

    def __init__(self, phrase: Phrase):
        super().__init__(phrase)
        self.phrase = phrase


def misused(key: str, /, **values: Any) -> NoReturn:
    raise UsageFault(Phrase(key, values))


def failed(key: str, /, **values: Any) -> NoReturn:
    raise Failure(Phrase(key, values))


def complain(sentence: str) -> None:
    """Print to stderr and flush; stdout is reserved for the command's results."""
    print(sentence, file=sys.stderr, flush=True)


_REASONS = {
    errno.ENOSPC: "cli.reason.full",
    errno.EACCES: "cli.reason.permission",
    errno.EPERM: "cli.reason.permission",
    errno.EROFS: "cli.reason.read_only",
    errno.ENOENT: "cli.reason.missing",
    errno.ENOTDIR: "cli.reason.no_folder",
    errno.EEXIST: "cli.reason.no_folder",
    errno.EISDIR: "cli.reason.folder",
    errno.ENAMETOOLONG: "cli.reason.long_name",
}


def reason(fault: OSError) -> Phrase | str:
    """Return the reason of an OSError, translated for known error codes."""
    key = _REASONS.get(fault.errno or 0)
    return Phrase(key) if key else fault.strerror or str(fault)


# --- parsing ---


class _Help(argparse.HelpFormatter):
    """argparse's help with a translated `usage` and room for long options."""

    def __init__(self, prog: str, word: str):
        super().__init__(prog, max_help_position=24, width=100)
        self.word = word

    def add_usage(self, usage: Any, actions: Any, groups: Any,
                  prefix: str | None = None) -> None:  # noqa: ARG002 - the signature is that of argparse
        super().add_usage(usage, actions, groups, prefix=self.word)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Wrap every line by itself: argparse joins them, which runs the items of a list together."""
        return "\n".join(textwrap.fill(line, width, initial_indent=indent, subsequent_indent=indent)
                         for line in text.splitlines())


class CommandLine(argparse.ArgumentParser):
    """The arguments of one command. Texts are `cli.<command>.<argument>`; all values are strings."""

    def __init__(self, command: str, texts: Texts):
        self.texts, self.command = texts, command
        usage = f"{PROGRAM} {texts(f'cli.{command}.usage')}"

        def formatter(prog: str) -> _Help:
            return _Help(prog, texts("cli.help.usage"))

        super().__init__(usage=usage, description=texts(f"cli.{command}.about"), formatter_class=formatter,
                         add_help=False, allow_abbrev=False, exit_on_error=False)
        self._positionals.title = texts("cli.help.arguments")
        self._optionals.title = texts("cli.help.options")

    def takes(self, name: str, *, many: bool = False) -> None:
        """Add a positional argument; the command itself checks that it is not missing."""
        self.add_argument(name, nargs="*" if many else "?", metavar=self._text(f"{name}_word"),
                          help=self._text(name))

    def offers(self, name: str, default: str | None = None) -> None:
        """Add an option with a value."""
        text = self._text(name).replace("%", "%%")
        self.add_argument(f"--{name}", default=default, metavar=self._text(f"{name}_word"), help=text)

    def switch(self, name: str) -> None:
        """Add an option without a value."""
        self.add_argument(f"--{name}", action="store_true", help=self._text(name))

    def _text(self, name: str) -> str:
        own = f"cli.{self.command}.{name}"
        return self.texts(own if self.texts.has(own) else f"cli.common.{name}")

    def parse(self, args: list[str]) -> argparse.Namespace | None:
        """Return the arguments, or None if help was requested and printed."""
        self.offers("lang")  # already removed from the line; added only to be listed in the help
        self.add_argument("-h", "--help", action="store_true", help=self._text("help"))
        if {"-h", "--help"} & set(args):
            self.print_help(sys.stdout)
            return None
        try:
            found, rest = self.parse_known_args(args)
        except argparse.ArgumentError as fault:
            self._value_fault(fault)
        if rest:
            self._superfluous(rest[0])
        return found

    def _value_fault(self, fault: argparse.ArgumentError) -> NoReturn:
        option = (fault.argument_name or "").split("/")[-1]
        action = self._option_string_actions.get(option)
        if action is not None and action.nargs == 0:
            misused("cli.fault.no_value", option=option)
        misused("cli.fault.needs_value", option=option)

    def _superfluous(self, found: str) -> NoReturn:
        if not found.startswith("-"):
            misused("cli.fault.superfluous", argument=shown(found), command=self.command)
        options = [option for option in self._option_string_actions if option != "-h"]
        raise UsageFault(unknown("cli.fault.option", found.split("=")[0], options))

    def error(self, message: str) -> NoReturn:
        misused("cli.fault.not_understood", problem=message)


def take_language(args: list[str]) -> tuple[str | None, list[str]]:
    """Split off `--lang de`, which may be anywhere; return the language and the other arguments."""
    rest, language, waiting = [], None, False
    for position, argument in enumerate(args):
        if waiting:
            language, waiting = argument, False
        elif argument == "--lang":
            waiting = True
        elif argument.startswith("--lang="):
            language = argument.removeprefix("--lang=")
        elif argument == "test":  # the rest belongs to pytest
            rest += args[position:]
            break
        else:
            rest.append(argument)
    if waiting:
        misused("cli.fault.needs_value", option="--lang")
    if language is not None and language not in languages():
        misused("cli.fault.language", value=shown(language), allowed=", ".join(languages()))
    return language, rest


# --- values ---


def whole(option: str, text: str, low: int, high: int) -> int:
    """Parse the whole number of an option; raise UsageFault if it is not within `low` and `high`."""
    try:
        number = int(text)
    except ValueError:
        misused("cli.fault.whole", option=option, value=shown(text), low=low, high=high)
    if not low <= number <= high:
        misused("cli.fault.whole", option=option, value=shown(text), low=low, high=high)
    return number


def one_of(key: str, text: str, allowed: Iterable[str]) -> str:
    """Return `text` if it is allowed; else raise UsageFault with the text `key` or `key_near`."""
    names = list(allowed)
    if text not in names:
        raise UsageFault(unknown(key, text, names))
    return text


def a_game(text: str | None, command: str) -> str:
    """Return the id of a game, which must be given; raise UsageFault otherwise."""
    if text is None:
        misused("cli.fault.needs_game", command=command, allowed=", ".join(GAMES))
    return one_of("cli.fault.game", text, GAMES)

