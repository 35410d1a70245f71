"""Undone runs of a variant, which can be redone also after runs of other variants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..world.entry import ABSENT
from .reached import memory_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .doable import Doable
    from .marks import Marks

GROUPS = 200
"""The most groups of runs that wait for a redo."""


class Aside:
    """`group`: undone runs, the oldest first; `counted`: the runs that counted after their undo."""

    def __init__(self, group: list[Doable], counted: Sequence[Doable]) -> None:
        self.group = group
        self.counted: list[Marks] = [run.marks for run in counted]
        self.bytes = sum(content.size for run in group for content, _ in run.contents)
        self.bytes += sum(
            memory_in(new) for run in group for _, new in run.names.values() if new is not ABSENT
        )

    def obstacle(self, runs: Sequence[Doable]) -> str | None:
        """Why the state is not the one in which the runs were undone; None: for them it is the same."""
        now = [run.marks for run in runs]
        before, after = {id(marks) for marks in self.counted}, {id(marks) for marks in now}
        others = [marks for marks in self.counted if id(marks) not in after]
        others += [marks for marks in now if id(marks) not in before]
        for run in self.group:
            for marks in others:
                if run.marks.follows(marks) or marks.follows(run.marks):
                    return "a cell that they share things with has run, or was undone, since"
        return None


class SetAside:
    """Groups of undone runs, the last undone group last."""

    def __init__(self) -> None:
        self.groups: list[Aside] = []

    @property
    def bytes(self) -> int:
        """Bytes of the values and copies that the groups hold."""
        return sum(aside.bytes for aside in self.groups)

    def add(self, group: list[Doable], counted: Sequence[Doable]) -> None:
        self.groups.append(Aside(group, counted))
        if len(self.groups) > GROUPS:
            self.drop()

    def find(self, number: int) -> Aside | None:
        """The group with the run of this number."""
        for aside in self.groups:
            if any(run.exec == number for run in aside.group):
                return aside
        return None

    def let_go(self, numbers: Sequence[int]) -> None:
        """Give up the groups with these runs."""
        gone = {*numbers}
        self.groups = [
            aside for aside in self.groups if gone.isdisjoint(run.exec for run in aside.group)
        ]

    def drop(self) -> None:
        """Give up the oldest group."""
        self.groups.pop(0)

    def forgot(self, run: Doable) -> None:
        """A run still counts, but nothing is kept of it any more."""
        for aside in self.groups:
            aside.counted = [marks for marks in aside.counted if marks is not run.marks]
