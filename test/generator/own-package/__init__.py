"""The package of the user's own that generated programs import (`statements/packages.txt`)."""

from .shapes import Shape, Square, named
from .state import note, notes

__all__ = ["Shape", "Square", "named", "note", "notes"]
