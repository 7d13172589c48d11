"""Read a file: its bytes, its encoding, its YAML. Everything wrong with the file itself is reported here."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from rules.files.faults import Place, Report, Unreadable, give_up
from rules.files.nodes import Node

MOST_BYTES = 1_000_000

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""Characters not allowed in any text: some cannot be rendered, others change how editors count lines."""

_LINE_END = re.compile("\r\n|\r|\n")


def read_document(path: Path, report: Report) -> Node:
    """Return the only YAML document of a file; raise Unreadable."""
    from rules.files.yaml_nodes import parse  # noqa: PLC0415 - importing yaml takes 24 ms; start-up reads a cache

    return parse(read_text(path, report), report)


def read_text(path: Path, report: Report) -> str:
    """Return the text of a user-written file, free of control characters; raise Unreadable."""
    text = _decode(_read_bytes(path, report), report)
    _refuse_control_characters(text, report)
    return text


def _read_bytes(path: Path, report: Report) -> bytes:
    """Check the file before opening it: huge files are not read, pipes do not block."""
    top = Place(report.file)
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            give_up(report, top, "fault.folder")
        if not stat.S_ISREG(status.st_mode):
            give_up(report, top, "fault.no_file")
        if status.st_size > MOST_BYTES:
            give_up(report, top, "fault.too_large", size=status.st_size, most=MOST_BYTES)
        with path.open("rb") as file:
            return file.read(MOST_BYTES)
    except FileNotFoundError:
        if path.is_symlink():
            give_up(report, top, "fault.dangling_link", target=os.readlink(path))
        give_up(report, top, "fault.missing_file")
    except PermissionError:
        give_up(report, top, "fault.no_permission")
    except OSError as error:
        give_up(report, top, "fault.unreadable", problem=error.strerror or str(error))
    except ValueError as error:  # a NUL in the path
        give_up(report, top, "fault.unreadable", problem=str(error))


def _decode(data: bytes, report: Report) -> str:
    body = data.removeprefix(b"\xef\xbb\xbf")  # Windows editors write a byte order mark; ignore it
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        lines = _LINE_END.split(body[: error.start].decode("utf-8"))
        place = Place(report.file, len(lines), len(lines[-1]) + 1)
        offset = error.start + len(data) - len(body)
        give_up(report, place, "fault.not_utf8", byte=f"{data[offset]:02X}", offset=offset)


def _refuse_control_characters(text: str, report: Report) -> None:
    """Report the first control character of each line."""
    if not CONTROL.search(text):
        return
    for number, line in enumerate(_LINE_END.split(text), start=1):
        found = CONTROL.search(line)
        if found:
            place = Place(report.file, number, found.start() + 1)
            report.add(place, "", "fault.control", {"code": f"U+{ord(found[0]):04X}"})
    raise Unreadable
