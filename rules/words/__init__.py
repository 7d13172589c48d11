"""Words: the packed lexicon, what is valid in one game, and where words can be laid on a table."""
