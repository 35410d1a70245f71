"""What is looked at before and after every statement: global names, random streams, options, the
environment, imports, threads.

It does not know IPython's hooks or runs; `hooks` calls it around each module-level statement. Where
nothing ran but the notebook's own code and builtins with numbers, strings and containers of them,
the names are looked at, and what has been recorded.

Unsound: what code of a library changes besides objects because one of its objects dies (a suspended
generator is closed), in a statement in which no other such code runs, counts as changed by the next
statement in which some does.
"""

import collections
import os
import re
import threading

from .calls.group_by import report_groups
from .objects.attributes import given_dict
from .objects.figures import PYPLOT
from .objects.libraries import LIBRARIES
from .objects.locations import GLOBALS, WHOLE, is_of_object, key_field
from .probes.light_stores import LightStores
from .reach.growth import report_growth
from .reach.threads import Threads
from .reach.widening import Widening
from .rebinding import Rebinding
from .record.put_back import report_put_back
from .record.signals import UNTRACED, is_signalled
from .record.statement import Covered
from .world.async_generators import closed_later
from .world.library_state import share_imported
from .world.names import Names
from .world.options import AMBIENT, DRAWING, FIGURE_FORMATS, FUTURE, Options
from .world.paths import getcwd
from .world.weak_references import WeakReferences

_INPUTS = re.compile(r"^(In|_ih|_i|_ii|_iii|_i\d+)$")
_OLDER = frozenset({"__", "___"})
DRAWN = (PYPLOT, WHOLE)
"""The location of the current figure."""


def _is_of_world(location):
    """Whether a location is the world's: neither a global name nor an object of the notebook's."""
    return location[0] != GLOBALS and not is_of_object(location[0])


def _environment():
    """The environment as the process has it, which costs less than decoding it."""
    return getattr(os.environ, "_data", os.environ)


class Bracket:
    """Opens and closes statement records. `clear_stacks` forgets arguments that an exception left
    on the probes' stacks.
    """

    def __init__(
        self,
        recorder,
        reach,
        applied,
        world,
        clear_stacks,
        bound_anew,
        before_statement,
        after_statement,
        withdraw,
        fault,
    ):
        self.recorder = recorder
        self.namespace = recorder.namespace
        self.reach = reach
        self.applied = applied
        self.world = world
        self.clear_stacks = clear_stacks
        self.before_statement = before_statement
        self.after_statement = after_statement
        self.withdraw = withdraw
        self.fault = fault
        self.names = Names(self.namespace)
        self.rebinding = Rebinding(recorder, reach, applied, self.names, bound_anew)
        self.widening = Widening(recorder, reach, fault)
        self.options = Options(recorder)
        self.stores = LightStores(recorder, applied)
        self.weak_references = WeakReferences(recorder)
        self.process = None
        self.stirred = True
        self.threads = Threads(recorder)
        self.before = []
        self.annotated = set()
        self.thread = None
        self.waiting = None

    def install(self):
        """Take the namespace as it is; later changes count."""
        self.names.take()
        self.options.report()
        self.recorder.tokens.name_world(self.namespace.get("Out"), "Out")
        self.reach.begin()

    def begin(self, plan, alone=True):
        """A statement begins. `alone`: it is one of a cell, so nothing runs that has no probes
        before it says so.
        """
        # after the end of a cell there was nothing left to stop
        self.waiting = None
        self._contained(self._open, plan)
        if not alone:
            self._contained(lambda _: self.recorder.others_run(), plan)
        self.go_on()

    def _open(self, plan):
        """What the statement finds."""
        recorder = self.recorder
        self.thread = threading.get_ident()
        if self.stirred:
            self.stirred = False
            self.world.name_held()
        self.clear_stacks()
        recorder.begin(plan)
        changed, gone = self.names.changes()
        for name, value in changed:
            recorder.escape("%s was changed outside of any cell" % name)
            self.names.values[name] = value
        if not gone:
            self.names.noted()
        if plan.imports or recorder.imports.local:
            # (of what names lead to in the user's modules, any may run)
            recorder.others_run()
        self.read_names(plan)
        self.annotated = set(self._annotations() or ()) if plan.annotates else set()
        if not plan.binds_only:
            recorder.read_settings(AMBIENT)

    def look_around(self, statement):
        """What code without probes may change besides objects, before it runs. At the end it is
        looked at again.
        """
        self.before = threading.enumerate()
        self.world.begin()
        self.recorder.imports.begin()
        self.before_statement(statement.plan)

    def _annotations(self):
        """The dictionary in which Python keeps annotations of the notebook's names; None where it
        has not been made.
        """
        held = self.recorder.namespace.get("__annotations__")
        return held if type(held) is dict else None

    def read_names(self, plan):
        recorder = self.recorder
        for name in plan.imports:
            recorder.imports.read(name)
        if FUTURE in plan.imports:
            recorder.mutate(FUTURE, WHOLE)
        elif plan.annotates and FUTURE in recorder.written:
            recorder.read(FUTURE, WHOLE)
        for name in plan.reads:
            if _INPUTS.match(name):
                recorder.escape("reads the input history through %s" % name)
            elif name in _OLDER:
                recorder.escape("reads an older result through %s" % name)
            recorder.read_name(name)

    def before_library(self):
        """The first library call of a statement: from here on the random streams are watched, and
        the process.
        """
        self.world.watch_streams()
        self.watch_process()

    def watch_process(self):
        """A command, or code of a library, may change the environment or the working directory."""
        if self.process is None:
            self.process = (dict(_environment()), getcwd())

    def report_process(self):
        environ, cwd = self.process
        self.process = None
        now = _environment()
        for key in environ.keys() | now.keys() if now != environ else ():
            if environ.get(key) != now.get(key):
                self.recorder.mutate("environ", key_field(os.fsdecode(key)), "compared")
        if getcwd() != cwd:
            self.applied.file(getcwd(), "r")
            self.recorder.mutate("cwd", WHOLE, "compared")

    def finish(self, failed, error=None):
        """The record of the statement that ends here, in this error. An exception that a signal has
        raised meanwhile waits for `go_on`.
        """
        statement = self.recorder.current
        statement.failed = failed
        if error is not None:
            self._contained(lambda of: self.withdraw(of, error), statement)
        budget = self.recorder.budget
        self._contained(self._report, statement)
        self.recorder.budget = budget
        self.recorder.end()
        self.clear_stacks()
        self._contained(self._let_go, statement)
        if self.waiting is not None:
            statement.escapes.setdefault((UNTRACED, True, ""), statement.line)
        return statement

    def _contained(self, step, of):
        """A fault in a step is ours. What a signal raises waits until nothing is half done."""
        try:
            step(of)
        except BaseException as fault:
            if is_signalled(fault):
                self.waiting = fault
            else:
                self.fault(fault)

    def go_on(self):
        """Raise what a signal has raised while a statement was begun or finished."""
        if self.waiting is not None:
            waiting, self.waiting = self.waiting, None
            raise waiting

    def _report(self, statement):
        """What the statement has done, as far as the end of it shows."""
        recorder = self.recorder
        recorder.budget = statement.budget = 10**9
        # what the statement itself has imported may have made what is looked at now
        LIBRARIES.fresh()
        if not statement.alone and closed_later(statement.iterated):
            recorder.escape(
                "an asynchronous generator is closed later, outside of any cell", lasting=True
            )
        if statement.contents:
            recorder.report_contents()
        if not statement.on:
            self.widening.read_options()
            # what was stored since the switch in things that are still there
            covered, kept_parts = statement.covered, statement.kept
            values_only = self.stores.hold_values_only(statement)
            if statement.changed != statement.epoch and not values_only:
                statement.covered, statement.kept = Covered(), []
                self.widening.widen_names(statement)
                statement.covered.update(covered)
                statement.kept += kept_parts
            self.stores.summarise(statement, values_only)
            # what dies here dies within the statement: its callbacks are part of it
            covered = kept_parts = None
            statement.covered, statement.kept, statement.by_class = Covered(), [], {}
            statement.iterated = []
        for obj in statement.redicted:
            own = given_dict(obj)
            if own is not None:
                recorder.replace_attributes(obj, own)
        recorder.subclasses.report(statement.alone)
        if statement.sizes:
            recorder.report_sizes()
        annotations = self._annotations() if statement.plan.annotates else None
        for name in annotations.keys() - self.annotated if annotations is not None else ():
            recorder.write(recorder.tokens.of(annotations), key_field(name))
            recorder.rekey(recorder.tokens.of(annotations), [key_field(name)])
        if statement.growing:
            report_growth(recorder)
        if statement.grouped:
            report_groups(recorder)
        paths = ()
        if statement.watched is not None:
            paths = tuple(statement.watched.paths.before)
            self._report_watched(statement)
        if statement.plan.imports:
            share_imported(recorder, statement.plan.imports)
        if not statement.alone:
            self._look_again(statement)
        if not statement.alone or any(map(_is_of_world, statement.writes)):
            self.options.report()
        if statement.settings:
            recorder.report_settings()
        if statement.replaced:
            report_put_back(statement)
        if DRAWN in statement.writes:
            # whatever has drawn, in which library; and the figure is shown at the end of the cell
            recorder.read_settings((DRAWING, "display", FIGURE_FORMATS))
        self.rebinding.report_names(statement, statement.failed or statement.broke)
        recorder.families.meet(statement, paths)
        # containers that nobody but us still refers to, whose elements may say that they die
        recorder.tokens.sweep()
        # what has run meanwhile, because objects have died
        if statement.sizes:
            recorder.report_sizes()
        if statement.watched is not None:
            self._report_watched(statement)
        if not statement.alone:
            self.stirred = True
            before, self.before = frozenset(map(id, self.before)), []
            if self.threads.started(before, statement.hands_code):
                recorder.escape("a thread that was started here goes on", lasting=True)

    def _look_again(self, statement):
        """What code without probes has changed besides objects."""
        imports = self.recorder.imports
        self.after_statement(
            imports.finish(statement.plan.imports, lambda path: self.applied.file(path, "r"))
        )
        if self.process is not None:
            self.report_process()
        self.world.report_streams()
        self.world.finish()
        self.weak_references.find(statement.plan.imports)

    def _let_go(self, statement):
        """What was held for the statement may die."""
        recorder = self.recorder
        statement.iterated = []
        statement.watched = None
        statement.compared = None
        statement.sizes = {}
        statement.growing = {}
        statement.covered, statement.kept, statement.by_class = Covered(), [], {}
        statement.walked = {}
        statement.walked_last = None
        statement.augmented = []
        statement.rows = {}
        statement.stored = []
        statement.redicted = []
        kept = self.reach.kept
        keeps = kept.end(statement)
        recorder.tokens.sweep()
        if keeps and kept.release():
            # what only a kept walk still held
            recorder.tokens.sweep()
        if recorder.tokens.let_go:
            recorder.tokens.let_go = False
            recorder.written.add("weakref")
            statement.change("weakref")
        if statement.failed or statement.broke or statement.caught:
            statement.doubt_stores()
        recorder.drop_passing(statement)

    def _report_watched(self, statement):
        statement.hands_code = statement.hands_code or statement.watched.leads_to_code()
        watched, statement.watched, statement.compared = statement.watched, None, None
        self.recorder.sites.begin()
        watched.report()

    def release(self):
        """Let go of containers that the statement has made and dropped again: without us they would
        have died, and their memory be free.
        """
        if threading.get_ident() != self.thread:
            # what this thread takes away, the statement's own may be looking at
            return
        tokens = self.recorder.tokens
        statement = self.recorder.current
        if statement is not None:
            held = collections.Counter(map(id, statement.iterated))
            held.update(
                id(parts[0])
                for kept in (statement.sizes, statement.contents)
                for parts in kept.values()
            )
            held.update(id(store.kept) for store in statement.stored)
            held.update(statement.growing.keys())
            dead = tokens.dropped(held)
            statement.iterated = [obj for obj in statement.iterated if id(obj) not in dead]
            statement.sizes = {
                token: size for token, size in statement.sizes.items() if id(size[0]) not in dead
            }
            statement.contents = {
                token: kept for token, kept in statement.contents.items() if id(kept[0]) not in dead
            }
            statement.growing = {
                key: held for key, held in statement.growing.items() if key not in dead
            }
            self.stores.let_go(statement, dead)
        tokens.release()
