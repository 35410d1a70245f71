"""What a statement has bound: global names that stand for something else now, or for nothing.

Unsound: a generator that is in the midst of a `try`, and whose last reference in an object or
container is replaced, runs its `finally` then. Unsound: an object with `__del__`, or such a
generator, is taken out of a container or object and lives on because something refers to it that
nothing else needs.
"""

import gc
import inspect
import io
import re
import sys
import types
import weakref

from .objects.attributes import home, own_dict, static
from .objects.kinds import (
    changes_in_place,
    has_handlers,
    is_definition,
    is_handle,
    is_users_class,
    only_reads,
)
from .objects.libraries import LIBRARIES
from .objects.locations import DEFINITIONS, GLOBALS, WHOLE, attribute_field
from .objects.storage import is_shared
from .reach.holders import names_that_hold
from .world.async_generators import has_more

_RESULT = re.compile(r"^_\d+$")


class Rebinding:
    """Reports the names at the end of a statement. `bound_anew` is told of those that light copies
    call without a probe. `from_below`: names that a run from the top would not find in this cell.
    """

    def __init__(self, recorder, reach, applied, names, bound_anew):
        self.recorder = recorder
        self.namespace = recorder.namespace
        self.reach = reach
        self.applied = applied
        self.names = names
        self.bound_anew = bound_anew
        self.unseen = Unseen()
        self.from_below = frozenset()

    def report_names(self, statement, failed):
        recorder = self.recorder
        namespace = self.namespace
        values = self.names.values
        changed = set()
        seen = set()
        rebound, gone = self.names.changes()
        for name, value in rebound:
            changed.add(name)
            self.released(name)
            if name in recorder.unprobed:
                self.bound_anew(name, value)
            values[name] = value
            recorder.write(GLOBALS, name)
            recorder.subclasses.bound(value)
            if recorder.definitions_listed and is_definition(value, namespace):
                recorder.write(DEFINITIONS, attribute_field(name))
            if name[:1] != "_" and id(value) not in seen:
                seen.add(id(value))
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
        self.names.noted()
        self.unseen.count(changed)
        stored = self.stored(statement.plan)
        entered = [
            recorder.blocks[key] for key in sorted(statement.blocks) if key in recorder.blocks
        ]
        stored.update(name for block in entered for name in block.targets)
        for block in entered:
            for name in sorted(self.stored(block) - stored):
                if name not in changed and name in namespace:
                    recorder.mutate(GLOBALS, name)
        # a statement that has failed, and after which a name stands for the same object, has not
        # bound it, or might as well not have
        if not failed:
            for name in stored:
                if name not in changed and name in namespace:
                    if (GLOBALS, name) not in statement.writes and not _loads_part(
                        statement, namespace[name]
                    ):
                        statement.rebound.add(name)
                    recorder.write(GLOBALS, name)
            unseen = {
                name for name in changed - stored - recorder.deleted if not _RESULT.match(name)
            }
            for name in self.unseen.again(statement.plan, unseen):
                if name in namespace and (GLOBALS, name) not in statement.writes:
                    statement.rebound.add(name)
                    recorder.write(GLOBALS, name)
        self.unseen.count(stored)

    def stored(self, block):
        """The names that a block (or a statement's plan) has bound, unless to the object that they
        were bound to, changed in place.
        """
        if not block.augments:
            return set(block.stores)
        kept = {name for name in block.augments if changes_in_place(type(self.namespace.get(name)))}
        return {*block.stores, *(block.augments - kept)}

    def released(self, name):
        """A name lets go of its object: `__del__` and weak references to it may notice."""
        old = self.names.values.get(name)
        weak = self._is_watched(old)
        if weak or (
            _dies_aloud(old) and not (name in self.from_below and self._closes_itself(old))
        ):
            self.recorder.read(GLOBALS, name)
            self.reach.deep_read(old)
            if is_handle(old):
                # what it has not written yet
                self.applied.mutate(old)
            if sys.getrefcount(old) > _ALONE:
                self._outlives(old)
            self.recorder.current.covered.clear()
            self.recorder.current.kept.clear()
        if weak:
            self.recorder.mutate("weakref", WHOLE)

    def _closes_itself(self, value):
        """Whether all that runs when an object dies is a library's `__del__`: of one that a run
        from the top would not have had, what it held is of no interest then. (What it writes to
        files while it dies is recorded as ever.)
        """
        kind = type(value)
        if is_handle(value) or is_users_class(kind, self.namespace, self.recorder.imports.local):
            return False
        ends = type(static(kind, "__del__"))
        return (
            ends is types.FunctionType
            or ends.__name__ == "cython_function_or_method"
            or home(kind) == "_asyncio"
        )

    def is_noticed(self, value):
        """Whether somebody may notice that a name lets go of this value."""
        return self._is_watched(value) or _dies_aloud(value)

    def _is_watched(self, value):
        """Whether the notebook has weak references to an object. (Libraries keep them to their own
        objects everywhere, pandas also to those of subclasses, and each class to its subclasses.)
        """
        ours = 0 if self.recorder.tokens.peek(value) is None else 1
        if weakref.getweakrefcount(value) <= ours or issubclass(type(value), type):
            return False
        if not is_users_class(type(value), self.namespace, self.recorder.imports.local):
            return False
        refs = [
            ref
            for ref in weakref.getweakrefs(value)
            if not self.recorder.tokens.is_own(value, ref) and not self._tells_library(ref)
        ]
        if not refs:
            return False
        return not (
            LIBRARIES.pandas and issubclass(type(value), LIBRARIES.pandas)
        ) or self._is_held_outside_of_pandas(refs, value)

    def _tells_library(self, ref):
        """Whether a weak reference is a library's own: it calls a function of the library, or is in
        a weak set among the globals of one of its modules (`logging` has both to each handler).
        """
        if not issubclass(type(ref), weakref.ref):
            # a proxy hands on what it is asked for
            return False
        function = getattr(ref.__callback__, "__func__", ref.__callback__)
        if type(function) is not types.FunctionType:
            return False
        if function.__globals__.get("__name__") not in ("weakref", "_weakrefset"):
            return self._is_library(sys.modules.get(function.__globals__.get("__name__")))
        sets = [
            default() for default in function.__defaults__ or () if type(default) is weakref.ref
        ]
        modules = list(sys.modules.values())
        return any(
            value is held
            for held in sets
            for module in modules
            if self._is_library(module)
            for value in list(vars(module).values())
        )

    def _is_library(self, module):
        return (
            type(module) is types.ModuleType
            and module.__name__ != "__main__"
            and module.__name__ not in self.recorder.imports.local
        )

    def _is_held_outside_of_pandas(self, refs, value):
        if len(refs) == 1 and refs[0].__callback__ is None and not is_shared(refs, 0):
            # (looking for holders goes over all objects there are)
            flags = (own_dict(value) or {}).get("_flags")
            if (
                home(type(flags)).partition(".")[0] == "pandas"
                and getattr(flags, "_obj", None) is refs[0]
            ):
                return False
        for ref in refs:
            holders = [
                holder
                for holder in gc.get_referrers(ref)
                if holder is not refs and type(holder) is not types.FrameType
            ]
            if ref.__callback__ is not None or any(
                home(type(holder)).partition(".")[0] != "pandas" for holder in holders
            ):
                return True
        return False

    def _outlives(self, old):
        """An object whose death would be noticed is let go of and lives on: what keeps it is
        needed, of which a name of its own is enough.
        """
        direct = {
            name for name, value in self.namespace.copy().items() if value is old and _keeps(name)
        }
        for name in direct or filter(
            _keeps, names_that_hold(old, self.namespace, (id(self.names.values),))
        ):
            self.recorder.read(GLOBALS, name)
            self.reach.deep_read(self.namespace[name])


class Unseen:
    """Names that statements bind in ways that syntax does not show: a star import, `sympy.var`,
    `setattr(__main__, …)`. When the same text of a cell binds one again to the same object, nothing
    in the namespace is different: what it did before, it is taken to have done again.

    Unsound: the statement does so no more, because of what it reads, and the text is the same.
    """

    def __init__(self):
        self.counts = {}
        self.bound = {}
        self.cell = None

    def begin(self, cell, source):
        """A run of a cell begins; None: of nobody's."""
        self.cell = None if cell is None else (cell, source)
        if cell is not None:
            self.bound = {
                at: names
                for at, names in self.bound.items()
                if at[0][0] != cell or at[0] == self.cell
            }

    def count(self, names):
        """Names are bound to other objects."""
        for name in names:
            self.counts[name] = self.counts.get(name, 0) + 1

    def again(self, plan, names):
        """`names`: those that the statement has bound so, as far as one can see. Gives those that
        it bound before and nobody has since.
        """
        if self.cell is None:
            return ()
        at = (self.cell, plan.ordinal)
        counts = self.counts
        silent = [
            name
            for name, count in self.bound.get(at, {}).items()
            if name not in names and counts.get(name) == count
        ]
        found = {name: counts.get(name, 0) for name in (*names, *silent)}
        if found:
            self.bound[at] = found
        return silent


def _keeps(name):
    """Whether what a name stands for lives on because of it: the shell binds others anew after each
    cell.
    """
    return name[:1] != "_" or _RESULT.match(name) is not None


def _references_to_one():
    """References to an object that only `released` still has: by its variable and by the names as
    they were (what else counts depends on the version).
    """
    values = {"name": object()}
    old = values.get("name")
    return sys.getrefcount(old)


_ALONE = _references_to_one()


def _loads_part(statement, value):
    """`import a.b` binds `a`, which others may have bound, and `a.b` to an attribute of it."""
    if type(value) is not types.ModuleType:
        return False
    part = (value.__name__ or "") + "."
    return any([name.startswith(part) for names in statement.imported for name in names])


_IN_MEMORY = frozenset({io.StringIO, io.BytesIO})


def _only_lists(_):
    """The entries of a folder write nothing when they die."""
    return True


_ENDED = {
    "_asyncio": lambda task: task.done(),
    "pyarrow.parquet.core": lambda writer: not getattr(writer, "is_open", True),
    "posix": _only_lists,
    "nt": _only_lists,
    "multiprocessing.pool": lambda pool: getattr(pool, "_state", None) != "RUN",
    "shelve": lambda shelf: type(getattr(shelf, "dict", None)).__name__ == "_ClosedDict",
    "socket": lambda socket: getattr(socket, "closed", False) is True or socket.fileno() < 0,
    "subprocess": lambda process: getattr(process, "returncode", None) is not None,
    "zipfile": lambda archive: (
        getattr(archive, "closed", False) is True or getattr(archive, "fp", archive) is None
    ),
}
"""By the module of a class: whether nothing is left to do when one of its objects dies (a module
has several: archives, and files within them).
"""

_FILES = frozenset({"_io", "bz2", "gzip", "lzma", "tarfile", "zipfile"})
"""Modules of files and archives."""


def close_file(value):
    """Close a file or an archive, as its death would."""
    if home(type(value)) in _FILES:
        try:
            value.close()
        except (OSError, ValueError):
            # (what it had not written is lost, as when it dies)
            pass


_SILENT = frozenset({"distributed", "ipywidgets", "tqdm", "xgboost", "lightgbm"})
"""Libraries whose `__del__` only takes away what a page shows, or memory, or lets go of another
process.
"""


def _dies_aloud(value):
    """Whether something runs when an object dies, or is written then."""
    return hasattr(type(value), "__del__") and not _dies_silently(value)


def _dies_silently(value):
    """A generator runs nothing when it is closed that has not begun, has ended, or has no handlers;
    a closed file has nothing left to write, one that is only read never had, and one in memory goes
    with what was written. What has been closed, or has ended, has nobody to tell.
    """
    if type(value) in _IN_MEMORY:
        return True
    ended = _ENDED.get(home(type(value)))
    if ended is not None:
        return ended(value)
    if (getattr(type(value).__del__, "__module__", None) or "").split(".")[0] in _SILENT:
        return True
    if is_handle(value):
        return getattr(value, "closed", False) is True or only_reads(value)
    if type(value) is types.AsyncGeneratorType:
        return not has_more(value)
    if type(value) is not types.GeneratorType:
        return False
    if inspect.getgeneratorstate(value) in (inspect.GEN_CREATED, inspect.GEN_CLOSED):
        return True
    # its variables die with it, and what it goes over
    held = (*gc.get_referents(value), *gc.get_referents(value.gi_frame))
    return not has_handlers(value.gi_code) and not any(map(_dies_aloud, held))
