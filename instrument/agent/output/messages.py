"""A message of an output that waits to be sent. It is not sent here."""

from collections import deque

from .shorten import size_of


class Message:
    """`pieces`: the text of a stream, in parts, without the first `skipped` characters. `rest`:
    what else it is sent with.
    """

    __slots__ = ("kind", "content", "rest", "pieces", "skipped", "size")

    def __init__(self, kind, content, rest):
        self.kind = kind
        # a long text is not held by what is left of it
        self.content = {**content, "text": ""} if kind == "stream" else content
        self.rest = rest
        self.pieces: deque | None = deque([content["text"]]) if kind == "stream" else None
        self.skipped = 0
        self.size = size_of(kind, content)

    def display(self):
        return (self.content.get("transient") or {}).get("display_id")

    def is_as_made(self, content):
        """Whether it says all of what was made."""
        return self.content is content or (
            self.pieces is not None and self.size == len(content["text"])
        )

    def continues(self, other):
        """Whether the other one is more text of the same stream."""
        return (
            self.pieces is not None
            and other.pieces is not None
            and self.content["name"] == other.content["name"]
        )

    def extend(self, other):
        self.pieces.extend(other.pieces)
        self.size += other.size

    def whole(self):
        """What it says now."""
        if self.pieces is None:
            return self.content
        text = "".join(self.pieces)[self.skipped :]
        self.pieces, self.skipped = deque([text]), 0
        return {**self.content, "text": text}

    def drop(self, many):
        """Lets go of the first characters. Long texts are copied only where little is left of
        them.
        """
        self.size -= many
        self.skipped += many
        while self.pieces and len(self.pieces[0]) <= self.skipped:
            self.skipped -= len(self.pieces.popleft())
        if self.pieces and self.skipped > len(self.pieces[0]) // 2:
            self.pieces[0], self.skipped = self.pieces[0][self.skipped :], 0

    def cut(self, many):
        """The first characters as a message of their own; they are gone from this one."""
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
