"""The way from a double-click to a running program: packages, their installation, the window meanwhile."""
