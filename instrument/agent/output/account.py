"""The account of one request's output: the messages that are sent at once, the ones that wait, and
the ones that are left out between the beginning and the end.

A cell keeps a number of characters and outputs from its beginning, and others at its end; the
account counts the outputs in between. Messages that come faster than a page can show them wait.
Messages that others make needless (updates of the same display, cleared output) are never sent.

This file sends nothing, and has no clock.
"""

from __future__ import annotations

import hashlib
from collections import deque
from typing import TYPE_CHECKING

from .messages import Message
from .shorten import add_text, dumped, megabytes, shortened

if TYPE_CHECKING:
    from .messages import Content, Rest
    from .whole_file import WholeFile

OUTPUTS = 1_000
"""Outputs that a cell keeps from its beginning on."""

LAST_OUTPUTS = 100
"""Outputs that it keeps at its end."""

BURST = 1_000
PER_SECOND = 200
"""Messages that go at once, and how many more each second."""

UPDATE = "update_display_data"
CLEAR = "clear_output"


class Account:
    """The account of one request. `limit`: characters that are kept from the beginning on. `log`: a
    file that gets all output; or None.
    """

    def __init__(self, limit: int, log: WholeFile | None, now: float) -> None:
        self.limit = limit
        self.last = limit // 4
        self.log = log
        self.credit, self.counted = BURST, now
        # whether a `clear_output(wait=True)` has come; unsent, it is the message itself
        self.clears, self.unsent_clear = False, None
        # the last updates of waiting displays, by their ids
        self.updates = {}
        self.begin()

    def begin(self) -> None:
        """Nothing is shown."""
        self.room, self.free = self.limit, OUTPUTS
        self.stream = None
        self.held, self.held_size = deque(), 0
        # whether the held output is the end, with its beginning already sent; whether the page
        # knows this
        self.is_tail, self.is_told = False, True
        self.left, self.left_outputs = 0, 0
        self.characters, self.shown = 0, 0
        self.digest = hashlib.sha256()

    def take(self, kind: str, content: Content, rest: Rest, now: float) -> list[Message]:
        """Counts a message of an output. Returns the messages to send now; `due` returns the ones
        that wait.
        """
        if kind == CLEAR:
            return self.clear(Message(kind, content, rest), now)
        message = Message(
            kind, content if kind == "stream" else shortened(content, self.limit), rest
        )
        waits = (
            self.held
            or self.updates
            or self.is_tail
            or not self.fits(message)
            or not self.may_go(now)
        )
        if not waits:
            return [self.first(message)]
        self.hold(message)
        return self.due(False) if self.is_full() else []

    def clear(self, message: Message, now: float) -> list[Message]:
        if message.content.get("wait"):
            self.clears = True
        else:
            self.begin()
        if not self.held and not self.updates and self.may_go(now):
            return [message]
        if self.clears:
            self.unsent_clear = message
        else:
            self.hold(message)
        return []

    def before(self, kind: str) -> None:
        """A message comes, so pending clearing of output happens now."""
        if self.clears and kind not in (CLEAR, UPDATE):
            self.begin()
            if self.unsent_clear is not None:
                self.hold(self.unsent_clear)
            self.clears, self.unsent_clear = False, None

    def count(self, kind: str, content: Content) -> None:
        """Counts a message in the whole, except standard error: no comparison uses it, and its
        order is chance.
        """
        if kind == CLEAR:
            return
        if self.log is not None:
            self.log.write(kind, content)
        if kind != "stream":
            self.shown += 1
            add_text(self.digest, dumped(content.get("data") or content.get("evalue")))
        elif content["name"] == "stdout":
            self.characters += len(content["text"])
            add_text(self.digest, content["text"])

    def may_go(self, now: float) -> bool:
        self.credit, self.counted = min(BURST, self.credit + (now - self.counted) * PER_SECOND), now
        if self.credit < 1:
            return False
        self.credit -= 1
        return True

    def fits(self, message: Message) -> bool:
        """Whether the message may be among the first outputs, which are kept."""
        return message.kind in (UPDATE, CLEAR) or (
            message.size <= self.room and self.has_place(message)
        )

    def has_place(self, message: Message) -> bool:
        return self.free > 0 or self.goes_on(message)

    def goes_on(self, message: Message) -> bool:
        return message.pieces is not None and self.stream == message.content["name"]

    def first(self, message: Message) -> Message:
        """Counts the message among the first outputs."""
        if message.kind not in (UPDATE, CLEAR):
            self.room -= message.size
            self.free -= 0 if self.goes_on(message) else 1
            self.stream = message.content["name"] if message.pieces is not None else None
        return message

    def hold(self, message: Message) -> None:
        self.is_told = False
        if message.kind == UPDATE:
            key = message.display()
            self.updates.pop(key, None)
            self.updates[key] = message
            return
        if self.held and self.held[-1].continues(message):
            self.held[-1].extend(message)
        else:
            self.held.append(message)
        self.held_size += message.size
        if self.is_tail:
            self.trim()

    def trim(self) -> None:
        """Drops the oldest waiting output beyond the part that is kept at the end. The last output
        always stays.
        """
        while self.held_size > self.last or len(self.held) > LAST_OUTPUTS:
            first = self.held[0]
            excess = self.held_size - self.last
            if first.pieces is not None and first.size > excess > 0:
                first.drop(excess)
            elif len(self.held) == 1:
                return
            else:
                self.held.popleft()
                excess = first.size
            if first.pieces is None:
                self.left_outputs += 1
            else:
                self.left += excess
            self.held_size -= excess

    def is_full(self) -> bool:
        return not self.is_tail and (
            self.held_size > self.room + self.last or len(self.held) > self.free + LAST_OUTPUTS
        )

    def due(self, ends: bool) -> list[Message]:
        """The waiting messages to send now. `ends`: the request ends, and perhaps no message comes
        any more.
        """
        if self.is_told:
            return []
        found = []
        while self.held and not self.is_tail:
            message = self.held[0]
            if self.fits(message):
                self.held.popleft()
                self.held_size -= message.size
                found.append(self.first(message))
                continue
            if message.pieces is not None and self.room > 0 and self.has_place(message):
                self.held_size -= self.room
                found.append(self.first(message.cut(self.room)))
            self.is_tail = True
            self.trim()
        self.is_told = True
        if self.is_tail and self.left + self.left_outputs > 0:
            found += [self.mark(), *self.held]
        elif ends:
            # nothing is left out
            found += self.held
            self.held, self.held_size = deque(), 0
        elif self.held:
            self.is_told = False
        found += self.updates.values()
        self.updates = {}
        return found

    def mark(self) -> Message:
        """The marker in place of the omitted output. It replaces the marker before, and all output
        after that one.
        """
        parts = [megabytes(self.left)] if self.left > 0 else []
        if self.left_outputs > 0:
            parts.append("1 output" if self.left_outputs == 1 else "%d outputs" % self.left_outputs)
        where = "" if self.log is None else " " + self.log.place()
        text = "… %s left out here.%s …" % (" and ".join(parts), where)
        left = {
            "characters": self.left,
            "outputs": self.left_outputs,
            "whole": [self.characters, self.shown, self.digest.hexdigest()],
        }
        content = {"data": {"text/plain": text}, "metadata": {"sluice_left": left}, "transient": {}}
        return Message("display_data", content, self.held[-1].rest)
