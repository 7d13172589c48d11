"""One package per game with its rules, bots and level maker; `triangles` and `crossword` hold what a family shares."""
