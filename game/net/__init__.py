"""Network tables: protocol, permissions, admission and discovery.

For a window, in this order:

- `game.net.needed.missing()` names the packages that are not installed; if any is, use nothing else below.
- Host: `keeping.host_table(store, Setting(rules, chairs, seed, code, ...), texts)` returns `Kept`;
  `kept.host.open()` listens and returns the port (OSError if it cannot); `kept.host.client(seat)` is a
  `Client` for each seat of kind `here`, `client(None)` one for a spectator. `entry.code.new_code(texts)`
  makes the code, `host.fresh_seed()` the deal, `keeping.own_setup(...)` adds the host's words; show
  `find.own_addresses()` with the code. `keeping.is_table(store, save)` and `continued(store, save)` restore
  a saved table.
- Guest: `Guest(Goal(address, port, Who(name, colour, face), code=...), texts, folder=store.folder)`, then
  `open()` and only its `client`; `Goal.back_to(key, who)` for a seat of `entry.keys.seats_kept(folder)`. When
  the game begins call `guest.keep(game, names)`, at its end `guest.forget()`.
- Finding: `find.Finder().open()`, read `found` in any frame, `close()`.
- Both sides: `client.poll()` once a frame returns typed events (game/net/happenings.py); `client.room` is the
  waiting room, `client.mirror` the session to draw, `client.line` the state of the connection,
  `client.waiting` is True from a move to its answer. Requests (`play`, `say_phrase`, `ready`, ...) return at
  once. Compute bot moves and hints from `rules.filled_in(mirror.state, seat)`. At the end `RecordKept` has
  the record: `keeping.keep_result(store, history, record, own_seats, path)` books it and writes it.
- `close()` of `Kept` or of a guest waits for its threads, at most a few seconds.

Tests and tournaments use the same objects: `bots.Autopilot` plays the seat of a client.
"""
