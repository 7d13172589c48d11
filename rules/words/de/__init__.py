"""The German word list, its packed graph, its licence and the scripts that build it."""
