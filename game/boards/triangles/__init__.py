"""Parts that the boards with triangular tiles share."""
