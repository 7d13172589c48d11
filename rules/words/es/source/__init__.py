"""The source of the Spanish word list: its builder and the lists written by hand."""
