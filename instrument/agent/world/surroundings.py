"""State outside of their own package that undeclared libraries may change: classes extended by
others (`DataFrame` gets an accessor when a package is imported), the interpreter's own modules,
loggers, the decimal context, and the files of the current folder.
"""

from __future__ import annotations

import itertools
import os
import sys
from typing import TYPE_CHECKING

from ..objects.locations import WHOLE
from .files import record_file
from .paths import getcwd
from .table import ENTRIES, READ_BY_PACKAGES

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from ..calls.compare import Watch
    from ..record.recorder import Recorder

    Configured: TypeAlias = dict[Any, tuple[object, ...]]
    """Loggers and their state: level, flags, handlers and filters."""

_EXTENDED = {
    "pandas": ("DataFrame", "Series", "Index"),
    "pandas.core.groupby": ("DataFrameGroupBy", "SeriesGroupBy", "GroupBy"),
    "pandas.core.window": ("Rolling", "Expanding"),
    "polars": ("DataFrame", "LazyFrame", "Series", "Expr"),
    "xarray": ("DataArray", "Dataset"),
    "matplotlib.axes": ("Axes",),
    "PIL.Image": ("Image",),
    "networkx": ("Graph",),
}
"""By module: classes to which packages add accessors and methods."""
EXTENDED = "extended"
"""The key under which a statement notes the comparison of these classes."""
_INTERPRETERS = ("builtins", "sys")
_MANY = 2_000
"""The most files in a compared folder."""


def watch_extended(watched: Watch) -> None:
    """Compare extended classes, once for a statement."""
    if EXTENDED in watched.visited:
        return
    watched.visited[EXTENDED] = True
    for name, classes in _EXTENDED.items():
        module = sys.modules.get(name)
        for cls in (getattr(module, name, None) for name in classes) if module is not None else ():
            if issubclass(type(cls), type):
                watched.attributes(cls)


def watch_surroundings(recorder: Recorder, watched: Watch) -> None:
    """Compare the surroundings of libraries, once for a statement."""
    if "surroundings" in watched.visited:
        return
    watch_extended(watched)
    for name in _INTERPRETERS:
        watched.attributes(sys.modules[name])
    objects = [sys.modules["sys"].argv]
    for entry in ENTRIES:
        if entry.around:
            objects += entry.holders()
    watched.own_state(objects)
    watched.around.extend((Folder(recorder), Loggers(recorder)))
    watched.visited["surroundings"] = objects


def read_surroundings(recorder: Recorder, watched: Watch) -> None:
    """Read the written locations of the compared surroundings."""
    for name in READ_BY_PACKAGES:
        if name in recorder.written:
            recorder.read(name, WHOLE)
    objects = watched.visited["surroundings"]
    recorder.read_written((*objects, sys.modules["sys"].path, *map(sys.modules.get, _INTERPRETERS)))


class Folder:
    """The names in the current folder, while code may make or remove files out of sight."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.path = getcwd()
        self.before = _names(self.path)

    def report(self) -> None:
        """Record new and removed files as written."""
        statement = self.recorder.current
        after = _names(self.path) if self.before is not None else None
        if statement is None or self.before is None or after is None:
            return
        for name in self.before ^ after:
            path = os.path.join(self.path, name)
            self.recorder.kept_files.note_new(path)
            if ("file", path) not in statement.writes:
                record_file(self.recorder, path, "w")


def _names(path: str) -> set[str] | None:
    try:
        with os.scandir(path) as entries:
            names = {entry.name for entry in itertools.islice(entries, _MANY)}
    except OSError:
        return None
    return names if len(names) < _MANY else None


class Loggers:
    """The configured loggers. (A logger without a configuration does not count.)"""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.before = _configured()

    def now(self) -> Configured:
        return _configured()

    def was_loaded(self, earlier: Configured, now: Configured) -> None:
        """Take the settings of loggers changed by a library's module during its load as the
        library's own.
        """
        for logger in {*earlier, *now}:
            if self.before.get(logger) == earlier.get(logger) and earlier.get(logger) != now.get(
                logger
            ):
                self.before.pop(logger, None)
                if logger in now:
                    self.before[logger] = now[logger]

    def report(self) -> None:
        """Record each logger whose state has changed as written."""
        after = _configured()
        for logger in {
            logger
            for logger in (*self.before, *after)
            if self.before.get(logger) != after.get(logger)
        }:
            self.recorder.mutate("logging", WHOLE, "compared")
            self.recorder.mutate(self.recorder.tokens.of(logger), WHOLE, "compared")


def _configured() -> Configured:
    logging = sys.modules.get("logging")
    found: Configured = {}
    if logging is None:
        return found
    for logger in [logging.root, *logging.Logger.manager.loggerDict.values()]:
        if issubclass(type(logger), logging.Logger):
            own = vars(logger)
            state = (
                own.get("level"),
                own.get("disabled"),
                own.get("propagate"),
                *map(id, (*own.get("handlers", ()), *own.get("filters", ()))),
            )
            if state != (0, False, True):
                found[logger] = state
    return found
