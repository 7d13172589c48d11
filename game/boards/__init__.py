"""One package per game with its board, help pictures and speech; `kit`, `triangles`, `letters` are shared."""
