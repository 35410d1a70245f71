"""The notebook's global names for people: what each stands for, in short. Asked for between runs; it changes nothing."""

import re
import types

from .tables import is_table

_MANAGED = re.compile(r"(?:_.*|In|Out|exit|quit|open|get_ipython)$")
_HIDDEN = (types.ModuleType,)
_PREVIEW = 120


def variables(namespace):
    """`[name, type, preview, size or None, whether it is a table]` of every name but modules and IPython's own, in the order in which they came."""
    return [
        [name, type(value).__name__, preview(value), size(value), is_table(value)]
        for name, value in list(namespace.items())
        if not _MANAGED.match(name) and not isinstance(value, _HIDDEN)
    ]


def preview(value):
    if isinstance(value, (list, tuple, set, frozenset, dict)) and len(value) > 20:
        return "…"
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple) and len(shape) == 2:
        columns = getattr(value, "columns", None)
        return ", ".join(map(str, list(columns)[:12]))[:_PREVIEW] if columns is not None else "…"
    try:
        text = repr(value[:6]) if isinstance(shape, tuple) and len(shape) == 1 else repr(value)
    except Exception as fault:
        return "<no repr: %s>" % type(fault).__name__
    text = " ".join(text[: 4 * _PREVIEW].split())
    return text if len(text) <= _PREVIEW else text[: _PREVIEW - 1] + "…"


def size(value):
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple) and all(isinstance(n, int) for n in shape):
        return " × ".join(map(str, shape)) or None
    try:
        return str(len(value)) if isinstance(value, (list, tuple, set, frozenset, dict, str, bytes)) else None
    except Exception:
        return None
