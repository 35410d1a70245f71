"""Functions of the notebook without their probes, for whoever looks into them: they have their plain
code meanwhile, or a twin stands for them.
"""

from __future__ import annotations

import threading
import types
import weakref
from typing import TYPE_CHECKING

from ..objects.snapshots import content_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .plain_code import PlainCode

_CODE, _FUNCTION = types.CodeType, types.FunctionType
_ANNOTATED = "__annotate__" if hasattr(_FUNCTION, "__annotate__") else "__annotations__"
"""The attributes for a function's annotations; Python 3.14 and later evaluate annotations at their
first use.
"""
_PARTS = tuple(
    name
    for name in (
        "__module__",
        "__name__",
        "__qualname__",
        "__doc__",
        "__defaults__",
        "__kwdefaults__",
        "__type_params__",
        _ANNOTATED,
    )
    if name == "__module__" or hasattr(_FUNCTION, name)
)


class PlainFunctions:
    """Lends plain code to functions. `lent`: functions with borrowed plain code, by id, with the
    number of borrowers. `twins`: for functions with more closure variables than without probes,
    functions without these.
    """

    def __init__(self, plain: PlainCode) -> None:
        self.plain = plain
        self.lent = {}
        self.twins = weakref.WeakKeyDictionary()
        self.lock = threading.RLock()

    def lend(self, function: types.FunctionType) -> list[types.FunctionType]:
        """Give a function, and all functions in its use, their plain code for the time of a pickle:
        a pickler may search these as well. The functions remain the same objects. Another thread
        may borrow at the same time. Returns the functions with plain code.
        """
        lent, seen = [], set()
        pending = [function]
        with self.lock:
            while pending:
                function = pending.pop()
                if type(function) is not _FUNCTION or id(function) in seen:
                    continue
                seen.add(id(function))
                code = (
                    self.lent[id(function)][1] if id(function) in self.lent else function.__code__
                )
                twin = self.plain.plain(code)
                if twin is code:
                    # a library's, which may stand for one of the notebook's
                    pending += [
                        *map(content_of, function.__closure__ or ()),
                        getattr(function, "__wrapped__", None),
                    ]
                    continue
                pending += _used_by(function, twin)
                if twin.co_freevars == code.co_freevars:
                    self.lent.setdefault(id(function), [0, code])[0] += 1
                    function.__code__ = twin
                    lent.append(function)
        return lent

    def take_back(self, functions: Iterable[types.FunctionType]) -> None:
        with self.lock:
            for function in functions:
                lent = self.lent[id(function)]
                lent[0] -= 1
                if not lent[0]:
                    del self.lent[id(function)]
                    function.__code__ = lent[1]

    def twin(self, function: types.FunctionType, code: types.CodeType) -> types.FunctionType:
        """A function with the same variables, without those for probes."""
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or ()))
        twin = self.twins.get(function)
        if twin is None:
            twin = _FUNCTION(
                code,
                function.__globals__,
                function.__name__,
                None,
                tuple(cells[name] for name in code.co_freevars),
            )
            self.twins[function] = twin
        for part in _PARTS:
            setattr(twin, part, getattr(function, part))
        twin.__dict__ = function.__dict__
        return twin


def _used_by(function: types.FunctionType, code: types.CodeType) -> list[Any]:
    """The values behind the names in a function's code, its closure and its wrapped function."""
    names, codes = set(), [code]
    for inner in codes:
        names.update(inner.co_names)
        codes += [constant for constant in inner.co_consts if type(constant) is _CODE]
    found = [function.__globals__.get(name) for name in names]
    found += map(content_of, function.__closure__ or ())
    found += [getattr(each, "__wrapped__", None) for each in found if type(each) is _FUNCTION]
    return found
