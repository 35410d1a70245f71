"""Caches of look-ups in the labels of frames and series."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..objects.attributes import own_dict
from ..objects.libraries import LIBRARIES

if TYPE_CHECKING:
    from typing import Any


def forget_lookups(value: Any) -> None:
    """Clear the caches of look-ups in the labels of a frame or series. Their memory shows in
    `df.info()`, after `df.loc['a']` below.
    """
    if not (LIBRARIES.pandas and isinstance(value, LIBRARIES.pandas)):
        return
    categories = [
        getattr(dtype, "categories", None)
        for dtype in (value.dtypes if isinstance(value, LIBRARIES.frame) else (value.dtype,))
    ]
    axes = (value, getattr(value, "index", None), getattr(value, "columns", None))
    for labels in (
        *axes,
        *categories,
        *(level for axis in axes for level in getattr(axis, "_levels", ())),
    ):
        cache = (
            (own_dict(labels) or {}).get("_cache") if isinstance(labels, LIBRARIES.index) else None
        )
        if type(cache) is dict:
            cache.clear()
