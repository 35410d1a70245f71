"""Notebook functions on their way into a pickle, marshalled code or a compiler: the functions go
without probes, as the plain code of their cell.

Pickle itself writes functions by their names. Picklers of whole functions (cloudpickle and dill,
and their copies in joblib, ray, pyspark and numba) derive a class from one of pickle's two
picklers. This class, or `copyreg`, has handlers for functions and code: in a table by types, or in
`reducer_override`. The handlers get the same arguments as without Sluice. Notebook classes stay as
they are.

Unsound, of the run itself: a pickler of the notebook, or a table of one pickler, that writes the
fields of a code object one by one (`code.co_code`), writes the probes too; the result fails in
another process.
"""

from __future__ import annotations

import builtins
import collections
import copyreg
import functools
import marshal
import pickle
import sys
import types
import weakref
from typing import TYPE_CHECKING

from ..rewriting.probe_names import PREFIX
from .plain_functions import PlainFunctions

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .plain_code import PlainCode

_CODE, _FUNCTION = types.CodeType, types.FunctionType
_NUMBA = "numba.core.bytecode"
_BY_NAME = vars(pickle._Pickler)["save_global"]
"""Pickle's own handling of functions."""
_SHORT = frozenset({int, float, complex, bool, str, bytes, type(None), bytearray})


class PlainPickles:
    """Finds the handlers of picklers as they are loaded, and puts itself between. `whole`: classes
    of picklers whose module has been loaded to its end.
    """

    def __init__(self, plain: PlainCode) -> None:
        self.plain = plain
        self.functions = PlainFunctions(plain)
        self.seen = None
        self.whole = weakref.WeakSet()

    def install(self) -> None:
        """`marshal` is asked for code objects by name."""
        for name in ("dump", "dumps"):
            real = getattr(marshal, name)
            setattr(marshal, name, self._marshals(_real(real)))

    def look_around(self, anew: bool = False) -> None:
        """Find new picklers. Called for each statement. `anew`: the load of a module is finished."""
        now = (
            len(sys.modules),
            len(type.__subclasses__(pickle.Pickler)),
            len(type.__subclasses__(pickle._Pickler)),
        )
        if anew or now != self.seen:
            self.seen = now
            for cls in _picklers():
                if cls.__module__ != "__main__":
                    self._watch(cls)
            for module in {cls.__module__ for cls in _picklers()}:
                _forget_probes(sys.modules.get(module))
            self._watch_numba()
        self._watch_table(copyreg.dispatch_table)

    def before_module(self) -> None:
        """Find the picklers of loaded and half-loaded modules before the load of another module,
        which may use them.
        """
        for cls in _picklers():
            if cls.__module__ == "__main__" or cls in self.whole:
                continue
            module = sys.modules.get(cls.__module__)
            self._watch(cls)
            _forget_probes(module)
            if not getattr(getattr(module, "__spec__", None), "_initializing", False):
                self.whole.add(cls)
        self._watch_numba()
        self._watch_table(copyreg.dispatch_table)

    def _watch(self, cls: Any) -> None:
        for name, value in list(vars(cls).items()):
            if name == "reducer_override" and type(value) is _FUNCTION:
                if getattr(value, "__sluice__", None) is not self:
                    setattr(cls, name, self._hands_over(_real(value)))
            elif isinstance(value, collections.ChainMap):
                for table in value.maps:
                    self._watch_table(table)
            else:
                self._watch_table(value, writes=name == "dispatch")

    def _watch_table(self, table: Any, writes: bool = False) -> None:
        """Wrap the handlers of a table. `writes`: the handlers write by themselves, instead of
        returning the parts to write.
        """
        if not isinstance(table, dict):
            return
        for kind in (_CODE, _FUNCTION, types.BuiltinFunctionType):
            # (some tables answer for missing types)
            handler = dict.get(
                table,
                kind,
                _write_builtin if writes and kind is types.BuiltinFunctionType else None,
            )
            if (
                handler is not None
                and handler is not _BY_NAME
                and getattr(handler, "__sluice__", None) is not self
            ):
                table[kind] = self._hands_over(_real(handler), writes)

    def _watch_numba(self) -> None:
        """Watch the code that numba compiles."""
        numba: Any = sys.modules.get(_NUMBA)
        real = getattr(numba, "get_code_object", None)
        if real is not None and getattr(real, "__sluice__", None) is not self:
            real = _real(real)
            numba.get_code_object = self._ours(real, lambda obj: self.plain.plain(real(obj)))

    def _hands_over(self, real: Callable[..., Any], writes: bool = False) -> Callable[..., Any]:
        """The handler `real`, called with a function or code without probes. Its last argument is
        the object to pickle, the one before may be the pickler.
        """

        def handler(*given: Any) -> Any:
            obj = given[-1]
            kind = type(obj)
            if kind is _CODE:
                return real(*given[:-1], self.plain.plain(obj))
            if kind is types.BuiltinFunctionType and obj is getattr(
                builtins.open, "__wrapped__", None
            ):
                # (under its name in `io` is ours, see `world/unseen`)
                return (
                    given[0].save(builtins.open) if writes else (eval, ("__import__('io').open",))
                )
            if kind is not _FUNCTION:
                return real(*given)
            twin = self.plain.plain(obj.__code__)
            lent = self.functions.lend(obj)
            try:
                if twin.co_freevars == obj.__code__.co_freevars:
                    return real(*given)
                return self._write_twin(real, given, self.functions.twin(obj, twin))
            finally:
                self.functions.take_back(lent)

        return self._ours(real, handler)

    def _write_twin(
        self, real: Callable[..., Any], given: tuple[Any, ...], twin: types.FunctionType
    ) -> Any:
        """Write the plain twin of a function. A pickler that writes by itself remembers written
        objects by identity, so the twin gets the function's entry.
        """
        *pickler, function = given
        memo = getattr(pickler[0], "memo", None) if pickler else None
        if not isinstance(memo, dict):
            return real(*pickler, twin)
        if id(twin) not in memo:
            answer = real(*pickler, twin)
            if id(twin) in memo:
                memo[id(function)] = (memo[id(twin)][0], function)
            return answer
        return pickler[0].write(pickler[0].get(memo[id(twin)][0]))

    def _marshals(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def marshals(value: Any, *args: Any, **kwargs: Any) -> Any:
            return real(self._without_probes(value), *args, **kwargs)

        return self._ours(real, marshals)

    def _ours(self, real: Callable[..., Any], new: Any) -> Callable[..., Any]:
        """Mark `new` as our replacement of `real`."""
        functools.update_wrapper(new, real)
        new.__sluice__ = self
        return new

    def _without_probes(self, value: Any) -> Any:
        """A value for `marshal`, with plain code in place of probed code."""
        kind = type(value)
        if kind is _CODE:
            return self.plain.plain(value)
        if kind is dict:
            items = self._without_probes([*value, *value.values()])
            count = len(value)
            return (
                value
                if not any(map(_differs, items, [*value, *value.values()]))
                else dict(zip(items[:count], items[count:]))
            )
        if kind not in (list, tuple, set, frozenset) or _SHORT.issuperset(map(type, value)):
            return value
        parts = list(map(self._without_probes, value))
        return kind(parts) if any(map(_differs, parts, value)) else value


def _forget_probes(module: types.ModuleType | None) -> None:
    """A pickler's module may have noted under which names builtins has classes: some are there
    under names of ours.
    """
    own = vars(module) if module is not None and module.__name__ != "__main__" else {}
    for table in [
        value for name, value in own.items() if type(value) is dict and name != "__builtins__"
    ]:
        for key, value in list(table.items()):
            if type(key) is str and key.startswith(PREFIX):
                del table[key]
            elif type(value) is str and value.startswith(PREFIX):
                names = [
                    name
                    for name, held in vars(builtins).items()
                    if held is key and not name.startswith(PREFIX)
                ]
                if names:
                    table[key] = names[-1]
                else:
                    del table[key]


def _write_builtin(pickler: Any, obj: Any) -> Any:
    """Handle a built-in function without an entry in any table as pickle's own pickler does."""
    found = obj.__reduce_ex__(pickler.proto)
    return (
        pickler.save_global(obj, found)
        if type(found) is str
        else pickler.save_reduce(*found, obj=obj)
    )


def _differs(one: object, other: object) -> bool:
    return one is not other


def _real(function: Any) -> Any:
    """The function behind a replacement."""
    return function.__wrapped__ if hasattr(function, "__sluice__") else function


def _picklers() -> list[type]:
    """All classes of picklers."""
    found = [pickle.Pickler, pickle._Pickler]
    for cls in found:
        found += [sub for sub in type.__subclasses__(cls) if sub not in found]
    return found
