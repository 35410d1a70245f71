"""What takes part in statements: the base class of all observers, which are called in the order
that `observers.py` declares.

An observer keeps nothing of a statement in itself. It keeps that in an object of its class `State`,
which the statement makes when it is first asked for (`Statement.state`) and drops when it ends.
Every folder may import this file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .record.statement import Statement


class Observer:
    """Takes part in statements. The bracket calls only the methods that a class overrides."""

    State: type[Any] | None = None
    """What the observer keeps of one statement. A statement without that state does not concern the
    observer; None: each statement concerns it.
    """

    def begin(self, statement: Statement) -> None:
        """A statement begins."""

    def look_around(self, statement: Statement) -> None:
        """Code without probes is about to run, for the first time in the statement."""

    def stop_tracing(self, statement: Statement) -> None:
        """Tracing of the statement stops: uninstrumented versions of its code run from here on."""

    def report(self, statement: Statement, state: Any) -> None:
        """The statement has run: record what it has done."""

    def let_go(self, statement: Statement, state: Any) -> None:
        """The record of the statement is complete: drop what was held for it."""

    def held(self, state: Any) -> Iterable[int]:
        """The identities of containers to which the state refers, one for each reference."""
        return ()

    def drop(self, statement: Statement, state: Any, dead: set[int]) -> None:
        """Drop the containers with these identities: nobody else refers to them any more."""


_Each = TypeVar("_Each", bound=Observer)


def overriding(observers: Iterable[_Each], method: Callable) -> list[_Each]:
    """Those of the observers whose class has a method of its own in place of this one."""
    name = method.__name__
    return [each for each in observers if getattr(type(each), name) is not method]
