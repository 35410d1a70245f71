"""Weak proxies (`weakref.proxy`): whatever is done with one happens to the object that it stands
for.

Unsound, of the run itself: the class of an object behind a weak proxy sees one more
`__getattribute__`, for `__sizeof__`.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

PROXIES = frozenset(weakref.ProxyTypes)


def behind(proxy: Any) -> Any:
    """The object that a weak proxy stands for; None when it has died. Nothing says so but an
    attribute that every object has.
    """
    try:
        method = proxy.__sizeof__
        # a proxy of a class gives an unbound function
        return method.__self__ if hasattr(method, "__self__") else proxy.__mro__[0]
    except (AttributeError, ReferenceError):
        return None


def without_proxies(values: Sequence[object]) -> list[Any] | None:
    """The same values, with what stands behind the proxies among them; None when one of these has
    died.
    """
    shown = [behind(value) if type(value) in PROXIES else value for value in values]
    return None if any(a is None and b is not None for a, b in zip(shown, values)) else shown
