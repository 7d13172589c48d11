"""What Tripple Domino, its solitaire and Trio-Domino share: the layout of triangular tiles, fast boards, level maker."""
