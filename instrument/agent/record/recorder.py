"""What one statement instance reads and writes: the record that probes fill in and the trace
reports.

Kinds say how a location is known: "observed", "compared" (before against after), "widened" (a deep
read when tracing was switched off), "assumed". This file does not look inside objects; see
`reach/`, `calls/`, `effects/`.
"""

import builtins
import collections
import logging
import sys
import time
import weakref

from ..objects.attributes import static
from ..objects.locations import (
    GLOBALS,
    OUTPUT,
    STRUCTURE,
    Tokens,
    WHOLE,
    attribute_field,
    is_of_object,
    key_field,
    presence_field,
)
from ..rewriting.probe_names import ON
from ..world.abstract_classes import AbstractClasses
from ..world.chance import CHANCE
from ..world.imports import Imports
from ..world.kept_files import KeptFiles
from ..world.kept_objects import KeptObjects
from ..world.options import SHOWN
from ..world.settings import COMPARED, is_known_logger, same
from ..world.subclasses import Subclasses
from ..world.watched_files import WatchedFiles
from .containers import changed_items, is_small
from .families import Families
from .sites import Sites
from .statement import Statement
from .summary import Summaries

DEFAULT_BUDGET = 400
EVENTS_PER_BUDGET = 5
"""Probe events per unit of the budget, which counts new locations."""

IDLE_EVENTS = 80
"""Probe events that find nothing new, after which tracing a statement switches off. What is read of
objects that die while it runs teaches nothing: they are its own.
"""

NEW = 5
"""Events without a find that each find makes up for."""

ALIKE = 12
"""Objects of one class whose attribute of one name a statement stores, after which tracing it
switches off: light copies will summarise the others (`sites.MISSES`). And objects of one type that
get a token in a statement, after which more of them are nothing new.
"""

MANY = 1_000
"""Locations of one statement, of which those that concern nobody are left out."""

WALK_EVENTS = 10
"""Events that one counts for at most, by the objects that are walked over for it."""
_MAX_FIELDS = 60


class Recorder:
    """The current statement and everything that outlives statements: tokens, and which of them
    anyone has written. `on_switch` is called when tracing switches off, `on_others` before the
    first code without probes runs in a statement, `on_due` when the statement has probably dropped
    some of what it has made (`Tokens.due`). `moved`: names of attributes that somebody has set on a
    class, or deleted, so that a look-up may end elsewhere than before. `standard`: the kernel's own
    `sys.stdout`; `own_streams` (by identity) are where it and the process's others lead. `lent`:
    tokens of arrays whose memory objects of libraries may show that cannot say so (`Shares`).
    `extended`: names of attributes that libraries have added to modules and classes, and the tokens
    of these. `library_changes`: how often something in a library has changed. `chance`: random
    streams that began anywhere. `begun`: how many statements there have been. `shared`: tokens of
    dictionaries that several objects have for their attributes. `unprobed`: global names that light
    copies call without a probe. `read_unseen`: options that what light copies call without a record
    may read. Of the run in progress: the `cell`, `unset`, the settings that it may have read and
    nobody had set and the streams that it has drawn from by chance, `builtins`, the names that it
    has found among these, which a cell above may bind later, `uses_libraries`, whether code of
    libraries has run, and `first_replaced`, the attributes of libraries that nobody had replaced
    before it did, each with whether such code may have used it. `known_changed`: tokens of what
    libraries keep that a run has changed, and told.
    """

    def __init__(self, namespace):
        self.namespace = namespace
        self.tokens = Tokens(namespace)
        self.tokens.name_world(namespace, GLOBALS)
        self.written = set()
        self.current = None
        self.first = 0
        self.budget = DEFAULT_BUDGET
        self.on_switch = None
        self.on_others = None
        self.on_due = None
        self.blocks = {}
        self.patched = set()
        self.cell = None
        self.unset = set()
        self.builtins = set()
        self.first_replaced = []
        self.known_changed = set()
        self.chance = CHANCE
        self.definitions_listed = False
        self.uses_libraries = False
        self.extended = {}
        self.library_changes = 0
        self.begun = 0
        self.shared = set()
        self.unprobed = set()
        self.read_unseen = set()
        self.replaced = {}
        self.reclassed = set()
        self.flagged = None
        self.deleted = set()
        self.moved = set()
        self.standard = sys.stdout
        self.own_streams = own_streams()
        for stream in self.own_streams.values():
            self.tokens.name_world(stream, OUTPUT)
        self.relabelled = set()
        self.files = set()
        self.folders = set()
        self.old_folders = set()
        self.started = time.time()
        self.databases = {}
        self.lent = set()
        self.cells_written = False
        self.sites = Sites()
        self.summaries = Summaries(self)
        self.families = Families(self)
        self.tokens.on_new = self.named
        self.tokens.token_for = self.families.token_for
        self.tokens.on_open = lambda: self.sites.simple.moved(None)
        self.imports = Imports(self)
        self.subclasses = Subclasses(self)
        self.abstract_classes = AbstractClasses(self.tokens)
        self.kept_objects = KeptObjects(self.tokens, self.written, self.imports.made)
        self.kept_files = KeptFiles()
        self.watched_files = WatchedFiles()

    # -- events
    # ---------------------------------------------------------------------------------------------

    def read_written(self, objects):
        """Read what has been written of any of these objects."""
        for obj in objects:
            token = self.tokens.peek(obj)
            if token is not None and token in self.written:
                self.read(token, WHOLE)

    def read(self, token, field, kind="observed"):
        statement = self.current
        if statement is None or token is OUTPUT:
            return
        key = (token, field)
        if key in statement.reads or key in statement.writes:
            return
        statement.reads[key] = kind
        if token in self.chance:
            # who knows where a stream is may put it there again: from here on draws follow each
            # other
            self.written.add(token)
        if token in self.tokens.alike:
            statement.of_alike += 1
        for name in self.summaries.of_token(token, field):
            self.read(name, WHOLE, kind)
        self.spend(statement)

    def begin_run(self, cell=None):
        """A run begins, perhaps of a cell: what is told of each by itself."""
        self.cell = cell
        self.imports.begin_run(cell)
        self.unset.clear()
        self.builtins.clear()
        self.first_replaced.clear()
        self.uses_libraries = False
        self.watched_files.begin()

    def replace(self, token, name, obj):
        """An attribute of a library's module or class is another one, or gone. Who read it before
        has not told: nobody had replaced it.
        """
        if (token, name) not in self.replaced:
            # (one that is new there is known to nobody, unless libraries ask whether there is one)
            holds = (
                static(obj, name) is not None if issubclass(type(obj), type) else name in vars(obj)
            )
            self.first_replaced.append((token, name, holds or name.startswith("_")))
        self.patched.add(token)
        self.replaced[token, name] = weakref.ref(obj)

    def extend(self, token, name):
        """A library's module or class has an attribute that it did not have."""
        tokens = self.extended.setdefault(name, set())
        if token not in tokens:
            self.first_replaced.append((token, name, False))
            tokens.add(token)

    def first_changed(self):
        """What the run has changed of libraries that nobody had changed before: attributes, and
        objects that any of their code may have looked at.
        """
        objects = {token for token in self.patched & self.written if is_of_object(token)}
        new = objects - self.known_changed - {token for token, _ in self.replaced}
        self.known_changed |= objects
        return [
            *(
                (token, attribute_field(name), used, ())
                for token, name, used in self.first_replaced
            ),
            *((token, WHOLE, True, ()) for token in sorted(new)),
        ]

    def others_run(self):
        """Code without probes may be about to run, which may change more than objects that it is
        given.
        """
        statement = self.current
        if statement is not None and statement.alone:
            statement.alone = False
            if self.on_others is not None:
                self.on_others(statement)

    def use_libraries(self):
        """Code of libraries runs, which may use any attribute of a library that the notebook has
        replaced.
        """
        self.uses_libraries = True
        for token in self.patched:
            self.read(token, WHOLE)

    def read_setting(self, name, kind="observed"):
        """A world location. Those that nobody has set are no read: they are told apart, for a cell
        above may set them later.
        """
        if name in self.written:
            self.read(name, WHOLE, kind)
        else:
            self.unset.add(name)

    def read_settings(self, names, kind="observed"):
        """The same of several."""
        if self.written.isdisjoint(names):
            self.unset.update(names)
        else:
            for name in names:
                self.read_setting(name, kind)

    def draw_from(self, stream):
        """A draw from a global random stream. While nobody has put it anywhere, what it gives is
        chance, whatever has been drawn before: no read and no change, but told apart, for a cell
        above may seed it later.
        """
        if self.is_chance(stream):
            self.unset.add(stream)
            if self.current is not None:
                self.current.drawn.add(stream)
        else:
            self.mutate(stream, WHOLE)

    def is_chance(self, stream):
        """Whether nobody has put a random stream anywhere, nor looked where it is."""
        return stream in self.chance and stream not in self.written

    def may_show(self):
        """Whether somebody has set how values look as text; whoever asks is about to show one."""
        if not self.written.isdisjoint(SHOWN):
            return True
        self.unset |= SHOWN
        return False

    def read_fields(self, obj, fields):
        """Read these fields of an object, which gets a token if it has none."""
        token = self.tokens.of(obj)
        for field in fields:
            self.read(token, field)

    def read_name(self, name, kind="observed"):
        """A global name, or a builtin that the notebook has put there."""
        if name in self.namespace or not hasattr(builtins, name):
            # a name that nobody has defined yet is read too: whoever defines it changes the outcome
            self.read(GLOBALS, name, kind)
            if name == "_dh":
                # where `%cd` has been
                self.read("cwd", WHOLE, kind)
            if name not in self.namespace:
                # somebody may put a builtin there
                self.read(self.tokens.of(builtins), attribute_field(name), kind)
        else:
            self.builtins.add(name)
            if name in self.deleted:
                self.read(GLOBALS, name, kind)
            token = self.tokens.peek(builtins)
            if token is not None:
                self.read(token, attribute_field(name), kind)

    def read_hook(self, cls, *names):
        """Python itself looks up special methods in a class and its bases, as far as somebody has
        written to them.
        """
        for base in cls.__mro__[:-1]:
            token = self.tokens.peek(base)
            if token is not None and token in self.written:
                for name in names:
                    self.read(token, attribute_field(name))

    def read_class(self, *objects):
        """Which class an object has, and which bases, as far as somebody has assigned them."""
        for obj in objects:
            kinds = obj.__mro__ if issubclass(type(obj), type) else ()
            for part in (obj, *kinds, *type(obj).__mro__):
                token = self.tokens.peek(part)
                if token in self.reclassed:
                    self.read(token, "a:__class__")
                    self.read(token, "a:__bases__")

    def write(self, token, field, kind="observed"):
        """A field takes a new value that does not depend on its old one."""
        if token is OUTPUT:
            return
        statement = self.current
        self.written.add(token)
        if statement is None:
            return
        statement.epoch += 1
        key = (token, field)
        if key in statement.writes:
            return
        if token in self.shared:
            # whose attributes these are depends on the statement that has made objects share them
            self.mutate(token, field, kind)
            return
        if field != WHOLE and token != GLOBALS and field[:2] != "s:":
            fields = statement.fields.get(token, 0) + 1
            statement.fields[token] = fields
            if fields > _MAX_FIELDS:
                self.mutate(token, WHOLE, "widened")
                return
        statement.writes[key] = kind
        self._written_anew(token)
        if token in self.tokens.alike:
            statement.of_alike += 1
        self.summaries.replaced(token, field)
        self.spend(statement)

    def mutate(self, token, field=WHOLE, kind="observed"):
        """A change in place: reads and writes the location."""
        if token is OUTPUT:
            return
        if token == "file" and field == WHOLE and kind != "compared":
            self.kept_files.note_all()
        statement = self.current
        self.written.add(token)
        if statement is None:
            return
        statement.epoch += 1
        key = (token, field)
        if key in statement.writes:
            return
        alike = token in self.tokens.alike
        if key not in statement.reads:
            statement.reads[key] = kind
            statement.of_alike += alike
            for name in self.summaries.of_token(token, field):
                self.read(name, WHOLE, kind)
        statement.writes[key] = kind
        self._written_anew(token)
        statement.of_alike += alike
        self.spend(statement)

    def _written_anew(self, token):
        """The statement has written something that it had not written before: what sites have
        learned may rest on that.
        """
        if token == "cwd":
            self.sites.clear()
        elif self.sites.relying:
            self.sites.doubt()

    def mutate_content(self, token, container, kind="observed", by_item=False):
        """A change in place, which is about to happen, of anything in a container: of a small one,
        whether it has changed is seen at the end of the statement (`report_contents`). `by_item`:
        items are stored one by one, and it is seen which.
        """
        if token == "logging":
            # (one of many lists of loggers)
            self.mutate_setting(token)
            return
        statement = self.current
        if (
            statement is not None
            and (token, WHOLE) not in statement.writes
            and is_small(container)
            and not self.tokens.is_alias(container)
        ):
            statement.contents[token] = (container, container.copy(), by_item)
        self.mutate(token, WHOLE, kind)

    def mutate_setting(self, name, receiver=None, kind="observed"):
        """A declared change of a world location, which is about to happen: of some of them, whether
        they have changed is seen at the end. (A handler keeps what it is told besides.)
        """
        statement = self.current
        family = COMPARED.get(name)
        if (
            family is not None
            and (name != "logging" or receiver is None or is_known_logger(receiver))
            and statement is not None
            and (name, WHOLE) not in statement.writes
        ):
            before = family.read()
            # (without values: they cannot be read)
            if before:
                statement.settings[name] = before
        self.mutate(name, WHOLE, kind)

    def report_settings(self):
        """Settings that are what they were before the first change were not changed."""
        statement = self.current
        for name, before in statement.settings.items():
            now = COMPARED[name].read()
            if now.keys() == before.keys() and all(
                same(now[key], value) for key, value in before.items()
            ):
                statement.writes.pop((name, WHOLE), None)
        statement.settings = {}

    def report_contents(self):
        """Containers in which all items are what they were before the first change were not
        changed; where items were stored one by one, others that are what they were.
        """
        statement = self.current
        for token, (container, before, by_item) in statement.contents.items():
            fields = changed_items(container, before)
            if fields is None or (fields and not by_item):
                continue
            if statement.writes.pop((token, WHOLE), None) is not None:
                for field in fields:
                    statement.writes.setdefault((token, field), "observed")
        statement.contents = {}

    def join(self, obj, token):
        """From now on and for good, `token` stands for `obj` too."""
        old = self.tokens.of(obj)
        if old != token:
            self.read(old, WHOLE)
            self.mutate(token)
            self.tokens.stand_in(obj, token)

    def replace_attributes(self, obj, dictionary):
        """An object has got another attribute dictionary, which it may share with others."""
        token = self.tokens.share_attributes(obj, dictionary)
        self.shared.add(token)
        self.mutate(token)

    def resize(self, token):
        """The length or key set changes, and the elements stay where they are."""
        self.mutate(token, STRUCTURE)

    def rekey(self, token, fields):
        """The keys of these fields appear or vanish, and all others stay: a key that appears does
        not depend on the others.
        """
        if len(fields) == 1:
            self.write(token, presence_field(fields[0]))
        else:
            self.resize(token)

    def watch_size(self, token, container):
        """Elements will appear or vanish: which ones is seen at the end of the statement
        (`report_sizes`).
        """
        statement = self.current
        if statement is not None and token not in statement.sizes:
            if isinstance(container, dict):
                statement.sizes[token] = (container, set(container))
            elif isinstance(container, (list, collections.deque, bytearray)):
                statement.sizes[token] = (container, len(container))

    def report_sizes(self):
        """Record the elements that appeared or vanished since `watch_size`."""
        for token, (container, before) in self.current.sizes.items():
            if isinstance(container, dict):
                fields = [key_field(key) for key in before.symmetric_difference(container)]
            else:
                low, high = sorted((before, len(container)))
                fields = (
                    ["i:%d" % i for i in range(low, high)] if high - low <= _MAX_FIELDS else [WHOLE]
                )
            for field in fields:
                self.mutate(token, field)
                if field[:2] == "i:" and not isinstance(container, dict):
                    self.mutate(token, "e:" + field[2:])

    def escape(self, reason, lasting=False, code=""):
        """Something that the probes cannot see may have happened: slices through here are not
        guaranteed.

        `lasting`: it may also happen later (a thread goes on), so slices of later executions are
        not either. `code`: what it is, where somebody has to know it otherwise than in words.
        """
        if self.current is not None:
            self.current.escapes.setdefault((reason, lasting, code), self.current.line)

    def token_for_read(self, obj):
        """The token under which a read of `obj` is recorded; None when it needs none: tracing this
        statement is off, so only what somebody has written matters.
        """
        if self.current is None or not self.current.on:
            return self.tokens.peek(obj)
        return self.tokens.of(obj)

    # -- the switch
    # -----------------------------------------------------------------------------------------

    def count_event(self):
        """A probe has run; also one that found nothing new costs its time, so tracing switches off
        after many.
        """
        statement = self.current
        if statement is not None and statement.on:
            statement.events += 1
            size = (
                len(statement.reads) + len(statement.writes) - statement.of_alike - self.tokens.died
            )
            if size > statement.size:
                statement.idle = max(0, statement.idle - NEW * (size - statement.size))
                statement.size = size
            statement.idle += 1 + min(statement.work - statement.weighed, WALK_EVENTS)
            statement.weighed = statement.work
            if statement.idle > IDLE_EVENTS or statement.events > EVENTS_PER_BUDGET * self.budget:
                self.switch_off()

    def work(self, objects):
        """Something has been looked at that takes as long as so many objects of a walk."""
        if self.current is not None:
            self.current.work += objects

    def named(self, obj, entry):
        """An object has got a token."""
        token = entry.token
        self.families.named(token, entry)
        self.summaries.named(obj, token)
        if self.current is not None:
            alike = self.current.alike
            alike[type(obj)] = count = alike.get(type(obj), 0) + 1
            if count > ALIKE:
                self.tokens.alike.add(token)

    def count_alike(self, cls, name):
        """While tracing is on, `name` has been stored into another instance of a class."""
        alike = self.current.alike
        alike[cls, name] = count = alike.get((cls, name), 0) + 1
        if count > ALIKE:
            self.switch_off()

    def spend(self, statement):
        statement.budget -= 1
        if statement.budget < 0 and statement.on:
            self.switch_off()

    def switch_off(self):
        """The budget is spent: light copies from here on, and one deep read that covers what they
        will read.
        """
        statement = self.current
        self.others_run()
        statement.on = False
        statement.compared = None
        # what light copies of generators have recorded before counts as the rest of what was
        # recorded then
        self.sites.clear()
        setattr(builtins, ON, False)
        if self.on_switch is not None:
            self.on_switch(statement)

    def begin(self, plan):
        self.begun += 1
        self.current = Statement(plan, self.budget)
        self.current.size = -self.tokens.died
        self.tokens.alike.clear()
        self.tokens.begin()
        self.first = self.tokens.next
        self.current.line = plan.line
        setattr(builtins, ON, True)
        self.sites.begin()
        if self.budget <= 0:
            self.switch_off()
        return self.current

    def drop_passing(self, statement):
        """What a statement that has ended did to objects that it made itself, and that have died
        since, concerns nobody.
        """
        if len(statement.reads) + len(statement.writes) < MANY:
            return
        tokens = {token for token, _ in (*statement.reads, *statement.writes)}
        passing = self.tokens.passing(tokens, self.first)
        statement.reads = {
            key: kind for key, kind in statement.reads.items() if key[0] not in passing
        }
        statement.writes = {
            key: kind for key, kind in statement.writes.items() if key[0] not in passing
        }
        self.written -= passing

    def end(self):
        statement = self.current
        self.current = None
        self.sites.end()
        setattr(builtins, ON, False)
        return statement


def own_streams():
    """The streams of the process, those that the kernel logs to, and what they write to, by
    identity.
    """
    found = {}
    loggers = [logging.root, *logging.Logger.manager.loggerDict.values()]
    handlers = [handler for logger in loggers for handler in getattr(logger, "handlers", ())]
    pending = [
        sys.stdout,
        sys.stderr,
        sys.__stdout__,
        sys.__stderr__,
        *(getattr(handler, "stream", None) for handler in handlers),
    ]
    for stream in pending:
        if stream is not None and id(stream) not in found:
            found[id(stream)] = stream
            pending += [getattr(stream, name, None) for name in ("buffer", "raw")]
    return found
