"""The thinking process: bots, hints and solvers run here, so that no frame ever waits for them.

It knows no window. A request names a function of the rules package; an answer carries its number. A new
request or a cancel interrupts the one that is being thought about.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Request = tuple[int, str, tuple[Any, ...]]
"""Number, `module:function` within rules, arguments. The function also gets `stop`."""


def serve(connection: Connection) -> None:
    """Answer until the other end is gone."""
    try:
        while True:
            request: Request | None = connection.recv()
            if request is None:
                return
            number, name, arguments = request
            if name == "":
                continue
            connection.send((number, *_answer(name, arguments, connection.poll)))
    except (EOFError, OSError, KeyboardInterrupt):
        return


def _answer(name: str, arguments: tuple[Any, ...], stop: Callable[[], bool]) -> tuple[Any, str]:
    """The result and, if it failed, why."""
    module, _, function = name.partition(":")
    if not module.startswith("rules."):
        return None, f"{name} is not part of the rules"
    try:
        return getattr(import_module(module), function)(*arguments, stop=stop), ""
    except Exception as fault:  # noqa: BLE001 - whatever went wrong, the game must go on
        return None, f"{type(fault).__name__}: {fault}"
