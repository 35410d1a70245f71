"""The notebook's global names for people: a short view of each value. Requests come between runs.
Nothing changes.
"""

from __future__ import annotations

import inspect
import re
import reprlib
import types
from typing import TYPE_CHECKING

from .tables import is_table

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ..objects.libraries import Frame
    from ..objects.locations import Namespace

_MANAGED = re.compile(r"(?:_.*|In|Out|exit|quit|open|get_ipython)$")
_PREVIEW = 120
_FEW = 6
_WIDGETS = ("ipywidgets", "anywidget")
_CALLABLES = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, type)


def variables(namespace: Namespace) -> list[list[Any]]:
    """`[name, type, preview, size or None, whether it is a table, kind]` of every name but
    IPython's own, in the order in which they came.
    """
    return [
        [name, type(value).__name__, preview(value), size(value), is_table(value), kind(value)]
        for name, value in namespace.copy().items()
        if not _MANAGED.match(name)
    ]


def kind(value: Any) -> str:
    """The kind of a value for people in search of data: `data`, `function` (or class) of the
    notebook, `import` or `widget`.
    """
    if isinstance(value, types.ModuleType):
        return "import"
    if isinstance(value, _CALLABLES):
        return "function" if getattr(value, "__module__", None) == "__main__" else "import"
    if any(
        base.__module__.partition(".")[0] in _WIDGETS
        for base in type(value).__mro__
        if isinstance(base.__module__, str)
    ):
        return "widget"
    return "data"


def preview(value: object) -> str:
    """The beginning of a value's text, in one line; the first elements of a large value."""
    try:
        text = _text(value)
    except Exception as fault:
        return "no repr: %s" % type(fault).__name__
    text = " ".join(text[: 4 * _PREVIEW].split())
    return text if len(text) <= _PREVIEW else text[: _PREVIEW - 1] + "…"


def _text(value: Any) -> str:
    if isinstance(value, types.ModuleType):
        return value.__name__
    if isinstance(value, type):
        return "class of %s" % value.__module__ if value.__module__ != "__main__" else "class"
    if isinstance(value, _CALLABLES):
        return _signature(value)
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple) and len(shape) == 2 and hasattr(value, "columns"):
        return _frame(value)
    if isinstance(shape, tuple) and shape and is_table(value):
        return _values(_first(value, len(shape)), shape[0] if len(shape) == 1 else None)
    if type(value).__repr__ is object.__repr__:
        return ", ".join(
            "%s=%s" % (name, _short.repr(part))
            for name, part in list(getattr(value, "__dict__", {}).items())[:_FEW]
        )
    if isinstance(value, (list, tuple, set, frozenset, dict)):
        return _short.repr(value)
    return _plain(repr(value))


def _plain(text: str) -> str:
    """The text without details for debuggers: `<Figure size 640x480 with 1 Axes>`."""
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", text)
    return text[1:-1] if text[:1] == "<" and text[-1:] == ">" else text


_short = reprlib.Repr()
_short.maxlist = _short.maxtuple = _short.maxset = _short.maxfrozenset = _short.maxdict = _FEW
_short.maxstring = _short.maxother = 60
_short.maxlevel = 3


def _signature(function: Any) -> str:
    name = getattr(function, "__name__", "")
    try:
        return "%s%s" % ("lambda " if name == "<lambda>" else name, inspect.signature(function))
    except (TypeError, ValueError):
        return name


def _frame(frame: Frame) -> str:
    """`city: Oslo, Rome, Bonn; n: 1, 2, 3`: each column with its first values, while there is
    room.
    """
    parts = []
    head = frame.head(3)
    for at, name in enumerate(list(head.columns)[:_FEW]):
        column = head.iloc[:, at] if hasattr(head, "iloc") else head[name]
        parts.append("%s: %s" % (name, ", ".join(str(item)[:30] for item in list(column))))
    return "; ".join(parts)


def _first(value: Any, depth: int) -> list[Any]:
    """The first values of an array, whatever its shape, or of a series."""
    for _ in range(depth - 1):
        value = value[0]
    return list(value[:_FEW] if not hasattr(value, "iloc") else value.iloc[:_FEW])


def _values(items: Iterable[Any], length: int | None) -> str:
    return ", ".join(str(item)[:30] for item in items) + (
        "" if length is not None and length <= _FEW else ", …"
    )


def size(value: Any) -> str | None:
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple) and all(isinstance(n, int) for n in shape):
        return " × ".join(map(str, shape)) or None
    try:
        return (
            str(len(value))
            if isinstance(value, (list, tuple, set, frozenset, dict, str, bytes))
            else None
        )
    except Exception:
        return None
