"""Parts that several games share: hands and stocks, rounds, shuffling, skill levels, playouts, lattice."""
