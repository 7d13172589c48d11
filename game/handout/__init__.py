"""Handing the program out to people without Python: its icon, and the recipe that packs it into a folder."""
