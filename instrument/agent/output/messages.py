"""A message of an output that waits to be sent. This file sends nothing."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from .shorten import size_of

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Content: TypeAlias = dict[str, Any]
    """The content of a message of the Jupyter protocol."""
    Header: TypeAlias = dict[str, Any]
    """The message that a message answers, or the header of it."""
    Rest: TypeAlias = tuple[Any, Any, tuple[Any, ...], dict[str, Any]]
    """The other arguments with which a message was to be sent: stream, parent and more."""


class Message:
    """`pieces`: the text of a stream, in parts, without the first `skipped` characters. `rest`: the
    other arguments of `send`.
    """

    __slots__ = ("kind", "content", "rest", "pieces", "skipped", "size")

    def __init__(self, kind: str, content: Content, rest: Rest) -> None:
        self.kind = kind
        # (the rest of a long text must not hold the whole text)
        self.content = {**content, "text": ""} if kind == "stream" else content
        self.rest = rest
        self.pieces: deque | None = deque([content["text"]]) if kind == "stream" else None
        self.skipped = 0
        self.size = size_of(kind, content)

    def display(self) -> str | None:
        return (self.content.get("transient") or {}).get("display_id")

    def is_as_made(self, content: Content) -> bool:
        """Whether the message has its whole original content."""
        return self.content is content or (
            self.pieces is not None and self.size == len(content["text"])
        )

    def continues(self, other: Message) -> bool:
        """Whether the other message is more text of the same stream."""
        return (
            self.pieces is not None
            and other.pieces is not None
            and self.content["name"] == other.content["name"]
        )

    def extend(self, other: Message) -> None:
        if self.pieces is not None and other.pieces is not None:
            self.pieces.extend(other.pieces)
        self.size += other.size

    def whole(self) -> Content:
        """The present content."""
        if self.pieces is None:
            return self.content
        text = "".join(self.pieces)[self.skipped :]
        self.pieces, self.skipped = deque([text]), 0
        return {**self.content, "text": text}

    def drop(self, many: int) -> None:
        """Drops the first characters. Long texts are copied only when little is left of them."""
        self.size -= many
        self.skipped += many
        while self.pieces and len(self.pieces[0]) <= self.skipped:
            self.skipped -= len(self.pieces.popleft())
        if self.pieces and self.skipped > len(self.pieces[0]) // 2:
            self.pieces[0], self.skipped = self.pieces[0][self.skipped :], 0

    def cut(self, many: int) -> Message:
        """Moves the first characters into a message of their own."""
        taken, found = 0, []
        for piece in self.pieces or ():
            start = self.skipped if not found else 0
            found.append(piece[start : start + many - taken])
            taken += len(found[-1])
            if taken >= many:
                break
        first = Message(self.kind, {**self.content, "text": "".join(found)}, self.rest)
        self.drop(taken)
        return first
