"""The names under which rewritten code finds probes and their cells, among the builtins."""

from __future__ import annotations

PREFIX = "_sluice_"
ON = PREFIX + "on"
"""Switches between instrumented and uninstrumented versions of loops and functions."""

STAND_IN = "~" + PREFIX
"""Begins the names of stand-ins for closure variables: in `__closure__`, which is sorted by name,
they come after the variables.
"""

WRAPPED = frozenset({"resize"})
"""Names of methods whose calls are wrapped, so that our own references step aside
(`probes/aside`).
"""

ENTER = PREFIX + "en"
"""The probe at the entry of a function in a module of the user's."""

LIST_SUBCLASSES = PREFIX + "sc"
"""The probe that lists the subclasses of a class."""

HANDED_OUT = frozenset({"__dict__", "__annotations__", "attrs", "attrib", "flags"})
"""Attributes whose values nobody could have found in the object before, or whose values do not show
their owner.
"""

CELLS = PREFIX + "cells"
"""The argument of functions without callers, which lead to the variables shared by a function and
the functions around (`modules`).
"""


def looks_only(name: object) -> bool:
    """Whether an attribute of this name is neither a dictionary handed out by an object, nor a
    dictionary of Python's: a look-up needs no record.
    """
    return type(name) is str and name not in HANDED_OUT and name[:2] != "__"
