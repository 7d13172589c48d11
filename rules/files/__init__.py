"""Rule files and levels: YAML read with the place of every value, checked against a schema, reported fault by fault."""
