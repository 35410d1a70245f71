"""Values whose base tells the whole of them in a text: numbers, strings, dates, decimals, paths, and
subclasses of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..objects.attributes import PATHS, home, static

if TYPE_CHECKING:
    from typing import Any

_BUILTINS = frozenset({str, bytes, int, float, complex})
_BY_TEXT = frozenset({"datetime", "decimal", "fractions", "ipaddress", PATHS, "uuid", "zoneinfo"})
"""Modules whose objects have their whole state in their `repr`, as pandas's times have."""
_TIMES = "pandas._libs.tslibs"
_BY_STR = frozenset({"ipaddress", PATHS, "uuid"})
"""Modules whose `repr` asks `__str__`, which a class of the notebook may replace."""


def text_base(kind: type) -> type | None:
    """The nearest base of a class that tells the whole value in its text."""
    for cls in kind.__mro__:
        module = home(cls)
        is_told = cls in _BUILTINS or module in _BY_TEXT or module.startswith(_TIMES)
        if is_told and cls.__repr__ is not object.__repr__:
            return cls
    return None


def runs_notebook_code(kind: type, base: type) -> bool:
    """Whether the look-ups for the text of the base run code of the notebook."""
    return base not in _BUILTINS and any(
        home(cls) == "__main__" and "__getattribute__" in vars(cls) for cls in kind.__mro__
    )


def has_notebook_zone(value: Any, base: type) -> bool:
    """Whether a time is in a time zone whose class the notebook defines."""
    zone: Any = static(base, "tzinfo")
    return hasattr(zone, "__get__") and any(
        home(cls) == "__main__" for cls in type(zone.__get__(value)).__mro__
    )


def shown_text(value: Any, base: Any) -> str:
    """The text that the base gives of a value."""
    if base is int:
        # (the decimal text of a long number is refused)
        return int.__format__(value, "x")
    return base.__str__(value) if home(base) in _BY_STR else base.__repr__(value)
