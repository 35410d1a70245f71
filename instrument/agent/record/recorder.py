"""The reads and writes of one statement instance: the record that probes fill in, and that the
trace reports. Kinds tell how a location is known: "observed", "compared" (before against after),
"widened" (a deep read when tracing was switched off), "assumed".

This file does not look inside objects; see `reach/`, `calls/`, `effects/`.
"""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any

from ..objects.locations import GLOBALS, OUTPUT, STRUCTURE, WHOLE, presence_field
from ..objects.mapped_files import BY_TOKEN as MAPPED
from ..objects.mapped_files import MAPPED_FILES
from ..objects.tokens import Tokens
from ..rewriting.probe_names import ON
from ..world.files import record_mapped
from ..world.imports import Imports
from ..world.kept_files import KeptFiles
from ..world.kept_objects import KeptObjects
from ..world.known_files import KnownFiles
from ..world.own_streams import OwnStreams
from ..world.streams import Streams
from ..world.subclasses import Subclasses
from ..world.watched_files import WatchedFiles
from .attribute_dictionaries import AttributeDictionaries
from .budget import Budget
from .contents import Contents
from .families import Families
from .global_names import GlobalNames
from .library_changes import LibraryChanges
from .lookups import Lookups
from .settings import Settings
from .sites import Sites
from .sizes import Sizes
from .statement import Statement
from .stored_columns import StoredColumns
from .summary import Summaries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..objects.tokens import Entry
    from ..rewriting.plans import StatementPlan


class Recorder:
    """The current statement, and the state that outlives statements: tokens, `written` locations,
    and components with one concern each.

    `on_others` is called before the first code without probes runs in a statement, `on_stop` when
    tracing of a statement stops. `budget`: the budget of each statement. `begun`: the number of
    statements so far.
    """

    def __init__(
        self,
        namespace: dict[str, Any],
        budget: int,
        on_others: Callable[[Statement], None],
        on_stop: Callable[[Statement], None],
    ) -> None:
        self.namespace = namespace
        self.budget = budget
        self._on_others = on_others
        self._on_stop = on_stop
        self.written: set[str] = set()
        self.current: Statement | None = None
        self.begun = 0
        self.sites = Sites()
        self.summaries = Summaries(self)
        self.families = Families(self)
        self.tokens = Tokens(
            namespace, self.families.token_for, self._named, self.sites.simple.open_attributes
        )
        self.tokens.name_world(namespace, GLOBALS)
        MAPPED_FILES.tell(self.tokens.name_world)
        self.output = OwnStreams(self.tokens)
        self.global_names = GlobalNames(self)
        self.contents = Contents(self)
        self.stored_columns = StoredColumns(self)
        self.sizes = Sizes(self)
        self.attribute_dictionaries = AttributeDictionaries(self)
        self.settings = Settings(self)
        self.streams = Streams(self)
        self.lookups = Lookups(self)
        self.library = LibraryChanges(self)
        self.watched_files = WatchedFiles()
        self.imports = Imports(self)
        self.subclasses = Subclasses(self)
        self.kept_objects = KeptObjects(self.tokens, self.written, self.imports.made)
        self.known_files = KnownFiles()
        self.kept_files = KeptFiles()

    # -- statements
    # ---------------------------------------------------------------------------------------------

    def begin_run(self, cell: Any = None) -> None:
        """A run begins, perhaps of a cell. Forgets the facts about single runs."""
        self.imports.used.begin_run(cell)
        self.settings.begin_run()
        self.global_names.begin_run()
        self.library.begin_run()
        self.watched_files.begin()

    def begin(self, plan: StatementPlan) -> Statement:
        self.begun += 1
        self.current = Statement(plan, Budget(self.budget, self.tokens.died))
        self.tokens.begin()
        setattr(builtins, ON, True)
        self.sites.begin()
        if self.budget <= 0:
            self.switch_off()
        return self.current

    def end(self) -> Statement | None:
        statement = self.current
        self.current = None
        self.sites.end()
        setattr(builtins, ON, False)
        return statement

    def run_foreign_code(self) -> None:
        """Code without probes may be about to run. This code may change more than its arguments."""
        statement = self.current
        if statement is not None and not statement.foreign:
            statement.admit_foreign_code()
            self._on_others(statement)

    def switch_off(self) -> None:
        """The budget is spent: uninstrumented versions run from now on, and one deep read covers
        their reads.
        """
        statement = self.current
        if statement is None:
            return
        self.run_foreign_code()
        statement.stop_tracing()
        # earlier records of uninstrumented versions of generators count as the rest of the earlier
        # statement
        self.sites.clear()
        setattr(builtins, ON, False)
        self._on_stop(statement)

    def count_event(self) -> None:
        """A probe has run. Tracing switches off after many probes without a new location."""
        statement = self.current
        if statement is not None and statement.on:
            size = len(statement.reads) + len(statement.writes) - self.tokens.died
            if statement.budget.count_event(size):
                self.switch_off()

    def _named(self, obj: object, entry: Entry) -> None:
        """An object has got a token."""
        token = entry.token
        self.families.named(token, entry)
        self.summaries.named(obj, token)
        if self.current is not None and self.current.budget.count_alike(type(obj)):
            self.tokens.alike.add(token)

    # -- reads and writes
    # ---------------------------------------------------------------------------------------------

    def read(self, token: str, field: str, kind: str = "observed") -> None:
        statement = self.current
        if statement is None or token is OUTPUT:
            return
        key = (token, field)
        if key in statement.reads or key in statement.writes:
            return
        if token in MAPPED:
            record_mapped(self, token, "r", kind)
            return
        statement.reads[key] = kind
        if token in self.streams.chance:
            # a state of a stream, once read, may be set again: from here on each draw follows the
            # last
            self.written.add(token)
        budget = statement.budget
        if token in self.tokens.alike:
            budget.meet_alike()
        for name in self.summaries.of_token(token, field):
            self.read(name, WHOLE, kind)
        if budget.spend() and statement.on:
            self.switch_off()

    def read_written(self, objects: Iterable[object]) -> None:
        """Reads all written locations of these objects."""
        for obj in objects:
            token = self.tokens.peek(obj)
            if token is not None and token in self.written:
                self.read(token, WHOLE)

    def write(self, token: str, field: str, kind: str = "observed") -> None:
        """A field takes a new value that does not depend on its old one."""
        if token is OUTPUT:
            return
        statement = self.current
        self.written.add(token)
        if statement is None:
            return
        statement.advance()
        key = (token, field)
        if key in statement.writes:
            return
        if token in MAPPED:
            record_mapped(self, token, "rw", kind)
            return
        if token in self.attribute_dictionaries.shared:
            # the statement that has made objects share attributes decides about their owner
            self.mutate(token, field, kind)
            return
        budget = statement.budget
        if field != WHOLE and token != GLOBALS and field[:2] != "s:" and budget.count_field(token):
            self.mutate(token, WHOLE, "widened")
            return
        statement.writes[key] = kind
        self.sites.written(token)
        if token in self.tokens.alike:
            budget.meet_alike()
        self.summaries.replaced(token, field)
        if budget.spend() and statement.on:
            self.switch_off()

    def mutate(self, token: str, field: str = WHOLE, kind: str = "observed") -> None:
        """A change in place: reads and writes the location."""
        if token is OUTPUT:
            return
        if token == "file" and field == WHOLE and kind != "compared":
            self.kept_files.note_all()
        statement = self.current
        self.written.add(token)
        if statement is None:
            return
        statement.advance()
        key = (token, field)
        if key in statement.writes:
            return
        if token in MAPPED:
            record_mapped(self, token, "rw", kind)
            return
        budget = statement.budget
        alike = token in self.tokens.alike
        if key not in statement.reads:
            statement.reads[key] = kind
            if alike:
                budget.meet_alike()
            for name in self.summaries.of_token(token, field):
                self.read(name, WHOLE, kind)
        statement.writes[key] = kind
        self.sites.written(token)
        if alike:
            budget.meet_alike()
        if budget.spend() and statement.on:
            self.switch_off()

    def rekey(self, token: str, fields: list[str]) -> None:
        """The keys of these fields appear or vanish, and all others stay: a new key does not depend
        on the others. (A global name is its field.)
        """
        if token == GLOBALS:
            return
        if len(fields) == 1:
            self.write(token, presence_field(fields[0]))
        else:
            self.mutate(token, STRUCTURE)

    def escape(self, reason: str, lasting: bool = False, code: str = "") -> None:
        """The probes may have missed an event: slices through this statement are not guaranteed.
        `lasting`: the event may also happen later (a thread goes on), so slices of later executions
        are not guaranteed either. `code`: the kind of the event, where code needs to tell the kind.
        """
        if self.current is not None:
            self.current.escape(reason, lasting, code)
