"""The board of Trio-Domino."""
