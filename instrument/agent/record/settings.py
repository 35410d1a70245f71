"""Settings and other world locations without objects: options, the locale, the targets of printed
text. Reads of unset settings are reported too, because a cell above may set them later. A declared
change is withdrawn at the end of the statement if the values are the same as before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..objects.locations import WHOLE
from ..observer import Observer
from ..world.table import SHOWN, WORLD
from ..world.entry import same
from ..world.settings import is_known_logger

if TYPE_CHECKING:
    from collections.abc import Collection

    from .recorder import Recorder
    from .statement import Statement


class Values(dict[str, dict]):
    """By name of a location: the values before its first change in the statement."""


class Settings(Observer):
    """Records reads and changes. `unset`: unset locations that the current run may have read.
    `read_unseen`: options that calls of uninstrumented versions without a record may read.
    """

    State = Values

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.written = recorder.written
        self.unset: set[str] = set()
        self.read_unseen: set[str] = set()

    def begin_run(self) -> None:
        self.unset.clear()

    def read(self, name: str, kind: str = "observed") -> None:
        """Reads a location, if any statement has set the location."""
        if name in self.written:
            self.recorder.read(name, WHOLE, kind)
        else:
            self.unset.add(name)

    def read_all(self, names: Collection[str], kind: str = "observed") -> None:
        """Reads several locations."""
        if self.written.isdisjoint(names):
            self.unset.update(names)
        else:
            for name in names:
                self.read(name, kind)

    def may_show(self) -> bool:
        """Whether any statement has set how values look as text. The caller is about to show a
        value.
        """
        if not self.written.isdisjoint(SHOWN):
            return True
        self.unset |= SHOWN
        return False

    def mutate(self, name: str, receiver: object = None, kind: str = "observed") -> None:
        """Records a declared change before it happens. (The `receiver`, a handler of messages, also
        keeps the messages.)
        """
        statement = self.recorder.current
        entry = WORLD.get(name)
        if (
            entry is not None
            and entry.withdrawn
            and (name != "logging" or receiver is None or is_known_logger(receiver))
            and statement is not None
            and (name, WHOLE) not in statement.writes
        ):
            before = entry.read()
            # (without values: they cannot be read)
            if before:
                statement.state(Values)[name] = before
        self.recorder.mutate(name, WHOLE, kind)

    def report(self, statement: Statement, state: Values) -> None:
        """Withdraws the changes of settings that have the same values as before."""
        for name, before in state.items():
            now: dict[Any, Any] = WORLD[name].read()
            if now.keys() == before.keys() and all(
                same(now[key], value) for key, value in before.items()
            ):
                statement.withdraw((name, WHOLE))
