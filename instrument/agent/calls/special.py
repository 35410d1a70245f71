"""Special callees beyond the power of declarations, recognised by identity or home: reflection
here, others elsewhere.

`deciding` handles ordinary callees. Unsound: an abstract class of a library (`Sized`) caches its
answer about a class, and keeps the answer after the class has got another method.
"""

from __future__ import annotations

import contextlib
import gc
import traceback
import types
from typing import TYPE_CHECKING

from ..kinds.views import is_plain_memory
from ..objects.attributes import FOLLOWED, home, is_special, own_dict
from ..objects.callables import BUILTINS
from ..objects.chains import chain_of
from ..objects.locations import ATOMIC, GLOBALS, PLAIN, WHOLE
from ..observer import Observer
from ..world.finalizers import FINALIZERS, awaited
from .code_in_strings import CodeInStrings
from .commands import Commands
from .library_calls import NO, LibraryCalls
from .numba_code import DECORATORS, NumbaCode
from .run_modules import RunModules

if TYPE_CHECKING:
    from ..record.statement import Statement


_ADDRESSES = frozenset(
    {"addressof", "cast", "from_address", "memoryview_at", "pointer", "string_at", "wstring_at"}
)
"""Functions of ctypes that reach memory beyond the receiver's own."""
_ORDINARY = BUILTINS | {type, types.FunctionType, types.MethodType}
"""Types of callees in any library."""


class SpecialCalls(Observer):
    """Recognises special callees and records their effects."""

    def __init__(self, calls, shell, process, load_attribute, store_attribute, stores_plainly):
        self.recorder = calls.recorder
        self.reach = calls.reach
        self.watch = calls.unknown.watch
        self.before_import = calls.loads.before_import
        self.load = calls.loads.load
        self.enter_library = calls.enter_library
        self.repeats = calls.unknown.repeats
        self.own_modules = calls.unknown.own_modules
        self.decide = calls.call
        self.enter_context = calls.contexts.enter
        self.watched = lambda: calls.unknown.watched(self.recorder.current)
        self.applied = calls.applied
        self.load_attribute = load_attribute
        self.store_attribute = store_attribute
        self.stores_plainly = stores_plainly
        self.commands = Commands(self, process)
        self.modules = RunModules(self)
        self.libraries = LibraryCalls(self)
        self.strings = CodeInStrings(calls)
        self.numba = NumbaCode(self)
        self.shell = shell
        self.callbacks = set()
        self.by_identity = {
            id(setattr): self._setattr,
            id(delattr): self._setattr,
            id(type.__setattr__): self._setattr,
            id(type.__delattr__): self._setattr,
            id(types.ModuleType.__setattr__): self._setattr,
            id(types.ModuleType.__delattr__): self._setattr,
            id(getattr): self._getattr,
            id(hasattr): self._getattr,
            id(exec): self.strings.run,
            id(eval): self.strings.run,
            id(vars): self._vars,
            id(globals): self._pure,
            id(locals): self._pure,
            id(dir): self._dir,
            id(__import__): lambda args: self.modules.imported(__import__, args, {}),
            id(traceback.print_last): self._print_last,
            id(gc.collect): self.collect,
            id(contextlib.suppress): self._suppress,
        }
        self.by_home = self._by_home()
        self.by_home_again = self._by_home_again()

    def _by_home(self):
        """The function that records the callees of a module, by module."""
        modules, libraries = self.modules, self.libraries
        return {
            "abc": self._registered,
            "copyreg": libraries.reducers,
            "importlib": modules.imported,
            "importlib.util": modules.looked_for,
            "inspect": modules.inspected,
            "runpy": modules.run_by_name,
            "_frozen_importlib_external": modules.imported,
            "sqlite3": libraries.database,
            "_sqlite3": libraries.database,
            **dict.fromkeys(("_ctypes", "ctypes"), self._memory),
            "contextlib": libraries.contexts,
            "unittest.mock": libraries.patcher,
            "weakref": self._finalizer,
            **dict.fromkeys(DECORATORS, self.numba.made),
            "logging": libraries.logged,
            **dict.fromkeys(("unittest.loader", "unittest.main", "doctest"), libraries.tests),
        }

    def _by_home_again(self):
        """The function that decides whether a repeated call adds nothing, by module (see `again`)."""
        libraries = self.libraries
        return {
            "sqlite3": libraries.database_again,
            "_sqlite3": libraries.database_again,
            "logging": libraries.logged_again,
            "contextlib": libraries.contexts_again,
        }

    def call(self, callee, args, kwargs):
        """Record the call and return True, or return False."""
        record = self.by_identity.get(id(callee))
        if record is not None:
            record((*args, *kwargs.values()))
            return True
        owner = getattr(callee, "__self__", None)
        if type(owner) in PLAIN:
            return False
        if owner is self.shell and owner is not None:
            self.commands.call(callee.__name__, args)
            return True
        if type(callee) not in _ORDINARY:
            kind_home = home(type(callee))
            if kind_home.startswith("numba."):
                return self.numba.called(callee, args, kwargs)
            if kind_home in ("ctypes", "_ctypes") and not is_plain_memory(callee):
                self.reach.deep_read(*args)
                self.recorder.escape("native code was called through ctypes", lasting=True)
                return True
        if (
            owner is not None
            and home(type(owner)).startswith("sqlalchemy.")
            and chain_of(type(owner)) is not None
        ):
            return self.libraries.database(callee, args, kwargs)
        module = getattr(callee, "__module__", None) or home(type(owner))
        if type(module) is str and module in self.by_home:
            return self.by_home[module](callee, args, kwargs)
        return False

    def knows(self, callee):
        """Whether `call` may recognise this callee."""
        owner = getattr(callee, "__self__", None)
        module = getattr(callee, "__module__", None) or home(type(owner))
        known = (
            id(callee) in self.by_identity
            or owner is self.shell
            or (type(module) is str and module in self.by_home)
        )
        return known or home(type(callee)).startswith("numba.")

    def again(self, callee, args, kwargs):
        """The positions of arguments (see `record/cache_entries`) that must be the same for a
        repetition to add nothing. NO: unknown. None: the declaration decides.
        """
        if id(callee) in self.by_identity:
            return self._again_by_identity(callee, args)
        module = getattr(callee, "__module__", None) or home(
            type(getattr(callee, "__self__", None))
        )
        decide = self.by_home_again.get(module)
        return NO if decide is None else decide(callee, args)

    def _again_by_identity(self, callee, args):
        """The positions for `setattr` of the same attribute of the same object; else NO."""
        plain = (
            callee is setattr
            and len(args) == 3
            and type(args[1]) is str
            and not is_special(args[1])
        )
        return (0, 1) if plain and self.stores_plainly(type(args[0]), args[1]) else NO

    def _pure(self, args):
        if not args:
            return
        self.reach.deep_read(*args)

    def _suppress(self, args):
        """Note that a store in the `with` may fail unseen."""
        self.recorder.current.catch()

    def _finalizer(self, callee, args, kwargs):
        """A function that waits for the death of an object is called before."""
        info = awaited(callee)
        if info is None:
            return False
        self.reach.deep_read(*info.args)
        self.recorder.mutate(FINALIZERS, WHOLE)
        self.decide(0, info.func, info.args, info.kwargs or {}, True)
        return True

    def _registered(self, callee, args, kwargs):
        if callee.__name__ == "register":
            self.recorder.lookups.abstract.note(
                callee.__self__ if type(callee) is types.MethodType else args[0]
            )
        return False

    def collect(self, args):
        """Record a garbage collection: the statements that dropped the collected objects are
        unknown.
        """
        namespace = self.recorder.namespace
        holders = [namespace, *map(vars, self.recorder.imports.local_modules())]
        homes = {"__main__", namespace.get("__name__"), *self.recorder.imports.local}
        classes = [
            value
            for holder in holders
            for value in list(holder.values())
            if issubclass(type(value), type)
        ]
        if any(home(cls) in homes and hasattr(cls, "__del__") for cls in classes):
            self.recorder.escape(
                "gc.collect() may run __del__ of objects that earlier statements have let go of"
            )

    def _print_last(self, args):
        self.reach.errors.escape("traceback.print_last")

    def _dir(self, args):
        if args:
            self.reach.deep_read(*args)
        else:
            self.recorder.read(GLOBALS, WHOLE)

    def _setattr(self, args):
        if len(args) >= 2 and issubclass(type(args[1]), str):
            self.store_attribute(args[0], args[1], len(args) == 2, False)
            if is_special(args[1]):
                self.applied.keep(args[2:], True, args[1] in FOLLOWED)

    def _getattr(self, args):
        if len(args) >= 2 and issubclass(type(args[1]), str) and type(args[0]) not in ATOMIC:
            self.load_attribute(args[0], args[1])

    def _vars(self, args):
        if args:
            own = own_dict(args[0])
            if own is not None:
                self.load_attribute(args[0], "__dict__")

    def _memory(self, callee, args, kwargs):
        if getattr(callee, "__name__", None) in _ADDRESSES:
            self.recorder.escape("memory was taken by its address", lasting=True)
        return False

    def report(self, statement: Statement, state: None) -> None:
        if statement.foreign:
            self.find_events()
            self.numba.finish()

    def find_events(self):
        """Find callbacks registered by the user's modules."""
        local = self.recorder.imports.local
        if not local or self.shell is None:
            return
        found = {
            id(callback)
            for callbacks in self.shell.events.callbacks.values()
            for callback in callbacks
            if getattr(callback, "__module__", None) in local
        }
        if not found <= self.callbacks:
            self.recorder.escape(REGISTERED, lasting=True)
        self.callbacks = found


REGISTERED = "a callback was registered with IPython"
