"""The version of the program; a test keeps pyproject.toml in step."""

VERSION = "1.0.0"
