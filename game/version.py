"""The version of the program; pyproject.toml says the same, and a test holds the two together."""

VERSION = "1.0.0"
