"""What the builders of the word lists share: sources, draft, names, rude words, bands, letters."""
