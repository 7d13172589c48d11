"""The board of Turm-Domino."""
