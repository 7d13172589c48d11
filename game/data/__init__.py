"""Everything kept on disk: saves, settings, results, people, own words and variants, exports."""
