"""The moderator's list of muted and removed people: a YAML file at one worker, published to all workers.

```yaml
muted: [3f2a90b1c4, "Loud Name"]
removed: [77aa01bc2d]
```
Entries are the ids of people, or names, which apply to all people with that name. The file is reread when it
changes; an invalid file is ignored.
"""

from __future__ import annotations

from pathlib import Path

import yaml

from game.net.club.desk import Person
from game.net.club.store.bucket import NatsBucket
from game.net.club.store.log import Log
from game.net.protocol import Params

KEY = "moderation"
LARGEST = 1024**2
LISTS = ("muted", "removed")


class BadList(ValueError):
    """The moderator's file is invalid; the message has the reason and the place."""


def read_list(path: Path) -> Params:
    """Parse the moderator's file; raise BadList or OSError."""
    if path.stat().st_size > LARGEST:
        raise BadList("larger than 1 MB")
    try:
        data = yaml.safe_load(path.read_text("utf-8"))
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark
        raise BadList(f"line {mark.line + 1 if mark else 1}: {fault.problem}") from None
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError):
        raise BadList("not YAML") from None
    data = {} if data is None else data
    if not isinstance(data, dict) or not set(data) <= set(LISTS):
        raise BadList(f"only these lists are known: {', '.join(LISTS)}")
    found: Params = {}
    for name in LISTS:
        entries = data.get(name) or []
        if not isinstance(entries, list) or not all(isinstance(one, str) and one.strip() for one in entries):
            raise BadList(f"{name} must be a list of texts; ids of digits alone need quotation marks")
        found[name] = sorted({one.strip().casefold() for one in entries})
    return found


class Moderation:
    """The current moderator's list, stored in the bucket `settings`."""

    def __init__(self, settings: NatsBucket, log: Log, path: Path | None = None):
        self._settings, self._log, self._path = settings, log, path
        self._seen: tuple[int, int] | None = None

    def _has(self, name: str, person: Person) -> bool:
        entry = self._settings.known().get(KEY)
        listed = entry.value.get(name, []) if entry is not None else []
        return person.id in listed or person.name.casefold() in listed

    def muted(self, person: Person) -> bool:
        return self._has("muted", person)

    def removed(self, person: Person) -> bool:
        return self._has("removed", person)

    async def look(self) -> None:
        """Reread the file if it has changed, and publish the list to all workers."""
        if self._path is None:
            return
        try:
            status = self._path.stat()
            seen = status.st_mtime_ns, status.st_size
            if seen == self._seen:
                return
            found = read_list(self._path)
        except OSError:
            self._seen = None
            return
        except BadList as fault:
            self._seen = seen
            self._log("moderation_unreadable", why=str(fault)[:200])
            return
        known = self._settings.known().get(KEY)
        if known is None or known.value != found:
            await self._settings.put(KEY, found)
            self._log("moderation_read", muted=len(found["muted"]), removed=len(found["removed"]))
        self._seen = seen  # only now: `put` fails while NATS is unreachable
