"""The board of Presto."""
