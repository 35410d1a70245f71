"""numba: compiled functions and their compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .kind import Family, Kind

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from ..objects.locations import Namespace


class CompiledFunctions(Kind):
    """Functions that numba compiles. The state of the compiler does not matter for their values."""

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        holder = obj if hasattr(obj, "py_func") else getattr(obj, "_dispatcher", None)
        return [getattr(holder, "py_func", None), getattr(holder, "overloads", None)]


FAMILY = Family(modules={"numba": CompiledFunctions()})
