"""What several games share: shuffling, hands and stocks, rounds, levels of skill, playouts, the triangular lattice."""
