"""Samples of the ordinary test run, and the larger ones of the long run (DOMINOTHEK_LONG=1)."""

from __future__ import annotations

import os

LONG = bool(os.environ.get("DOMINOTHEK_LONG"))
