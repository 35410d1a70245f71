"""World locations that no probe sees: files opened inside libraries, and the global random streams
they draw from.

`open` is wrapped, because an audit hook could not be removed and would tax the whole process; the
random streams are compared before and after statements that call a library.
"""

from __future__ import annotations

import builtins
import functools
import gc
import os
import sys
import types
from typing import TYPE_CHECKING

from ..objects.attributes import own_dict
from ..objects.hidden import stream_state
from ..objects.locations import WHOLE
from ..objects.storage import CHAINS
from ..objects.twisters import of_random
from .chance import STREAMS, has_moved_on
from .held import HELD
from .imports import is_local
from .paths import OWN, asks_notebook, isdir, real, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from ..effects.applying import ApplyEffects
    from ..objects.hidden import HiddenState
    from ..objects.locations import Location, Token
    from ..record.recorder import Recorder


class World:
    """Wraps `open` and watches the random streams for one recorder."""

    def __init__(self, recorder: Recorder, applied: ApplyEffects) -> None:
        self.recorder = recorder
        self.applied = applied
        self.warned: Any = None
        self.signals: tuple[Any, Any] | None = None
        self.drawn: dict[Token, HiddenState] | None = None
        self.watches = False
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
        # (so that it can be pickled; `_io` keeps the real one)
        open.__module__ = "io"
        builtins.open = open
        # also where it was taken to before, by another name (`io.open`, and `from io import open as
        # io_open` in IPython 8)
        for loaded_as, module in list(sys.modules.items()):
            own = own_dict(module)
            # (`_io` says that its name is "io")
            if own is not None and loaded_as not in _OPENERS:
                own.update((name, open) for name, value in list(own.items()) if value is real)
        self.recorder.tokens.name_world(gc.callbacks, "gc.callbacks")
        self.recorder.tokens.name_world(os.environ, "environ")
        self.recorder.tokens.name_world(vars(os.environ)["_data"], "environ")

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
                # `tempfile` opens another file, which it makes in that folder
                return
            code = path.endswith((".py", ".pyc"))
            # tracebacks read it; what a magic writes counts
            if (code and kind == "r") or path.startswith(
                (sys.prefix, sys.base_prefix, "/proc/", "/sys/")
            ):
                return
            is_library, loading = being_loaded()
            if is_library:
                return
            self.applied.file(path, kind)
            if loading and kind == "r":
                self.recorder.imports.reading(real(path), loading)
        except Exception:
            self.recorder.escape("a file could not be followed")

    def begin(self) -> None:
        """In a statement code without probes is about to run."""
        self.watches = False
        self.warned = _recorded_warnings()
        decimal = sys.modules.get("decimal")
        if decimal is not None:
            flags = decimal.getcontext().flags
            self.signals = (flags, flags.copy())

    def finish(self) -> None:
        """The statement ends: it may have been warned in it, and arithmetic may have raised a
        flag.
        """
        if self.warned is not None and len(self.warned[0]) != self.warned[1]:
            self.recorder.read("warnings", WHOLE)
            self.recorder.mutate(self.recorder.tokens.of(self.warned[0]), WHOLE, "compared")
        if self.signals is not None and self.signals[0] != self.signals[1]:
            self.recorder.mutate(_SIGNALS, WHOLE, "compared")

    def name_held(self) -> None:
        """Give the objects that hold the state of the world the names of their locations."""
        modules = sys.modules
        name_world = self.recorder.tokens.name_world
        world = self.recorder.tokens.world
        for name, (module, held) in HELD.items():
            module = modules.get(module)
            if module is not None:
                try:
                    for obj in held(module):
                        if id(obj) not in world:
                            name_world(obj, name)
                except AttributeError:
                    # a module that is not loaded to its end, or of another version
                    continue
        logging = modules.get("logging")
        if logging is not None and len(logging.root.manager.loggerDict) != self.loggers:
            self.loggers = len(logging.root.manager.loggerDict)
            for logger in logging.root.manager.loggerDict.values():
                name_world(logger, "logging")
            self._name_lists(logging)
        elif logging is not None and "logging" in self.recorder.written:
            self._name_lists(logging)
        decimal = modules.get("decimal")
        if decimal is not None:
            name_world(decimal.getcontext().flags, _SIGNALS)
        for module, name in CHAINS.items():
            if module in modules and id(modules[module]) not in world:
                name_world(modules[module], name)

    def _name_lists(self, logging: Any) -> None:
        """The same of the lists of handlers and filters that loggers have now (`log.handlers[:] =
        […]`).
        """
        tokens = self.recorder.tokens
        loggers = map(vars, [logging.root, *logging.root.manager.loggerDict.values()])
        now = {
            id(held): held
            for own in loggers
            for held in (own.get("handlers"), own.get("filters"))
            if type(held) is list
        }
        for key in self.lists.keys() - now.keys():
            # (it would live on)
            del tokens.world[key]
        for key in now.keys() - self.lists.keys():
            tokens.name_world(now[key], "logging")
        self.lists = now

    def streams(self) -> dict[Token, HiddenState]:
        """A comparable state of the global random streams; None for those of libraries that are not
        loaded.
        """
        numpy = getattr(sys.modules.get("numpy.random.mtrand"), "_rand", None)
        random = getattr(sys.modules.get("random"), "_inst", None)
        return {
            "random": (*of_random(random), random.gauss_next) if random is not None else None,
            "numpy.random": stream_state(numpy) if numpy is not None else None,
            "torch.random": torch_streams(),
        }

    def watch_streams(self) -> None:
        """A library is called for the first time in the statement. What was compared after the last
        such statement is compared with: who draws in between does so where no probe is.
        """
        if not self.watches:
            self.watches = True
            self.drawn = self.drawn or self.streams()

    def report_streams(self) -> None:
        """Record the streams that were drawn from since, or put elsewhere."""
        statement = self.recorder.current
        before = self.drawn
        if statement is None:
            return
        if before is None or not self.watches:
            if statement.drawn or not _STREAMS.isdisjoint(statement.writes):
                self.drawn = None
            return
        self.watches = False
        self.drawn = now = self.streams()
        for name, state in now.items():
            if before[name] == state or before[name] is None:
                continue
            is_declared = name in statement.drawn and not statement.undeclared
            if self.recorder.is_chance(name) and (is_declared or has_moved_on(before[name], state)):
                self.recorder.draw_from(name)
            else:
                self.recorder.mutate(name, WHOLE, "compared")


def torch_streams() -> Any:
    """The state of torch's global generators, None before it has been imported."""
    torch: Any = sys.modules.get("torch")
    generator = getattr(torch, "default_generator", None)
    if generator is None:
        return None
    states = [generator.get_state().numpy().tobytes()]
    if torch.cuda.is_initialized():
        states += [state.numpy().tobytes() for state in torch.cuda.get_rng_state_all()]
    return states


_STREAMS: frozenset[Location] = frozenset((name, WHOLE) for name in STREAMS)
"""The locations of the random streams."""
_SIGNALS = "decimal.flags"
_OPENERS = ("_io", "IPython.core.interactiveshell")
"""Modules with an `open` of their own, which the call probes see; through that of `_io` Python
reads each module that is imported.
"""


def _recorded_warnings() -> Any:
    """The list that collects warnings (`catch_warnings(record=True)`), and its length; None when
    nobody collects them.
    """
    log = getattr(getattr(sys.modules.get("warnings"), "_showwarnmsg_impl", None), "__self__", None)
    return (log, len(log)) if type(log) is list else None


def being_loaded() -> tuple[bool, list[str]]:
    """Whether an installed module is being imported, to which what that opens belongs; and the
    files of the user's modules that are being loaded.
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
    """Take our own frames out of a traceback, so that it reads as without us; also the frame that
    called an outlined loop.
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
            # it was caught beside the loop: IPython shows where that frame is by now
            frame, at = frames[0].tb_frame, frames[0].tb_lasti
            error.__traceback__ = types.TracebackType(kept[0].tb_next, frame, at, kept[0].tb_lineno)
        error = error.__cause__ or error.__context__
