"""What the boards of triangular tiles share."""
