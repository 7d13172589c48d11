"""The board that Kreuzwort and Point-Typ-Dom share."""
