"""Rule files and levels: read YAML with the place of every value, check it, report all faults."""
