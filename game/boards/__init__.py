"""One package per game with its board, rules-page pictures and spoken text; `kit`, `triangles` and `letters`
are shared."""
