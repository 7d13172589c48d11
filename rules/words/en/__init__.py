"""The English word list, its packed graph, its letters, its licence and the scripts that build it."""
