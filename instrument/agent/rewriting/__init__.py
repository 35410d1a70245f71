"""From a cell's syntax tree to one with probes, in a full and a light copy. Nothing runs here."""

from __future__ import annotations
