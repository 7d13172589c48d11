"""The parts that Tripple Domino, its solitaire and Trio-Domino share: layout, fast board, level maker."""
