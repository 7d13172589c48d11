"""The values of a rule file after its schema has checked them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Values = Mapping[str, Any]
"""Nested like the rule file. The schema guarantees keys and kinds, so a game reads it without checks."""
