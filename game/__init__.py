"""The program around the rules: start, window, scenes, tables, sound, texts; rules/ knows nothing of it."""
