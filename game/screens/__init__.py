"""All screens except the table; larger ones are packages."""
