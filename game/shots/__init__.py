"""Draw every screen to a PNG: `main.py shots`."""
