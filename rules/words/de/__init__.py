"""The German word list, its graph, its licence and the scripts that build it."""
