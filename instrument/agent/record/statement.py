"""One statement instance while it is recorded, and its record afterwards. A statement keeps the
state that concerns all observers; the state of one observer is an object of its own among `states`.
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
    """Global names that a statement has deleted, and names that it has `rebound` to the same
    object. `values`: tokens of written objects inside the statement's new values.
    """

    __slots__ = ("deleted", "rebound", "values")

    def __init__(self) -> None:
        self.deleted: set[str] = set()
        self.rebound: set[str] = set()
        self.values: set[str] = set()


class Statement:
    """`reads` and `writes`: locations, each with the kind of knowledge. `escapes`: reasons against
    the guarantee of slices, each with the line.

    `on`: probes record everything; later, uninstrumented versions run. `foreign`: foreign code may
    have run, that is, other code than the notebook's own and builtins with numbers, strings and
    containers of them. `epoch`: the number of stores. `failed`: the statement has ended in an
    `error`; `broke`: IPython has shown an error, and the statement went on; `caught`: code of the
    notebook may have caught an error. `entered`: blocks of code whose names are read.
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
        """The state of an observer for this statement (`Observer.State`)."""
        state = self.states.get(cls)
        if state is None:
            state = self.states[cls] = cls()
        return state

    def drop(self, cls: type) -> None:
        """Drops the state of an observer."""
        self.states.pop(cls, None)

    def hold(self, state: object) -> None:
        """Sets the state of an observer that another component has made."""
        self.states[type(state)] = state

    def drop_states(self) -> None:
        """Releases all objects that were held for the statement."""
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
        """Foreign code may be about to run."""
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
        """A store begins the next epoch. Returns the epoch before."""
        before = self.epoch
        self.epoch = before + 1
        return before

    def escape(self, reason: str, lasting: bool = False, code: str = "") -> None:
        """Slices through this statement are not guaranteed (`Recorder.escape`)."""
        self.escapes.setdefault((reason, lasting, code), self.line)

    def add(self, location: Location, kind: str) -> None:
        """Adds an access to a statement that has ended: a read and a write of a location."""
        if location not in self.writes:
            self.reads.setdefault(location, kind)
            self.writes[location] = kind

    def write_only(self, location: Location) -> None:
        """Records a write that does not depend on the old value."""
        self.writes.setdefault(location, "observed")

    def withdraw(self, location: Location) -> bool:
        """Removes the write of a location. Returns whether there was one."""
        return self.writes.pop(location, None) is not None

    def put_back(self, location: Location) -> None:
        """The location has its old value again, so the write becomes a read."""
        if self.withdraw(location):
            self.reads.setdefault(location, "observed")

    def join(self, other: Statement) -> None:
        """Appends the accesses of a later statement to this one."""
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
        """Removes all accesses of these objects."""
        self.reads = {key: kind for key, kind in self.reads.items() if key[0] not in tokens}
        self.writes = {key: kind for key, kind in self.writes.items() if key[0] not in tokens}

    def doubt_stores(self) -> None:
        """An exception has occurred: one of the locations that were about to be stored has its old
        value, and nobody knows which.
        """
        for key, kind in self.writes.items():
            if key[0] != GLOBALS:
                self.reads.setdefault(key, kind)
