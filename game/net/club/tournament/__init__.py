"""Tournaments: the file that describes one, pairing, standings, exported results, and their director.

- `plan.read_plan(path, own_rules)` reads the YAML file; every fault has its line and column.
- `course.Course` is the state of a tournament: a frozen value folded from plain events (`after_all`), so it
  survives any restart. `pairing.next_round(course)` pairs the next round, `standings.standings(course)`
  returns the standings.
- `page.Page` is the public view, for the window and as JSON; `results` exports it as CSV and JSON.
- `director.Director` runs the tournaments of a club.
"""
