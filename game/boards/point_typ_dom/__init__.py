"""The board of Point-Typ-Dom."""
