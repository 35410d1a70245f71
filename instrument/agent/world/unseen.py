"""World locations out of sight of all probes: files opened inside libraries, and objects that hold
the state of the world.

`open` is wrapped, because an audit hook could not be removed and would tax the whole process.
"""

from __future__ import annotations

import builtins
import functools
import importlib.machinery
import sys
import types
from typing import TYPE_CHECKING

from ..objects.attributes import own_dict
from ..objects.chains import CHAINS
from ..observer import Observer
from .local_modules import is_local
from .paths import OWN, asks_notebook, isdir, real, text_of
from .table import ENTRIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from ..effects.applying import ApplyEffects
    from ..record.recorder import Recorder
    from ..record.statement import Statement


_GET_DATA = importlib.machinery.SourceFileLoader.get_data
_READS_DATA = """
def get_data(self, path):
    if recorder.current is not None:
        opened(path, "r", None)
    return original(self, path)
"""
"""Source of a `get_data` for the loader of sources: it reads files beside a module
(`pkgutil.get_data`), and sources, with the import system's own `open`.
"""

_HELD = [entry for entry in ENTRIES if entry.held is not None]


class World(Observer):
    """Wraps `open` and the loader's `get_data`. Gives the objects that hold the state of the world
    the names of their locations. `stirred`: new such objects may exist.
    """

    def __init__(self, recorder: Recorder, applied: ApplyEffects) -> None:
        self.recorder = recorder
        self.applied = applied
        self.stirred = True
        self.lists = {}
        self.loggers = 0

    def install(self) -> None:
        real = builtins.open
        if getattr(real, "__sluice__", False):
            real = vars(real)["__wrapped__"]

        @functools.wraps(real)
        def open(file: Any, mode: str = "r", *args: Any, **kwargs: object) -> object:
            if self.recorder.current is not None:
                self.opened(file, mode, kwargs.get("opener"))
            return real(file, mode, *args, **kwargs)

        vars(open)["__sluice__"] = True
        # (the built-in one has none)
        open.__annotations__ = {}
        # (for picklers; `_io` has the real one)
        open.__module__ = "io"
        builtins.open = open
        # also under other names, in modules that took `open` before (`io.open`, and `from io import
        # open as io_open` in IPython 8)
        for loaded_as, module in list(sys.modules.items()):
            own = own_dict(module)
            # (the name of `_io` is "io")
            if own is not None and loaded_as not in _OPENERS:
                own.update((name, open) for name, value in list(own.items()) if value is real)
        scope = {"opened": self.opened, "recorder": self.recorder, "original": _GET_DATA}
        # under the name of the import system, whose frames Python takes out of tracebacks
        exec(compile(_READS_DATA, "<frozen importlib._bootstrap_external>", "exec"), scope)
        importlib.machinery.SourceFileLoader.get_data = scope["get_data"]

    def opened(self, file: Any, mode: str, opener: object) -> None:
        try:
            kind = (
                "rw" if "a" in mode or "+" in mode else "w" if "w" in mode or "x" in mode else "r"
            )
            if type(file) is not str and (isinstance(file, int) or asks_notebook(file)):
                self.applied.file(file, kind)
                return
            path = text_of(file)
            if opener is not None and isdir(path):
                # `tempfile` opens another file, made in that folder
                return
            code = path.endswith((".py", ".pyc"))
            # tracebacks read code files; writes by a magic count
            if (code and kind == "r") or path.startswith(
                (sys.prefix, sys.base_prefix, "/proc/", "/sys/")
            ):
                return
            is_library, loading = being_loaded()
            if is_library:
                return
            self.applied.file(path, kind)
            if loading and kind == "r":
                self.recorder.imports.used.reading(real(path), loading)
        except Exception:
            self.recorder.escape("a file could not be followed")

    def begin(self, statement: Statement) -> None:
        if self.stirred:
            self.stirred = False
            self.name_held()

    def report(self, statement: Statement, state: None) -> None:
        # code of libraries may have made further holders
        self.stirred = self.stirred or statement.foreign

    def name_held(self) -> None:
        """Give the objects that hold the state of the world the names of their locations."""
        modules = sys.modules
        name_world = self.recorder.tokens.name_world
        world = self.recorder.tokens.world
        for entry in _HELD:
            for obj in entry.holders():
                if id(obj) not in world:
                    name_world(obj, entry.location)
        logging = modules.get("logging")
        if logging is not None and len(logging.root.manager.loggerDict) != self.loggers:
            self.loggers = len(logging.root.manager.loggerDict)
            for logger in logging.root.manager.loggerDict.values():
                name_world(logger, "logging")
            self._name_lists(logging)
        elif logging is not None and "logging" in self.recorder.written:
            self._name_lists(logging)
        for module, name in CHAINS.items():
            if module in modules and id(modules[module]) not in world:
                name_world(modules[module], name)

    def _name_lists(self, logging: Any) -> None:
        """Name the present lists of handlers and filters in loggers (`log.handlers[:] = […]`)."""
        tokens = self.recorder.tokens
        loggers = map(vars, [logging.root, *logging.root.manager.loggerDict.values()])
        now = {
            id(held): held
            for own in loggers
            for held in (own.get("handlers"), own.get("filters"))
            if type(held) is list
        }
        for key in self.lists.keys() - now.keys():
            # (the name would keep the list alive)
            del tokens.world[key]
        for key in now.keys() - self.lists.keys():
            tokens.name_world(now[key], "logging")
        self.lists = now


_OPENERS = ("_io", "IPython.core.interactiveshell")
"""Modules with an `open` of their own, which the call probes record. Python reads each imported
module through the one of `_io`.
"""


def being_loaded() -> tuple[bool, list[str]]:
    """Whether an installed module is being imported, whose reads are its own; and the files of
    user's modules in the middle of a load.
    """
    frame, body, found, is_library = sys._getframe(1), None, [], None
    while frame is not None:
        code = frame.f_code
        if code.co_filename == "<frozen importlib._bootstrap>":
            if body is not None:
                found.append(body)
            elif is_library is None:
                is_library = True
            body = None
        elif code.co_name == "<module>":
            # (of a cell, or of a module)
            body = code.co_filename if is_local(code.co_filename) else None
            if body is not None and is_library is None:
                is_library = False
        frame = frame.f_back
    return bool(is_library), found


def _chain(tb: types.TracebackType | None) -> Iterator[types.TracebackType]:
    while tb is not None:
        yield tb
        tb = tb.tb_next


def strip_frames(error: BaseException | None, outlined: Mapping[Any, Any]) -> None:
    """Take our own frames out of a traceback, so that it reads as without Sluice; also the frame
    that called an outlined loop.
    """
    seen = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        frames = [
            tb
            for tb in _chain(error.__traceback__)
            if not tb.tb_frame.f_code.co_filename.startswith(OWN)
        ]
        kept = [
            tb
            for tb, inner in zip(frames, [*frames[1:], None])
            if inner is None or inner.tb_frame.f_code not in outlined
        ]
        for tb, inner in zip(kept, [*kept[1:], None]):
            tb.tb_next = inner
        if kept and kept[0] is not frames[0]:
            # the error was caught beside the loop: IPython shows the present line of this frame
            frame, at = frames[0].tb_frame, frames[0].tb_lasti
            error.__traceback__ = types.TracebackType(kept[0].tb_next, frame, at, kept[0].tb_lineno)
        error = error.__cause__ or error.__context__
