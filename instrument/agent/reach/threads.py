"""Threads that go on after the end of the statement that started them, and whether their work can
concern the notebook.

A thread of a library runs the library's code, and can change objects that it was given. If these
are not the notebook's, neither its functions nor objects behind its names, the thread does not
matter. A thread that works off a queue (of an executor) runs whatever the queue gets, and does not
matter while it waits.

Unsound: an object of the notebook is missed that reaches a running thread of a library later, and
by no declared or compared call.
"""

from __future__ import annotations

import sys
import threading
import time
import types
import weakref
from typing import TYPE_CHECKING

from ..kinds.registry import kind_of
from ..objects.attributes import home
from ..objects.callables import BUILTINS, FUNCTION
from ..objects.classes import is_users_class
from ..objects.locations import VALUES
from ..observer import Observer
from ..world.shell import current_shell

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from ..record.recorder import Recorder
    from ..record.statement import Statement
    from .many_objects import ObjectsById

_HOUSEKEEPING = frozenset({"zmq", "ipykernel", "IPython", "tqdm", "joblib"})
"""Libraries whose threads send messages, update progress bars or serve other processes, without the
notebook's objects.
"""
_FROM_QUEUES = frozenset({"concurrent.futures.thread", "multiprocessing.pool"})
_PYTHON = frozenset(
    {
        "builtins",
        "threading",
        "queue",
        "collections",
        "concurrent",
        "multiprocessing",
        "functools",
        "weakref",
        "types",
        "_thread",
        "_queue",
    }
)
"""Modules of the parts of all threads: an object of another module may belong to the notebook."""
_KERNEL = frozenset({"IPython", "ipykernel", "zmq", "traitlets", __name__.partition(".")[0]})
_FIXED = frozenset({tuple, frozenset, FUNCTION, *BUILTINS, types.MethodType})
"""Types of objects that do not change themselves; the walk looks at the objects inside."""
_WAITING = frozenset({"concurrent", "multiprocessing", "queue", "selectors", "threading"})
_PATIENCE = 0.03
"""The time in seconds after which a thread with a new result waits at its queue again."""
_MOST = 30_000
"""The most objects that are looked through; a thread that leads to more may have been given any
object.
"""


class Before:
    """The threads before code without probes ran in the statement."""

    __slots__ = ("threads",)

    def __init__(self) -> None:
        # (held, so that no other thread gets one of these identities)
        self.threads = threading.enumerate()


class CodeHandedOver:
    """The statement has handed a function of the notebook to a library."""


class Threads(Observer):
    """Reports threads that the statement has started and that go on. `known`: by thread, whether it
    goes on.
    """

    State = Before

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.known: weakref.WeakKeyDictionary[threading.Thread, bool] = weakref.WeakKeyDictionary()

    def look_around(self, statement: Statement) -> None:
        statement.state(Before)

    def report(self, statement: Statement, state: Before) -> None:
        before = frozenset(map(id, state.threads))
        state.threads = []
        if self.started(before, CodeHandedOver in statement.states):
            self.recorder.escape("a thread that was started here goes on", lasting=True)

    def goes_on(self, thread: threading.Thread) -> bool:
        """Whether a thread may use or change an object of the notebook."""
        known = self.known.get(thread)
        return runs_by_itself(thread) if known is None else known

    def started(self, before: frozenset[int], hands_code: bool) -> bool:
        """Whether a thread goes on that was started since. `before`: the identities of earlier
        threads. `hands_code`: whether the statement has handed a function of the notebook to a
        library.
        """
        there = threading.enumerate()
        new = [thread for thread in there if id(thread) not in before]
        for thread in new:
            self.known[thread] = runs_by_itself(thread) and self._concerns(thread)
        if hands_code:
            # an older thread may have got the function
            new += [
                thread
                for thread in there
                if self.known.get(thread) is False and _module(thread) in _FROM_QUEUES
            ]
            for thread in new:
                self.known[thread] = self.known[thread] or (
                    _module(thread) in _FROM_QUEUES and not _waits(thread)
                )
        return any(self.known[thread] for thread in new)

    def _concerns(self, thread: threading.Thread) -> bool:
        work = getattr(thread, "_target", None) or type(thread)
        module = _module(thread)
        handed = [value for value in vars(thread).values() if type(value) not in VALUES]
        handed += [
            part() for part in getattr(thread, "_args", None) or () if type(part) is weakref.ref
        ]
        reached = self._reached(handed)
        if reached is None or is_users_class(
            type(thread), self.recorder.namespace, self.recorder.imports.local
        ):
            return True
        if any(self._is_of_notebook(obj) for obj in reached.values()):
            return True
        own = {
            module.partition(".")[0],
            home(type(getattr(work, "__self__", None))).partition(".")[0],
        } - _PYTHON
        named = self._reached(
            [value for name, value in list(self.recorder.namespace.items()) if name[:1] != "_"], own
        )
        return named is None or any(
            type(named[key]) not in _FIXED for key in reached.keys() & named.keys()
        )

    def _is_of_notebook(self, obj: Any) -> bool:
        if type(obj) is FUNCTION:
            return (
                obj.__globals__ is self.recorder.namespace
                or obj.__globals__.get("__name__") in self.recorder.imports.local
            )
        return is_users_class(type(obj), self.recorder.namespace, self.recorder.imports.local)

    def _reached(self, roots: Collection[Any], without: Collection[str] = ()) -> ObjectsById | None:
        """The changeable objects behind these, by identity; without objects of packages `without`,
        and without objects that only they lead to. None: too many.
        """
        found = {}
        pending = list(roots)
        while pending:
            obj = pending.pop()
            kind = type(obj)
            if (
                kind in VALUES
                or id(obj) in found
                or issubclass(kind, (types.ModuleType, type))
                or obj is self.recorder.namespace
            ):
                continue
            if _package(obj) in (*_KERNEL, *without):
                continue
            found[id(obj)] = obj
            if len(found) > _MOST:
                return None
            try:
                pending += kind_of(obj).parts(obj, self.recorder.namespace)
            except Exception:
                return None
        return found


def _package(obj: Any) -> str:
    """The package of an object: of its class, of the object of a method, of a function."""
    kind = type(obj)
    if kind is FUNCTION:
        return str(obj.__globals__.get("__name__")).partition(".")[0]
    return home(type(obj.__self__) if kind is types.MethodType else kind).partition(".")[0]


def _module(thread: Any) -> str:
    """The name of the module of a thread's function."""
    return getattr(getattr(thread, "_target", None) or type(thread), "__module__", None) or ""


def _waits(thread: threading.Thread) -> bool:
    """Whether a thread that works off a queue waits for more, or is about to wait."""
    until = time.monotonic() + _PATIENCE
    while not _waits_now(thread):
        if time.monotonic() > until:
            return False
        time.sleep(0.001)
    return True


def _waits_now(thread: threading.Thread) -> bool:
    for part in getattr(thread, "_args", None) or ():
        queue = getattr(part() if type(part) is weakref.ref else None, "_work_queue", None)
        if queue is not None and not queue.empty():
            return False
    frame = sys._current_frames().get(thread.ident or 0)
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] in _WAITING:
        frame = frame.f_back
    return frame is None


def runs_by_itself(thread: threading.Thread) -> bool:
    """Whether a thread does more than look after the kernel, or show progress."""
    module = _module(thread)
    return (
        module.partition(".")[0] not in _HOUSEKEEPING
        and module != "multiprocessing.queues"
        and not _runs_scripts(getattr(thread, "_target", None))
    )


def _runs_scripts(work: Any) -> bool:
    """Whether this is the event loop in which IPython waits for processes of `%%bash`."""
    shell = current_shell()
    scripts = shell.magics_manager.registry.get("ScriptMagics") if shell is not None else None
    loop = getattr(scripts, "event_loop", None)
    return loop is not None and getattr(work, "__self__", None) is loop
