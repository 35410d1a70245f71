"""Effects and needs of import statements: which statement loaded a module, whose code it ran, and
the entries of `sys.modules`.

All modules loaded by one statement are one location, ("modules", "n<k>"). A use of a submodule as
an attribute (`xml.sax`) needs the statement that loaded it. An import of a local module (a file of
the user's, no installed library) needs the statement that ran its code. The contents of modules are
not watched here: `calls/deciding` compares changes by their code. The file is long because all its
answers come from one table, the loads.
"""

from __future__ import annotations

import sys
import time
import types
from typing import TYPE_CHECKING

from ..objects.frames import local_values
from ..objects.locations import GLOBALS, WHOLE, attribute_field, key_field
from .autoreload import reloaded, reloads
from .files import read_existence
from .library_environment import LibraryEnvironment
from .local_modules import home_of, is_local, local_file, named_module
from .module_search import module_names, read_search, watch_places
from .module_source import Source
from .modules_aside import ModulesAside
from .paths import real, stat
from .used_modules import UsedModules

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import Any

    from ..objects.locations import Kind, Location, Token
    from ..record.recorder import Recorder
    from ..record.statement import Statement
    from .module_code import Loading

RAN_UNSEEN = "the code of module %s ran unseen"
"""The reason for uncertainty after library code has loaded a module, or `%autoreload` has loaded
one again.
"""
_MODULES = "modules"
ACTING = "module code"
"""The world location of loads with effects beyond bound names: later imports of the same modules
find these effects.
"""
LOADED_AGAIN = "modules loaded again"
"""The world location, by module, of repeated loads of the user's modules: imports of the replaced
module are out of date.
"""
_DYNAMIC = frozenset(
    {
        "import_module",
        "__import__",
        "run_path",
        "run_module",
        "exec_module",
        "walk_packages",
        "iter_modules",
    }
)
"""Names in code that loads modules of any name."""
_SOURCES = (".py", ".pyc", ".zip")
_CLOCK = 0.1
"""Seconds by which a file system's times may be late."""


class Imports:
    """The modules loaded in this session, by the statement that loaded them.

    `elsewhere`: modules of libraries without such a statement, and all modules from before the
    session. `below`: by module, the loads of its submodules; None until the first use. `by_asking`:
    submodules that a library's package loads itself at their first use. `acting`: by number, the
    cell of a load with effects beyond bound names; None when the cell imports the modules no more.
    `needs`: locations read by code of modules in the statement's loads; `needed`: the same by
    number. `first`: by number, the first token after the beginning of the load. `loaders`: by
    number, the cell of the load. `changed`: by module, the cells with changes of its objects that
    cannot be undone. `made`: such objects, by token, with the module, the number of the load and an
    expression for the path to the object (`module_objects`).
    """

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.used = UsedModules(recorder.watched_files)
        self.aside = ModulesAside(recorder, self)
        self.environment = LibraryEnvironment(self)
        self.started = time.time()
        self.elsewhere = set(sys.modules)
        self.loads: dict[str, int] = {}
        self.below: dict[str, set[int]] | None = None
        self.wanted: list[frozenset[str]] = []
        self.versions: dict[str, tuple[object, object]] = {}
        self.local: dict[str, int] = {}
        self.count = 0
        self.expected = frozenset()
        self.runs = False
        self.by_asking: set[str] = set()
        self.acting: dict[int, str | None] = {}
        self.needs: set[Location] = set()
        self.needed: dict[int, frozenset[Location]] = {}
        self.began: int | None = None
        self.first: dict[int, int] = {}
        self.loaders: list[str | None] = []
        self.changed: dict[str, set[str | None]] = {}
        self.made: dict[Token, tuple[str, int, str]] = {}

    def begin(self) -> None:
        """A statement begins."""
        self.count = len(sys.modules)
        self.expected = frozenset()
        self.runs = False
        self.needs = set()
        self.began = None
        self.aside.met.clear()
        self._again()

    def _again(self) -> None:
        """Note reloaded modules. These have another spec, or another time if IPython has reloaded
        them in place.
        """
        times = reloaded() if self.versions else {}
        for name, (spec, written) in self.versions.items():
            now = (getattr(sys.modules.get(name), "__spec__", None), times.get(name, written))
            if now[0] is not spec or now[1] != written:
                self.versions[name] = now
                self.used.late.loaded(name, self.loads.get(name, -1))
                if name in self.used.sources and name in sys.modules:
                    self.used.reloaded.add(name)
                    self.used.sources[name] = Source(
                        self.used.sources[name].file,
                        self.used.read_by.get(self.used.sources[name].file, ()),
                    )
                again = now[0] is not spec and None not in (now[0], spec)
                if not self.runs and (again or written not in (None, now[1])):
                    self.recorder.escape(RAN_UNSEEN % name, lasting=True)
        if self.versions and reloads():
            # changes of the files were looked for before the cell
            for source in self.used.sources.values():
                self.recorder.read("file", real(source.file))

    def before(self, loading: Loading, read_file: Callable[[str], object]) -> None:
        """Record a load of modules that is about to happen. `loading` knows the code of the load."""
        recorder = self.recorder
        if self.began is None:
            self.began = recorder.tokens.next
        read_search(recorder)
        sought = {name.rpartition(".")[2] for name in loading.sought}
        for path in recorder.known_files.files:
            # also for a removed file: the search may find another one instead
            if not sought.isdisjoint(module_names(path)):
                read_existence(recorder, path)
        self.expected |= {name for name in loading.found if name not in sys.modules}
        self.aside.forget_with(self.expected)
        self.runs |= bool(loading.bodies)
        self.used.named.update((body.name, frozenset(body.imports)) for body in loading.bodies)
        for name in loading.loaded & self.local.keys() if loading.bodies else ():
            # (names taken out of a module belong to its load)
            recorder.read(LOADED_AGAIN, key_field(name))
        self.read_items(
            name for name in loading.loaded if name in self.local and self._is_new(name)
        )
        self.used.watch(loading.loaded)
        for file in loading.files:
            self.used.read_by.pop(file, None)
        watch_places(recorder, loading)
        for file in loading.files:
            if is_local(file):
                recorder.watched_files.read(real(file))
            if self.may_be_new(file):
                read_file(file)
        if any(body.names & _DYNAMIC for body in loading.bodies):
            for path in list(recorder.known_files.files):
                if path.endswith(_SOURCES):
                    read_file(path)

    def need(self, locations: set[Location]) -> None:
        """Code of modules has read these locations while the statement loaded the modules."""
        self.needs |= locations

    def unseen(self) -> list[str]:
        """The user's modules loaded outside of all runs, as by completions of IPython: no run knows
        their files.
        """
        known = self.elsewhere.union(self.loads)
        new = [name for name in sys.modules if name not in known]
        found = [name for name in new if local_file(sys.modules[name]) is not None]
        self.elsewhere.update(set(new).difference(found))
        return found

    def _is_new(self, name: str) -> bool:
        file = local_file(sys.modules.get(name))
        return file is not None and self.may_be_new(file)

    def read_named(self, names: Iterable[str]) -> None:
        """Code may import any of these names, most of which are of no module."""
        recorder = self.recorder
        if not self.local and recorder.tokens.peek(sys.modules) not in recorder.written:
            # (modules outside of packages are certainly unknown then)
            names = [name for name in names if "." in name]
        for name in names:
            self.read(name)

    def read(self, name: str) -> None:
        """Record the import of a module: reads of its packages and of the module. In `from a import
        b`, `b` may be an attribute changed since the load. Attributes of `__main__` are names of
        the notebook.
        """
        recorder = self.recorder
        if name.startswith("__main__."):
            recorder.read(GLOBALS, name.partition(".")[2])
        holder, _, attribute = name.rpartition(".")
        module = sys.modules.get(holder)
        token = recorder.tokens.peek(module)
        if token in recorder.written:
            recorder.read(token, WHOLE if attribute == "*" else attribute_field(attribute))
        if attribute == "*":
            token = recorder.tokens.peek(getattr(module, "__all__", None))
            if token in recorder.written:
                recorder.read(token, WHOLE)
        self._read_later(holder, getattr(module, "__dict__", {}).get(attribute), name)
        token = recorder.tokens.peek(sys.modules)
        replaced = token in recorder.written
        if not replaced and not self.local:
            return
        parts = name.split(".")
        names = [".".join(parts[:end]) for end in range(1, len(parts) + 1)]
        self.used.watch(names)
        for name in names:
            if name in self.local:
                number = self.loads[name]
                recorder.read(_MODULES, "n%d" % number)
                recorder.read(LOADED_AGAIN, key_field(name))
                # (a missing module is loaded next)
                is_there = name in sys.modules
                if is_there and number in self.acting:
                    recorder.read(ACTING, "n%d" % number)
                if is_there and self.loaders[number] == self.used.cell:
                    # (the load by the cell's earlier run no longer counts)
                    for location in self.needed.get(number, ()):
                        recorder.read(*location)
            if replaced:
                recorder.read(token, key_field(name))

    def read_attribute(self, module: types.ModuleType, name: str) -> None:
        """Record a look-up of `module.name`: a submodule exists because a statement has imported
        it.
        """
        value = vars(module).get(name)
        if issubclass(type(value), types.ModuleType):
            full = "%s.%s" % (module.__name__, name)
            if full not in self.by_asking:
                self.read_items((full,))
        self._read_later(module.__name__, value, "")

    def _read_later(self, holder: str, value: object, besides: str) -> None:
        """Record the use of a value in a user's module that comes from a later load, as lazy code
        keeps it. The load of the module `besides` is recorded already.
        """
        if holder not in self.local:
            return
        home = home_of(value)
        if home is None or home not in self.local or home in (holder, besides):
            return
        if self.used.late.are_later((home,), holder):
            self.read(home)

    def was_loaded(self, name: str) -> None:
        """Note a loaded module. If its package's `__getattr__` has loaded it on demand, no
        statement is needed for the submodule.
        """
        holder, _, attribute = name.rpartition(".")
        package = sys.modules.get(holder)
        getter = getattr(package, "__dict__", {}).get("__getattr__")
        if type(getter) is not types.FunctionType or local_file(package) is not None:
            return
        frame = sys._getframe(1)
        while frame is not None:
            if (
                frame.f_code is getter.__code__
                and local_values(frame).get(getter.__code__.co_varnames[0]) == attribute
            ):
                self.by_asking.add(name)
                return
            frame = frame.f_back

    def read_items(self, names: Iterable[Any]) -> None:
        """These names are looked up in `sys.modules`."""
        for number in {self.loads[name] for name in names if name in self.loads}:
            self.recorder.read(_MODULES, "n%d" % number)

    def read_submodules(self, module: types.ModuleType, kind: Kind) -> None:
        """Any attribute of `module` may be looked up."""
        if self.below is None:
            self.below = {}
            for name, number in self.loads.items():
                self.below.setdefault(name.rpartition(".")[0], set()).add(number)
        for number in self.below.get(module.__name__, ()):
            self.recorder.read(_MODULES, "n%d" % number, kind)

    def finish(
        self, requests: Collection[str], read_file: Callable[[str], object]
    ) -> Collection[str]:
        """End a statement with the modules `requests` in its import statements. `read_file(path)`
        records a file. Returns the user's modules loaded without a request in the statement.
        """
        self._again()
        if not requests and len(sys.modules) <= self.count and not self.expected:
            return ()
        recorder = self.recorder
        requests = frozenset(requests)
        names = list(sys.modules)[self.count :] if len(sys.modules) > self.count else []
        # (others may have been taken out meanwhile)
        names += [name for name in self.expected if name in sys.modules and name not in names]
        names = [name for name in names if name not in self.aside.met]
        if names:
            number = len(self.wanted)
            self.loads.update(dict.fromkeys(names, number))
            self.below = None
            self.wanted.append(requests)
            self.loaders.append(self.used.cell)
            if self.needs:
                self.needed[number] = frozenset(self.needs)
            if self.began is not None:
                self.first[number] = self.began
            recorder.write(_MODULES, "n%d" % number)
            self.environment.loaded(number)
            for name in self.local.keys() & names:
                recorder.write(LOADED_AGAIN, key_field(name))
                self.changed.pop(name, None)
            self._loaded(names, read_file)
        for number in {self.loads[name] for name in requests if name in self.loads}:
            # the same imports again would load the same modules
            if (
                self.wanted[number]
                and self.wanted[number] <= requests
                and number not in self.local.values()
            ):
                recorder.write(_MODULES, "n%d" % number)
        return [name for name in names if name in self.local and name not in self.expected]

    def _loaded(self, names: Iterable[str], read_file: Callable[[str], object]) -> None:
        """Modules were loaded: found through `sys.path`, the working directory and the environment,
        and out of their files.
        """
        self.aside.forget_with(names)
        for name in names:
            module = sys.modules.get(name)
            file = local_file(module)
            # (a module may have put something else in its place, or made another)
            if (
                file is not None
                or name in self.expected
                or (self.runs and getattr(module, "__spec__", None) is None)
            ):
                self.local[name] = self.loads[name]
                self.versions[name] = (getattr(module, "__spec__", None), None)
                self.used.sources.pop(name, None)
                self.used.reloaded.discard(name)
                self.used.late.loaded(name, self.loads[name])
                if file is not None:
                    self.used.sources[name] = Source(file, self.used.read_by.get(file, ()))
                    if self.may_be_new(file):
                        read_file(file)
        self.used.watch(names)
        read_search(self.recorder)

    def may_be_new(self, file: str) -> bool:
        """Whether a file may have been written in this session."""
        if real(file) in self.recorder.known_files.files:
            return True
        try:
            return stat(file).st_ctime > self.started - _CLOCK
        except OSError:
            return True

    def may_load(self, name: str) -> bool:
        """Whether importing a module of this name may load one; attributes of installed packages do
        not count.
        """
        package = name.partition(".")[0]
        if package not in self.local or name in sys.modules:
            return package not in sys.modules
        holder, _, attribute = name.rpartition(".")
        return attribute != "*" and attribute not in getattr(
            sys.modules.get(holder), "__dict__", ()
        )

    def loads_read(self, statements: Iterable[Statement]) -> set[tuple[str, int]]:
        """The loads of the user's modules that these statements have imported, or reached through
        names in their reads.
        """
        if not self.local:
            return set()
        fields = {
            field
            for s in statements
            for token, field in (*s.reads, *s.writes)
            if token == LOADED_AGAIN
        }
        namespace = self.recorder.namespace
        names = {
            field
            for s in statements
            for token, field in s.reads
            if token == GLOBALS and field in namespace
        }
        homes = {named_module(namespace[name]) for name in names}
        return {
            (name, self.loads[name])
            for name in self.local
            if key_field(name) in fields or name in homes
        }

    def loaded_by(self, statement: Statement) -> dict[int, list[str]]:
        """The user's modules that a statement has loaded, by the number of the load."""
        numbers = {int(field[1:]) for token, field in statement.writes if token == _MODULES}
        found = {
            number: [name for name in self.local if self.loads[name] == number]
            for number in numbers
        }
        return {number: names for number, names in found.items() if names}

    def local_modules(self) -> list[types.ModuleType]:
        """The loaded modules of the user's: a load of another such module may change their state."""
        found: list[Any] = [sys.modules.get(name) for name in self.local]
        return [module for module in found if issubclass(type(module), types.ModuleType)]
