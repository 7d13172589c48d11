"""The index of results: its file, filled from records, people.json and what is left of a damaged one."""
