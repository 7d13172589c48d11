"""The version of the program; a test keeps pyproject.toml in step."""

VERSION = "2.0.0"
