"""The user's own package, for generated programs (`statements/packages.txt`)."""

from .shapes import Shape, Square, named
from .state import note, notes

__all__ = ["Shape", "Square", "named", "note", "notes"]
