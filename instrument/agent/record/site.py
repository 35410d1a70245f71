"""One store or call in an uninstrumented version, which has an inline cache (`sites`)."""

from __future__ import annotations

from typing import Any

from ..rewriting.probe_names import PREFIX

MISSES = 12
"""Different objects that a site records one by one; then it covers their whole class (see
`summary`).
"""


class Site:
    """One store or call: its line, the attribute or method it names, and how many different objects
    it has seen. `first`: whether it has cells for the first argument. `constant`: its arguments, if
    any, are numbers and strings written there. `given`: for each call in its arguments, the numbers
    of that call's own sites, if the arguments are made of those and constants alone; else None.
    `numbers`: whether its arguments are names and constants, for which it has a cell. `fixed`: the
    positions and keywords at which it passes numbers, strings and lambdas written there. `unpacks`:
    whether it passes what is in a sequence or mapping, so that each call may give other parameters.
    `looks`: whether it looks up an attribute by `getattr` or `hasattr`, and has cells for which of
    them and the class of the object. `vain`: how many calls gave no entry.
    """

    __slots__ = (
        "number",
        "line",
        "name",
        "augments",
        "misses",
        "first",
        "constant",
        "given",
        "fixed",
        "unpacks",
        "looks",
        "cells",
        "filled",
        "vain",
    )

    def __init__(
        self,
        number: int,
        line: int,
        name: str | None = None,
        augments: bool = False,
        first: bool = False,
        constant: bool = False,
        given: Any = None,
        fixed: frozenset[Any] = frozenset(),
        unpacks: bool = False,
        numbers: bool = False,
        looks: bool = False,
    ) -> None:
        self.cells = tuple(
            ["%s%s%d" % (PREFIX, kind, number) for kind in "kt" + "fa" * first + "n" * numbers]
        )
        self.first = first
        self.constant = constant
        self.given = given
        self.fixed = fixed
        self.unpacks = unpacks
        self.looks = looks
        self.number = number
        self.line = line
        self.name = name
        self.augments = augments
        self.misses = 0
        self.vain = 0
        self.filled = False
