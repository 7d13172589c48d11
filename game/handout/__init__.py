"""Packaging for people without Python: the icon, and the recipe that packs the program into a folder."""
