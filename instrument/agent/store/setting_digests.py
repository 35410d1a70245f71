"""Digests of the settings that decide about a run. A digest of all settings takes milliseconds, and
settings rarely change: each digest is kept with a mark of its setting, and is taken anew where the
mark differs.
"""

from __future__ import annotations

import enum
import io
import pathlib
import pickle
import re
import types
from typing import TYPE_CHECKING, Any

from ..objects.attributes import given_dict
from ..objects.cpython import has_own_memory
from ..objects.figures import PYPLOT
from ..objects.locations import ATOMIC
from ..world.table import ENTRIES
from .surroundings import digest_of, environment

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .place import Place

_COUNTERS = re.compile(r"(?:threads|workers|processes)\.names")
"""Numbers that go on with each thread, and show in names only."""
_ENVIRONMENT = "environ"
_COMPARED = tuple(
    entry
    for entry in ENTRIES
    if entry.has_values
    and entry.drawn is None
    and entry.location != PYPLOT
    and not _COUNTERS.fullmatch(entry.location)
)
_OF_PATHS = frozenset({"cwd", "sys.path", "folders"})
"""Settings that are paths."""
_NAMED = (type, enum.Enum, types.MethodType, types.BuiltinMethodType)
"""Pickle writes the names of these, or their objects and their names."""
_SIMPLE = ATOMIC.union((re.Pattern, types.FunctionType))


class SettingDigests:
    """By location, the last mark and digest of each setting."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.known: dict[str, tuple[bytes | None, str | None]] = {}

    def all(self) -> dict[str, str]:
        """A digest of each setting that can be compared with that of another process, the
        environment among them.
        """
        found = {}
        for entry in _COMPARED:
            if entry.home() is None:
                continue
            digest = self.of(entry.location, entry.read())
            if digest is not None:
                found[entry.location] = digest
        return found

    def of(self, location: str, value: Mapping[Any, Any]) -> str | None:
        marks = _Marks()
        mark = marks.of(value)
        before, digest = self.known.get(location, (None, None))
        if mark == before:
            return digest
        shown: object = value
        if location == _ENVIRONMENT:
            shown = environment()
        elif location in _OF_PATHS:
            shown = self.place.relative(value)
        digest = digest_of(shown)
        # (a part that the mark does not show may have changed, unless the setting has no digest)
        self.known[location] = (None if marks.hides and digest is not None else mark, digest)
        return digest


class _Marks:
    """Makes marks: pickles, in which functions and classes have their names, as in digests. Two values
    with equal marks have equal digests, unless the marks hide a part (`hides`).
    """

    def __init__(self) -> None:
        self.hides = False

    def of(self, value: Mapping[Any, Any]) -> bytes:
        """The mark of the values of a setting, by key."""
        out = io.BytesIO()
        pickler = pickle.Pickler(out, 5)
        # (pickle looks up each class here)
        pickler.dispatch_table = self  # pyright: ignore[reportAttributeAccessIssue]
        try:
            pickler.dump(value)
        except Exception:
            # (as for a function without a name)
            self.hides = True
            return repr([(id(key), id(item)) for key, item in value.items()]).encode()
        return out.getvalue()

    def __getitem__(self, kind: type) -> Callable[[Any], Any]:
        if issubclass(kind, _NAMED):
            raise KeyError(kind)
        if kind is re.Pattern:
            return _pattern
        if issubclass(kind, pathlib.PurePath):
            return _path
        return self.instance

    def instance(self, value: Any) -> Any:
        kind = type(value)
        own = None if has_own_memory(kind) else given_dict(value)
        if type(own) is dict and _SIMPLE.issuperset(map(type, own.values())):
            return kind, (), own
        # others may lead anywhere
        self.hides = True
        return int, (id(value),)


def _pattern(value: Any) -> Any:
    return str, (value.pattern, value.flags)


def _path(value: Any) -> Any:
    return type(value), (str(value),)
