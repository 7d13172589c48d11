"""The scripts and hand-written lists that build the German word list; see README.md."""
