"""The base class of all observers, which take part in statements. The bracket calls them in the
order declared in `observers.py`.

An observer holds no state of a statement itself. Such state is an object of the observer's class
`State`. The statement makes the object at its first use (`Statement.state`) and drops it at its
end. Every folder may import this file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .record.statement import Statement


class Observer:
    """Takes part in statements. The bracket calls only the methods that a class overrides."""

    State: type[Any] | None = None
    """The class of the observer's state of one statement. A statement without the state does not
    concern the observer. None: each statement does.
    """

    def begin(self, statement: Statement) -> None:
        """A statement begins."""

    def look_around(self, statement: Statement) -> None:
        """Code without probes is about to run, for the first time in the statement."""

    def stop_tracing(self, statement: Statement) -> None:
        """Tracing of the statement stops: uninstrumented versions of its code run from here on."""

    def report(self, statement: Statement, state: Any) -> None:
        """Record the effects of the statement, which has run."""

    def let_go(self, statement: Statement, state: Any) -> None:
        """Drop all objects held for the statement, whose record is complete."""

    def held(self, state: Any) -> Iterable[int]:
        """The identities of containers to which the state refers, one for each reference."""
        return ()

    def drop(self, statement: Statement, state: Any, dead: set[int]) -> None:
        """Drop the containers with these identities: nobody else refers to them any more."""


_Each = TypeVar("_Each", bound=Observer)


def overriding(observers: Iterable[_Each], method: Callable) -> list[_Each]:
    """The observers whose class overrides this method."""
    name = method.__name__
    return [each for each in observers if getattr(type(each), name) is not method]
