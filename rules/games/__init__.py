"""One package per game with its rules, bots and level maker; `triangles` and `crossword` serve a family."""
