"""One store or call in an uninstrumented version, which has an inline cache (`sites`)."""

from __future__ import annotations

from typing import Any

from ..rewriting.probe_names import PREFIX

MISSES = 12
"""The number of different objects that a site records one by one; then the site covers their whole
class (see `summary`).
"""


class Site:
    """One store or call: its line, its attribute or method, and the number of different objects so
    far.

    `first`: whether the site has cells for the first argument. `constant`: its arguments, if any,
    are literal numbers and strings. `given`: for each call in its arguments, the numbers of the
    sites of that call, if the arguments consist of calls and constants; else None. `numbers`:
    whether its arguments are names and constants, for which the site has a cell. `fixed`: the
    positions and keywords with literal numbers, strings and lambdas. `unpacks`: whether the call
    unpacks a sequence or mapping, so that each call may give other parameters. `looks`: whether the
    call looks up an attribute by `getattr` or `hasattr`, and has cells for the function and the
    class of the object. `vain`: the number of calls without an entry.
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
