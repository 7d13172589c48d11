"""Every screen but the table; larger ones are packages."""
