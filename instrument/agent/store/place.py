"""The folder of the notebook: digests are to be the same in a moved folder, so they have paths relative
to it.
"""

from __future__ import annotations

import os
import pathlib
import re
from typing import Any

from ..world.paths import getcwd

_ASKS = re.compile(
    rb"\b(?:getcwdb?|cwd|abspath|absolute|resolve|realpath|relpath|samefile|readlink|chdir|fwalk|commonpath"
    rb"|__file__|__path__|_dh|getsourcefile|getfile)\b|\bsys\.(?:path|argv)\b"
)
"""Text of a module that may find out where the module is: the words of `runtime/store/path-in-key.ts`."""
_DEPTH = 4


class Place:
    """The working directory at the start of the session."""

    def __init__(self) -> None:
        self.folder = getcwd()
        self._start = os.path.join(self.folder, "")

    def relative(self, value: Any, depth: int = _DEPTH) -> Any:
        """A path in the folder as a relative one; in tuples and dictionaries, each of them."""
        if type(value) is str:
            if value == self.folder:
                return "./"
            return "./" + value[len(self._start) :] if value.startswith(self._start) else value
        if isinstance(value, pathlib.PurePath):
            return ["path", self.relative(str(value), 0)]
        if depth and type(value) in (tuple, list):
            return [type(value).__name__, *[self.relative(each, depth - 1) for each in value]]
        if depth and type(value) is dict:
            return {key: self.relative(each, depth - 1) for key, each in value.items()}
        return value


def asks_where(text: bytes) -> bool:
    """Whether a module's text may find out where the module is."""
    return _ASKS.search(text) is not None
