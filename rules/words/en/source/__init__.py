"""The source of the English word list: its builder and the lists written by hand."""
