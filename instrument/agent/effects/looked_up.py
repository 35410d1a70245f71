"""Names of the notebook that library code looks up by itself: classes that a pickle names, types in
annotations, tests in the module.

This file finds the names; stubs declare the calls that look names up.

Unsound: a class of the notebook's that is named only in what a shelf or an unpickler of another
library reads.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..objects.kinds import is_definition, is_handle
from ..world.paths import text_of
from ..world.plain_files import open_plain

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ..objects.locations import Namespace

_WORD = re.compile(r"[^\W\d]\w*")
_MAIN = b"__main__"
_BINARY = b"\x80"
_SCANNED = 50_000_000
"""Bytes of a file that are looked through for names; a longer one may name any class."""


def definitions(namespace: Namespace) -> list[str]:
    """The names of the notebook's classes and functions."""
    return [name for name, value in namespace.items() if is_definition(value, namespace)]


def names_in_examples(values: Iterable[Any]) -> set[str]:
    """The words in the examples (`>>> f(1)`) of what documents these functions and classes."""
    parts = [
        part
        for value in values
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
    """The classes and functions of the notebook that a pickle may name: its bytes, its path, or a
    file that it is read from.
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
    """The names in annotations that are still text."""
    found = set()
    for part in obj.__mro__ if issubclass(type(obj), type) else (obj,):
        for text in (getattr(part, "__annotations__", None) or {}).values():
            if issubclass(type(text), str):
                found.update(_WORD.findall(text))
    return found
