"""The global random streams: which of them a statement has drawn from, or put elsewhere.

Declared calls say so. After other calls of libraries the states of the streams are compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..objects.locations import WHOLE
from ..observer import Observer
from .chance import begin_anywhere, has_moved_on
from .table import CHANCE, STREAMS, WORLD

if TYPE_CHECKING:
    from ..record.recorder import Recorder
    from ..record.statement import Statement

_SEEN = [WORLD[name] for name in STREAMS]
_LOCATIONS = frozenset((name, WHOLE) for name in STREAMS)


class Draws:
    """The draws of one statement: the streams `drawn` from by chance, whether code of a `library`
    has run, and whether any of it was `undeclared`.
    """

    __slots__ = ("drawn", "library", "undeclared")

    def __init__(self) -> None:
        self.drawn: set[str] = set()
        self.library = False
        self.undeclared = False

    def enter_library(self, declared: bool) -> bool:
        """Note library code that is about to run. Returns whether it is the first in the statement."""
        self.undeclared = self.undeclared or not declared
        first, self.library = not self.library, True
        return first


class Streams(Observer):
    """Records draws. `chance`: streams that began by chance. `states`: of all streams at the last
    comparison; None if a state may have changed since.
    """

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.chance: tuple[str, ...] = CHANCE
        self.states: dict[str, Any] | None = None

    def install(self, shell: object) -> None:
        self.chance = begin_anywhere(shell)

    def moved(self) -> None:
        """The streams were put elsewhere, outside of any statement."""
        self.states = None

    def is_chance(self, stream: str) -> bool:
        """Whether a random stream has neither been seeded, nor has its state been read."""
        return stream in self.chance and stream not in self.recorder.written

    def draw(self, stream: str) -> None:
        """Record a draw from a global random stream. The numbers of a stream without a seed are
        chance, independent of earlier draws: neither read nor change. The draw is noted, because a
        cell above may seed the stream later.
        """
        if self.is_chance(stream):
            self.recorder.settings.unset.add(stream)
            if self.recorder.current is not None:
                self.recorder.current.state(Draws).drawn.add(stream)
        else:
            self.recorder.mutate(stream, WHOLE)

    def watch(self) -> None:
        """Take the states before the first library call of the statement, unless those of the last
        comparison are valid: draws between the two happen where no probe is.
        """
        self.states = self.states or stream_states()

    def report(self, statement: Statement, state: None) -> None:
        if not statement.foreign:
            return
        draws = statement.states.get(Draws)
        if draws is None or not draws.library:
            if (draws is not None and draws.drawn) or not _LOCATIONS.isdisjoint(statement.writes):
                self.states = None
            return
        before, self.states = self.states or {}, stream_states()
        for name, now in self.states.items():
            if before.get(name) is None or before[name] == now:
                continue
            is_declared = name in draws.drawn and not draws.undeclared
            if self.is_chance(name) and (is_declared or has_moved_on(before[name], now)):
                self.draw(name)
            else:
                self.recorder.mutate(name, WHOLE, "compared")


def stream_states() -> dict[str, Any]:
    """A comparable state of each stream; None for libraries that are not loaded."""
    return {entry.location: _state(entry) for entry in _SEEN}


def _state(entry: Any) -> Any:
    module = entry.home()
    try:
        return None if module is None else entry.drawn(module)
    except AttributeError:
        # a partly loaded module
        return None
