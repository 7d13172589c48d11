"""How the word list was made: the source of rules/words/de/de.tsv.gz, with the hand-written lists. See README.md."""
