"""What is looked at before and after every statement: global names, random streams, options, the environment, imports, threads;
and the deep read that covers a statement whose tracing switches off half-way.

It does not know IPython's hooks or runs; `hooks` calls it around each module-level statement.
"""

import collections
import inspect
import os
import re
import sys
import threading
import types
import weakref

from .objects.attributes import own_dict
from .objects.kinds import changes_in_place, is_handle, is_notebook_class, only_reads
from .objects.locations import ATOMIC, GLOBALS, WHOLE, key_field
from .probes.light_stores import LightStores
from .world.library_state import log_handlers, share_imported, share_registries
from .world.names import Names
from .world.options import AMBIENT, OPTIONS, Options
from .world.paths import getcwd

_INPUTS = re.compile(r"^(In|_ih|_i|_ii|_iii|_i\d+)$")
_OLDER = frozenset({"__", "___"})
_RESULT = re.compile(r"^_\d+$")


_HOUSEKEEPING = frozenset({"zmq", "ipykernel", "IPython", "tqdm", "joblib"})
"""Libraries whose threads send messages, look after progress bars or serve other processes: they leave the notebook's objects alone."""


def runs_by_itself(thread):
    work = getattr(thread, "_target", None) or type(thread)
    home = getattr(work, "__module__", None) or ""
    return home.split(".")[0] not in _HOUSEKEEPING and home != "multiprocessing.queues"


def _environment():
    """The environment as the process has it, which costs less than decoding it."""
    return getattr(os.environ, "_data", os.environ)


class Bracket:
    """Opens and closes statement records. `clear_stacks` forgets arguments that an exception left on the probes' stacks."""

    def __init__(self, recorder, reach, applied, world, clear_stacks, is_own, before_import, fault):
        self.recorder = recorder
        self.namespace = recorder.namespace
        self.reach = reach
        self.applied = applied
        self.world = world
        self.clear_stacks = clear_stacks
        self.is_own = is_own
        self.before_import = before_import
        self.fault = fault
        self.names = Names(self.namespace)
        self.unprobed = set()
        self.streams = None
        self.options = Options(recorder)
        self.stores = LightStores(recorder, applied)
        self.process = None
        self.threads = frozenset()
        self.thread = None

    def install(self):
        """Take the namespace as it is; later changes count."""
        self.names.take()
        self.options.report()
        self.recorder.tokens.name_world(self.namespace.get("Out"), "Out")

    def begin(self, plan):
        self.streams = None
        self.thread = threading.get_ident()
        self.threads = frozenset(threading.enumerate())
        self.world.begin()
        self.clear_stacks()
        recorder = self.recorder
        recorder.begin(plan)
        for name, value in self.names.changes()[0]:
            recorder.escape("%s was changed outside of any cell" % name)
            self.names.values[name] = value
        recorder.imports.begin()
        self.read_names(plan)
        if plan.imports:
            try:
                self.before_import(plan.imports)
            except Exception as fault:
                self.fault(fault)
        for name in AMBIENT:
            if name in recorder.written:
                recorder.read(name, WHOLE)

    def read_names(self, plan):
        recorder = self.recorder
        for name in plan.imports:
            recorder.imports.read(name)
        for name in plan.reads:
            if _INPUTS.match(name):
                recorder.escape("reads the input history through %s" % name)
            elif name in _OLDER:
                recorder.escape("reads an older result through %s" % name)
            recorder.read_name(name)

    def before_library(self):
        """The first library call of a statement: from here on the random streams are watched, and the process."""
        if self.streams is None:
            self.streams = self.world.streams()
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

    def finish(self, failed):
        recorder = self.recorder
        statement = recorder.current
        statement.failed = failed
        try:
            recorder.budget, kept = 10**9, recorder.budget
            statement.budget = 10**9
            if not statement.on:
                # what was stored since the switch in things that are still there
                covered, kept_parts = statement.covered, statement.kept
                if statement.changed != statement.epoch and not self.stores.hold_values_only(statement):
                    statement.covered, statement.kept = {}, []
                    self.widen_names(statement)
                    statement.covered.update(covered)
                    statement.kept += kept_parts
                self.stores.summarise(statement)
                # what dies here dies within the statement: its callbacks are part of it
                covered = kept_parts = None
                statement.covered, statement.kept, statement.by_class = {}, [], {}
                statement.iterated = []
            for obj in statement.redicted:
                own = own_dict(obj)
                if own is not None:
                    recorder.mutate(recorder.tokens.share_attributes(obj, own))
            recorder.report_sizes()
            if statement.watched is not None:
                statement.watched.report()
            share_imported(recorder, statement.plan.imports)
            recorder.imports.finish(statement.plan.imports, lambda path: self.applied.file(path, "r"))
            if self.process is not None:
                self.report_process()
            if self.streams is not None:
                self.world.report(self.streams)
            self.world.finish()
            self.options.report()
            if ("matplotlib.figure", WHOLE) in statement.writes:
                # whatever has drawn, in which library; and the figure is shown at the end of the cell
                for name in ("matplotlib.options", "display"):
                    if name in recorder.written:
                        recorder.read(name, WHOLE)
            self.report_names(statement, failed or statement.broke)
            if any(runs_by_itself(t) for t in threading.enumerate() if t not in self.threads):
                recorder.escape("a thread that was started here goes on", lasting=True)
            self.threads = frozenset()
        except Exception as fault:
            self.fault(fault)
        finally:
            recorder.budget = kept
            recorder.end()
            self.clear_stacks()
        statement.iterated = []
        statement.watched = None
        statement.compared = None
        statement.sizes = {}
        statement.covered, statement.kept, statement.by_class = {}, [], {}
        statement.walked = {}
        statement.walked_last = None
        statement.augmented = []
        statement.stored = []
        statement.redicted = []
        kept = self.reach.kept
        keeps = kept.end(statement)
        recorder.tokens.sweep()
        if keeps and kept.release():
            # what only a kept walk still held
            recorder.tokens.sweep()
        recorder.drop_passing(statement)
        return statement

    def report_names(self, statement, failed):
        recorder = self.recorder
        namespace = self.namespace
        values = self.names.values
        changed = set()
        rebound, gone = self.names.changes()
        for name, value in rebound:
            changed.add(name)
            self.released(name)
            if name in self.unprobed and not self.is_own(value):
                # light copies call this name without a probe, because it was a function of the notebook's
                recorder.escape("%s was a function that other functions call, and is something else now" % name, True)
            values[name] = value
            recorder.write(GLOBALS, name)
            if name[:1] != "_":
                statement.values |= self.reach.written_within(value)
            if _RESULT.match(name):
                recorder.write("Out", "i:" + name[1:])
        for name in gone:
            self.released(name)
            del values[name]
            changed.add(name)
            statement.deleted.add(name)
            recorder.deleted.add(name)
            recorder.write(GLOBALS, name)
        stored = self.stored(statement.plan)
        entered = [recorder.blocks[key] for key in sorted(statement.blocks & recorder.blocks.keys())]
        stored.update(name for block in entered for name in block.targets)
        for block in entered:
            for name in sorted(self.stored(block) - stored):
                if name not in changed and name in namespace:
                    recorder.mutate(GLOBALS, name)
        for name in stored:
            if name not in changed and name in namespace:
                if failed:
                    recorder.mutate(GLOBALS, name)
                else:
                    recorder.write(GLOBALS, name)

    def stored(self, block):
        """The names that a block (or a statement's plan) has bound, unless to the object that they were bound to, changed in place."""
        kept = {name for name in block.augments if changes_in_place(type(self.namespace.get(name)))}
        return {*block.stores, *(block.augments - kept)}

    def released(self, name):
        """A name lets go of its object: `__del__` and weak references to it may notice."""
        old = self.names.values.get(name)
        ours = 0 if self.recorder.tokens.peek(old) is None else 1
        # libraries keep weak references to their own objects everywhere; only the notebook's are of interest
        weak = weakref.getweakrefcount(old) > ours and is_notebook_class(type(old), self.namespace)
        if weak or (hasattr(type(old), "__del__") and not _dies_silently(old)):
            self.recorder.read(GLOBALS, name)
            self.reach.deep_read(old)
            if is_handle(old):
                # what it has not written yet
                self.applied.mutate(old)
            self.recorder.current.covered.clear()
            self.recorder.current.kept.clear()
        if weak:
            self.recorder.mutate("weakref", WHOLE)

    def release(self):
        """Let go of containers that the statement has made and dropped again: without us they would have died, and their memory be free."""
        if threading.get_ident() != self.thread:
            # what this thread takes away, the statement's own may be looking at
            return
        tokens = self.recorder.tokens
        statement = self.recorder.current
        if statement is not None:
            held = collections.Counter(map(id, statement.iterated))
            held.update(id(container) for container, _ in statement.sizes.values())
            held.update(id(store[0]) for store in statement.stored)
            dead = tokens.dropped(held)
            statement.iterated = [obj for obj in statement.iterated if id(obj) not in dead]
            statement.sizes = {token: size for token, size in statement.sizes.items() if id(size[0]) not in dead}
            self.stores.let_go(statement, dead)
        tokens.release()

    def widen(self, statement):
        """Tracing of this statement switches off: one deep read covers what its light copies will read.

        Unsound: a value that only an unfinished expression of an instrumented copy holds (`box[f()] = stack.pop()`) is
        found at the end of the statement, and only if it is still reachable then.
        """
        if statement.walked_last is not None and statement.walked_last[0] == statement.epoch:
            statement.covered = statement.walked_last[1]
        roots = list(statement.iterated)
        frame = sys._getframe(1)
        while frame is not None:
            if frame.f_globals is self.namespace and frame.f_code.co_name != "<module>":
                # (the first iterator of a comprehension is ours, over one of `iterated`)
                roots += [value for name, value in frame.f_locals.items() if name != ".0" or type(value) is not map]
            frame = frame.f_back
        self.widen_names(statement, roots)
        # the epoch says later whether anything has been stored since
        statement.changed = statement.epoch
        statement.stores = 0

    def widen_names(self, statement, roots=()):
        """A deep read of the statement's names and the given objects, through functions and their globals."""
        names_of_code = self.reach.may_use(statement.plan.names)
        names = [n for n in names_of_code if n in self.namespace or n in self.recorder.deleted]
        for name in names:
            self.recorder.read(GLOBALS, name, "widened")
        share_registries(self.recorder, {*names_of_code, *statement.plan.attributes})
        for name in (*OPTIONS, *self.recorder.patched):
            if name in self.recorder.written:
                self.recorder.read(name, WHOLE, "widened")
        values = [self.namespace[n] for n in names if n in self.namespace]
        values += self.put_into_libraries()
        for value in values:
            if type(value) is types.ModuleType:
                self.recorder.imports.read_submodules(value, "widened")
        try:
            self.reach.deep_read(*values, *roots, kind="widened", follow_globals=True)
        except Exception as fault:
            self.fault(fault)

    def put_into_libraries(self):
        """What the notebook has put in place of functions of libraries, which may call it without a probe in sight."""
        found = []
        for (_, name), holder in self.recorder.replaced.items():
            value = getattr(holder(), "__dict__", {}).get(name)
            if type(value) not in ATOMIC:
                found.append(value)
        if "logging" in self.recorder.written:
            found += log_handlers(self.namespace)
        return found


_SILENT = frozenset({"ipywidgets", "tqdm"})
"""Libraries whose `__del__` only takes away what a page shows."""


def _dies_silently(value):
    """A generator that has not begun, or has ended, runs nothing when it is closed; a closed file has nothing left to write, and
    one that is only read never had.
    """
    if (getattr(type(value).__del__, "__module__", None) or "").split(".")[0] in _SILENT:
        return True
    if is_handle(value):
        return getattr(value, "closed", False) is True or only_reads(value)
    if type(value) is not types.GeneratorType:
        return False
    return inspect.getgeneratorstate(value) in (inspect.GEN_CREATED, inspect.GEN_CLOSED)
