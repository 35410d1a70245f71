"""One statement instance while it is recorded, and its record afterwards.

It keeps what concerns all that take part in it. What one observer keeps of it is an object of that
observer's own, among `states`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from ..objects.locations import GLOBALS
from .budget import Budget

if TYPE_CHECKING:
    from ..rewriting.plans import StatementPlan

Location = tuple[str, str]
"""The token of an object, or the name of a part of the world, and a field of it."""

_State = TypeVar("_State")


class Bindings:
    """Global names that a statement has deleted, and those that it has `rebound` to the same
    object. `values`: tokens of what its new values hold and somebody has written.
    """

    __slots__ = ("deleted", "rebound", "values")

    def __init__(self) -> None:
        self.deleted: set[str] = set()
        self.rebound: set[str] = set()
        self.values: set[str] = set()


class Statement:
    """`reads` and `writes`: locations, with how they are known. `escapes`: reasons for which slices
    are not guaranteed, with the line. `on`: probes record everything; later, uninstrumented
    versions run. `foreign`: other code may have run than the notebook's own, and builtins with
    numbers, strings and containers of them. `epoch`: how often something was stored. `failed`: it
    has ended in an `error`; `broke`: IPython has shown one, and the statement went on; `caught`:
    code of the notebook may have caught one. `entered`: blocks of code whose names are read.
    """

    __slots__ = (
        "plan", "reads", "writes", "escapes", "line", "on", "foreign", "epoch", "failed", "error",
        "broke", "caught", "entered", "budget", "bindings", "states",
    )  # fmt: skip

    def __init__(self, plan: StatementPlan, budget: Budget) -> None:
        self.plan = plan
        self.reads: dict[Location, str] = {}
        self.writes: dict[Location, str] = {}
        self.escapes: dict[tuple[str, bool, str], int] = {}
        self.line: int = plan.line
        self.on = True
        self.foreign = False
        self.epoch = 0
        self.failed = False
        self.error: Any = None
        self.broke = False
        self.caught = False
        self.entered: set[int] = set()
        self.budget = budget
        self.bindings = Bindings()
        self.states: dict[type, Any] = {}

    # -- states
    # ---------------------------------------------------------------------------------------------

    def state(self, cls: type[_State]) -> _State:
        """What an observer keeps of this statement (`Observer.State`)."""
        state = self.states.get(cls)
        if state is None:
            state = self.states[cls] = cls()
        return state

    def drop(self, cls: type) -> None:
        """An observer needs what it has kept no more."""
        self.states.pop(cls, None)

    def hold(self, state: object) -> None:
        """The same of a state that is made elsewhere."""
        self.states[type(state)] = state

    def drop_states(self) -> None:
        """What was held for the statement may die."""
        self.states.clear()
        self.error = None

    # -- what happens
    # ---------------------------------------------------------------------------------------------

    def at(self, line: int) -> None:
        """Code in this line runs."""
        self.line = line

    def enter(self, block: int) -> None:
        """The names in a block of code are read."""
        self.entered.add(block)

    def add_plan(self, plan: StatementPlan) -> None:
        """Code that runs inside the statement, and belongs to it, has this plan."""
        self.plan = plan.joined(self.plan)

    def stop_tracing(self) -> None:
        self.on = False

    def admit_foreign_code(self) -> None:
        """Other code than the notebook's own may be about to run."""
        self.foreign = True

    def break_off(self) -> None:
        """IPython shows an error, and the statement goes on."""
        self.broke = True

    def catch(self) -> None:
        """Code of the notebook may have caught an error."""
        self.caught = True

    def end(self, failed: bool, error: BaseException | None) -> None:
        self.failed = failed
        self.error = error

    # -- the record
    # ---------------------------------------------------------------------------------------------

    def advance(self) -> int:
        """Something is stored: the next epoch begins. Gives the one before."""
        before = self.epoch
        self.epoch = before + 1
        return before

    def escape(self, reason: str, lasting: bool = False, code: str = "") -> None:
        """Slices through here are not guaranteed (`Recorder.escape`)."""
        self.escapes.setdefault((reason, lasting, code), self.line)

    def add(self, location: Location, kind: str) -> None:
        """The statement, which has ended, has read and written a location."""
        if location not in self.writes:
            self.reads.setdefault(location, kind)
            self.writes[location] = kind

    def write_only(self, location: Location) -> None:
        """The statement has written a location, whatever was there."""
        self.writes.setdefault(location, "observed")

    def withdraw(self, location: Location) -> bool:
        """The statement has not written this location after all. Whether it was to."""
        return self.writes.pop(location, None) is not None

    def put_back(self, location: Location) -> None:
        """What was written is as it was before: it was only read."""
        if self.withdraw(location):
            self.reads.setdefault(location, "observed")

    def join(self, other: Statement) -> None:
        """What the other one has done belongs to this one, and came after it."""
        for key, kind in other.reads.items():
            if key not in self.writes:
                self.reads.setdefault(key, kind)
        self.writes.update(other.writes)
        self.bindings.values |= other.bindings.values
        self.escapes.update(other.escapes)

    def without_reads(self) -> Statement:
        self.reads = {}
        return self

    def leave_out(self, tokens: set[str]) -> None:
        """These objects concern nobody."""
        self.reads = {key: kind for key, kind in self.reads.items() if key[0] not in tokens}
        self.writes = {key: kind for key, kind in self.writes.items() if key[0] not in tokens}

    def doubt_stores(self) -> None:
        """An exception has come up: of what was about to be stored, one place is as it was, and
        nobody knows which.
        """
        for key, kind in self.writes.items():
            if key[0] != GLOBALS:
                self.reads.setdefault(key, kind)
