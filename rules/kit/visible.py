"""Text from foreign files made safe to show: control characters become visible escapes."""

from __future__ import annotations


def visible(text: str, most: int | None = None) -> str:
    r"""Return a text, cut to `most` characters, with unprintable ones as escapes such as `\x1b`."""
    if most is not None and len(text) > most:
        text = text[:most - 1] + "…"
    if text.isprintable():
        return text
    return "".join(mark if mark.isprintable() else mark.encode("unicode_escape").decode("ascii")
                   for mark in text)
