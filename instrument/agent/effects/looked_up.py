"""Notebook names looked up by library code itself: classes named in a pickle, types in annotations,
tests in the module.

This file finds the names; stubs declare the calls that look names up.

Unsound: a class of the notebook is missed whose name stands only in a shelf, or in a pickle that
the unpickler of another library reads.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..objects.classes import is_definition
from ..objects.handles import is_handle
from ..objects.locations import GLOBALS
from ..world.named_paths import read_named_paths
from ..world.paths import text_of
from ..world.plain_files import open_plain
from .arguments import values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from ..objects.locations import Namespace
    from ..reach.deep_reads import Reach
    from ..record.recorder import Recorder
    from .arguments import Bound
    from .library import Action
    from .undeclared import Undeclared

_WORD = re.compile(r"[^\W\d]\w*")
_MAIN = b"__main__"
_BINARY = b"\x80"
_SCANNED = 50_000_000
"""The most bytes of a file searched for names; a longer file may name any class."""


class LookingUp:
    """The part of `ApplyEffects` for names, paths and code among the arguments of a call."""

    recorder: Recorder
    reach: Reach
    undeclared: Callable[[], Undeclared]

    def look_up(self, names: Iterable[str]) -> None:
        """Library code looks up global names by itself."""
        namespace = self.recorder.namespace
        for name in names:
            self.recorder.read(GLOBALS, name)
            self.reach.deep_read(namespace.get(name))

    def _names(self, action: Action, bound: Bound) -> None:
        namespace = self.recorder.namespace
        for text in values(action[1], bound):
            if issubclass(type(text), str):
                for name in re.findall(re.escape(action[2]) + r"([^\W\d]\w*)", text):
                    if name in namespace:
                        self.recorder.read(GLOBALS, name)
                        self.reach.deep_read(namespace[name])

    def _paths(self, action: Action, bound: Bound) -> None:
        for text in values(action[1], bound):
            read_named_paths(self.recorder, text)

    def _runs(self, action: Action, bound: Bound) -> None:
        for code in values(action[1], bound):
            self.undeclared().runs_text(code)

    def _pickled(self, action: Action, bound: Bound) -> None:
        for source in values(action[1], bound):
            self.look_up(pickled_names(source, self.recorder.namespace))

    def _annotations(self, action: Action, bound: Bound) -> None:
        known = {*self.recorder.namespace, *self.recorder.global_names.deleted}
        for obj in values(action[1], bound):
            self.look_up(sorted(annotated_names(obj) & known))


def definitions(namespace: Namespace) -> list[str]:
    """The names of the notebook's classes and functions."""
    return [name for name, value in namespace.items() if is_definition(value, namespace)]


def names_in_examples(documented: Iterable[Any]) -> set[str]:
    """The words in the examples (`>>> f(1)`) of these functions' and classes' doc comments."""
    parts = [
        part
        for value in documented
        for part in (value, *(vars(value).values() if issubclass(type(value), type) else ()))
    ]
    texts = [getattr(part, "__doc__", None) for part in parts]
    lines = [
        line
        for text in texts
        if type(text) is str
        for line in text.splitlines()
        if line.lstrip().startswith((">>> ", "... "))
    ]
    return {word for line in lines for word in _WORD.findall(line)}


def pickled_names(source: Any, namespace: Namespace) -> list[str]:
    """The notebook's classes and functions that a pickle may name. `source`: its bytes, its path,
    or an open file.
    """
    if is_handle(source):
        source = getattr(source, "name", None)
    data = source if issubclass(type(source), (bytes, bytearray)) else _content(source)
    if data is None or not data.startswith(_BINARY):
        # too long, compressed, or of an old protocol
        return definitions(namespace)
    return (
        [name for name in definitions(namespace) if name.encode() in data] if _MAIN in data else []
    )


def _content(path: Any) -> bytes | None:
    """The bytes of a file; None when they cannot be had."""
    try:
        with open_plain(text_of(path)) as file:
            data = file.read(_SCANNED)
    except (OSError, TypeError, ValueError):
        return None
    return data if len(data) < _SCANNED else None


def annotated_names(obj: Any) -> set[str]:
    """The names in annotations stored as text."""
    found = set()
    for part in obj.__mro__ if issubclass(type(obj), type) else (obj,):
        for text in (getattr(part, "__annotations__", None) or {}).values():
            if issubclass(type(text), str):
                found.update(_WORD.findall(text))
    return found
