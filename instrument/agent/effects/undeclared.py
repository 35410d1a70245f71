"""What declarations need to say of calls for which nothing is declared: `calls/unknown` knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class Undeclared(Protocol):
    """Records such calls."""

    def call(self, callee: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
        """A callee is called."""

    def called(self, given: Sequence[Any]) -> None:
        """Something is called that may do whatever it likes with what it is given."""

    def only_looks(self, function: Any, values: Sequence[Any]) -> bool:
        """A function is about to be called with what these values hold. Whether it is recorded,
        because the function does nothing but to look at attributes.
        """
        ...

    def as_text(self, obj: Any) -> None:
        """An object is turned into text, or shown."""

    def runs_text(self, code: Any) -> None:
        """Python code runs, as text, or compiled, or as a function that was made of text."""

    def may_change_files(self, paths: Iterable[str]) -> None:
        """Files may change that nobody names: in the current folder, under one of these paths, or
        open for writing.
        """
