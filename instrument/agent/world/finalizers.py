"""Functions that wait for the death of an object (`weakref.finalize`): Python keeps them in a table
of the class, which is put back like any other state of the world.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..objects.attributes import home
from .entry import ABSENT

if TYPE_CHECKING:
    from typing import Any

    from .entry import Values


FINALIZERS = "finalizers"
"""The location of this table, and of callbacks of weak references, which go with these."""


def read_finalizers(m: Any) -> Values:
    """Those of the notebook. A library's own function waits for objects of a library, as that of
    `tempfile` for a temporary folder.
    """
    return {each: info for each, info in _table(m).items() if not _is_of_library(info)}


def put_finalizer(m: Any, key: Any, value: object) -> None:
    if value is ABSENT:
        _table(m).pop(key, None)
    else:
        _table(m)[key] = value


def waiting() -> dict[Any, Any]:
    """All that wait, each with what Python keeps of it."""
    m = sys.modules.get("weakref")
    return {} if m is None else dict(_table(m))


def awaited(finalizer: Any) -> Any:
    """What Python keeps of a finalizer that is still to run; None of others."""
    m = sys.modules.get("weakref")
    return _table(m).get(finalizer) if m is not None and is_finalizer(finalizer) else None


def is_finalizer(value: Any) -> bool:
    m = sys.modules.get("weakref")
    return m is not None and issubclass(type(value), m.finalize)


def _table(m: Any) -> dict[Any, Any]:
    return m.finalize._registry


def _is_of_library(info: Any) -> bool:
    package, module = (
        (name or "").partition(".")[0]
        for name in (home(type(info.weakref())), getattr(info.func, "__module__", None))
    )
    return package != "__main__" and (
        module == package or module not in {"", "__main__", *sys.stdlib_module_names}
    )
