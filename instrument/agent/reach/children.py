"""The references of objects that can matter for their value: the steps of a walk (see `walks`)."""

from __future__ import annotations

import contextvars
import gc
import logging
import types
import weakref
from typing import TYPE_CHECKING

from ..objects.attributes import home, own_dict
from ..objects.figures import held_beside
from ..objects.cpython import FRAMES_HOLD_STACKS, answers_of
from ..objects.kinds import (
    BUILTINS,
    CACHED,
    EVENT_LOOPS,
    FUNCTION,
    SUSPENDABLE,
    frame_of,
    is_notebook_class,
    referents,
)
from ..objects.libraries import LIBRARIES
from ..objects.locations import PLAIN
from ..objects.storage import belongs_to_parser, blocks, is_of_its_own, shared_manager
from ..objects.tensors import held_by
from ..world.local_modules import is_local

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from ..objects.libraries import Libraries
    from ..objects.locations import Namespace

WALK_LIMIT = 600_000
"""The most objects that one walk visits; beyond the limit every written object counts as reached
(sound, imprecise).
"""
_METHOD = types.MethodType
_STOP = (types.ModuleType, types.CodeType, types.FrameType, types.TracebackType, weakref.ref)
_PLUMBING = frozenset({"ipykernel", "zmq", "tornado", "jupyter_client", "distributed", "py4j"})
"""Libraries of which a kernel is made: through a stream of a logger, a walk could reach the whole
kernel and the whole notebook. Also handles of work in other processes, which lead to the scheduler
and to all workers of this process.
"""
_PECULIAR = frozenset(
    {
        *PLAIN,
        *BUILTINS,
        FUNCTION,
        _METHOD,
        CACHED,
        *SUSPENDABLE,
        type({}.keys()),
        contextvars.ContextVar,
        contextvars.Context,
    }
)
_BARE = weakref.WeakKeyDictionary()
_RUNS_KERNEL = frozenset(
    {"IPython.core.interactiveshell", "IPython.core.formatters", "selectors", *EVENT_LOOPS}
)
"""Modules of the shell, of the display of results, and of the event loop below, to which every task
and future refers.
"""
_RUN_LATER = frozenset({"_asyncio", "asyncio.events"})
"""Modules of tasks, futures and handles. Each of these objects has a copy of the context of its
creation, with all variables of libraries.
"""


def children(obj: Any, namespace: Namespace) -> Collection[Any]:
    """The objects to which `obj` refers, as far as they can matter for its value."""
    kind = type(obj)
    if kind is list or kind is tuple or kind is set or kind is frozenset:
        return obj
    if kind is dict:
        return [*obj.keys(), *obj.values()]
    if kind is FUNCTION:
        found = [obj.__defaults__, obj.__kwdefaults__, obj.__dict__]
        if obj.__closure__:
            if obj.__globals__ is not namespace:
                # which code without probes may bind anew
                found += obj.__closure__
            for cell in obj.__closure__:
                try:
                    found.append(cell.cell_contents)
                except ValueError:
                    pass
        return found
    if kind is CACHED and not is_local(
        getattr(getattr(obj.__wrapped__, "__code__", None), "co_filename", "")
    ):
        # which answers a library's function keeps shows in nothing that it gives back; what these
        # are, somebody may have changed
        answers = answers_of(obj)
        return [
            *(part for part in referents(obj) if part is not answers),
            *(answers or {}).values(),
        ]
    if kind is _METHOD:
        return [obj.__self__, obj.__func__]
    if home(kind).startswith("numba."):
        # what the compiler keeps does not matter for what its code does
        holder = obj if hasattr(obj, "py_func") else getattr(obj, "_dispatcher", None)
        return [getattr(holder, "py_func", None), getattr(holder, "overloads", None)]
    if kind in BUILTINS:
        owner = obj.__self__
        if owner is None or issubclass(type(owner), types.ModuleType):
            return []
        # functions that pybind11 has made refer to what describes them; what a cell waits for wakes
        # the kernel's task
        is_apart = (
            home(type(owner)) == "pybind11_builtins"
            or type(owner).__name__ == "PyCapsule"
            or _is_of_kernel(owner)
        )
        return [] if is_apart else [owner]
    libraries = LIBRARIES
    if libraries.ndarray is not None and issubclass(type(obj), libraries.ndarray):
        found = [obj.base] if obj.base is not None else []
        if obj.dtype.hasobject and obj.size <= WALK_LIMIT:
            found.extend(obj.ravel().tolist())
        own = own_dict(obj)
        if own:
            # a masked array's mask
            found.append(own)
        return found
    if libraries.pandas and issubclass(type(obj), libraries.pandas):
        return _pandas_children(obj, libraries)
    if libraries.is_tensor(obj):
        return held_by(obj)
    if issubclass(type(obj), type):
        return (
            [*obj.__dict__.values(), *obj.__bases__, type(obj)]
            if is_notebook_class(obj, namespace)
            else []
        )
    if issubclass(type(obj), _STOP):
        return []
    if kind in SUSPENDABLE:
        return [] if _runs_cells(obj) else _held_by_frame(obj)
    if kind is property:
        return [obj.fget, obj.fset]
    if libraries.expression is not None and issubclass(type(obj), libraries.expression):
        # not what it has found out of itself, which fills its slots
        return [*obj._args, *(own_dict(obj) or {}).values()]
    if libraries.artist is not None and issubclass(type(obj), libraries.artist):
        # the figure stands for everything drawn in it
        return held_beside(obj)
    if kind is contextvars.ContextVar:
        try:
            return [obj.get()]
        except LookupError:
            return []
    if kind is contextvars.Context:
        return list(obj.values())
    if home(kind) == "pandas.core.internals.managers" or belongs_to_parser(kind):
        # what a manager keeps is the frame's, and given with it
        return []
    if home(kind).split(".")[0] in _PLUMBING or home(kind) in _RUNS_KERNEL:
        return []
    if home(kind) in _RUN_LATER:
        return (
            []
            if _is_of_kernel(obj)
            else [part for part in referred(obj) if type(part) is not contextvars.Context]
        )
    return referred(obj)


def referred(obj: object) -> Collection[Any]:
    """The references of an object as the garbage collector gives them, with the attributes in place
    of the attribute dictionary.
    """
    found = referents(obj)
    if any(type(part) is dict for part in found):
        own = own_dict(obj)
        if own is not None:
            # what is in the attribute dictionary, not the dictionary: a token would keep it, and
            # cycles through it, alive
            found = [part for part in found if part is not own]
            # (a logger notes which levels it has been asked for)
            found.extend(
                own.values()
                if not issubclass(type(obj), logging.Logger)
                else [part for name, part in own.items() if name != "_cache"]
            )
    return found


def is_bare(kind: type) -> bool:
    """Whether `children` of instances of a Python class are just the objects that they hold."""
    known = _BARE.get(kind)
    if known is None:
        homes = {home(base) for base in kind.__mro__}
        peculiar = (
            kind in _PECULIAR
            or issubclass(kind, (type, property, *_STOP))
            or not homes.isdisjoint(_RUNS_KERNEL | _RUN_LATER)
        )
        known = _BARE[kind] = not peculiar and "__main__" not in homes and is_of_its_own(kind)
    return known


def _runs_cells(obj: Any) -> bool:
    """Whether the object is the shell's or kernel's code that runs a cell. An awaited object refers
    to this code, to wake it.
    """
    frame = frame_of(obj)
    return frame is not None and (frame.f_globals.get("__name__") or "").partition(".")[0] in (
        "IPython",
        *_PLUMBING,
    )


def _is_of_kernel(obj: Any) -> bool:
    """Whether the object is a task of the kernel."""
    return (
        home(type(obj)) == "_asyncio" and hasattr(obj, "get_coro") and _runs_cells(obj.get_coro())
    )


def _held_by_frame(obj: Any) -> list[Any]:
    """The objects of a suspended generator or coroutine, its value stack included (in 3.10 only the
    frame has the stack).
    """
    found = gc.get_referents(obj)
    if FRAMES_HOLD_STACKS:
        frame = next((f for f in found if issubclass(type(f), types.FrameType)), None)
        if frame is not None:
            hidden = (frame.f_globals, frame.f_builtins)
            found = [f for f in gc.get_referents(frame) if not any(f is h for h in hidden)]
    return found


def _pandas_children(obj: Any, libraries: Libraries) -> list[Any]:
    shared = shared_manager(obj)
    found = [] if shared is None else [shared]
    manager = getattr(obj, "_mgr", None)
    if manager is None:
        # of a RangeIndex the attribute would make all its numbers, and keep them
        values = getattr(obj, "__dict__", {}).get("_data")
        return [values] if values is not None else []
    try:
        found.extend(manager.axes)
        found.extend(blocks(obj))
        if obj.attrs:
            found.append(obj.attrs)
    except AttributeError:
        return gc.get_referents(obj)
    return found
