"""Tournaments: the file that describes one, who plays whom, the standings, and what is written about them.

- `plan.read_plan(path, own_rules)` reads the YAML file; every fault has its line and column.
- `course.Course` is a tournament so far: a frozen value, made of plain events (`after_all`), so that it goes
  on after any restart. `pairing.next_round(course)` says who plays whom, `standings.standings(course)` how
  all stand.
- `page.Page` is what people see of it, in the window and as JSON; `results` writes it as CSV and JSON.
- `director.Director` runs them in a club.
"""
