"""The index of results: filled from records, people.json and what is left of a damaged database."""
