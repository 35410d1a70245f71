"""The recorder of undeclared calls (`calls/unknown`), as declarations need it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class Undeclared(Protocol):
    """Records such calls."""

    def call(self, callee: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
        """A callee is called."""

    def called(self, given: Sequence[Any]) -> None:
        """Record a call that may have any effect on its arguments."""

    def only_looks(self, function: Any, values: Sequence[Any]) -> bool:
        """Record a function about to be called with the contents of these values, if it only looks
        at attributes. Returns whether it did.
        """
        ...

    def as_text(self, obj: Any) -> None:
        """An object is turned into text, or shown."""

    def runs_text(self, code: Any) -> None:
        """Record Python code that runs as text, as a code object, or as a function made of text."""

    def may_change_files(self, paths: Iterable[str]) -> None:
        """Record possible changes of files without a name in the call: in the current folder, under
        one of these paths, or open for writing.
        """
