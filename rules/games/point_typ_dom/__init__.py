"""Point-Typ-Dom: rules and bots."""
