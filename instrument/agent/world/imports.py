"""What import statements bring and need: which statement loaded a module, whose code that ran, what
stands in `sys.modules`.

All modules that one statement loaded are one location, ("modules", "n<k>"): who uses a submodule as
an attribute (`xml.sax`) needs the statement that loaded it, and who imports a local module (a file
of the user's, no installed library) needs the one that ran its code. It does not look into modules;
`calls/deciding` compares what their code changes.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.machinery
import importlib.util
import os
import sys
import sysconfig
import time
import types
from typing import TYPE_CHECKING

from ..objects.attributes import home
from ..objects.frames import local_values
from ..objects.locations import GLOBALS, WHOLE, attribute_field, key_field
from .files import read_existence
from .paths import absolute, basename, dirname, isdir, isfile, join, real, stat
from .plain_files import open_plain
from .shell import current_shell
from .watched_files import signature_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from importlib.machinery import ModuleSpec
    from typing import Any

    from ..objects.locations import Kind, Token
    from ..record.recorder import Recorder
    from ..record.statement import Statement
    from .module_code import Loading
    from .watched_files import WatchedFiles

RAN_UNSEEN = "the code of module %s ran unseen"
"""Why nothing is certain after library code has loaded a module, or loaded it again
(`%autoreload`).
"""
_MODULES = "modules"
ACTING = "module code"
"""The world location of loads that did more than to bind names: whoever imports the modules after
them finds that done.
"""
LOADED_AGAIN = "modules loaded again"
"""The world location, by module, of loads of the user's modules that were loaded before: whoever
has imported the module they replace is out of date.
"""
_LIBRARIES = tuple(
    {
        os.path.join(sysconfig.get_path(kind), "")
        for kind in ("stdlib", "platstdlib", "purelib", "platlib")
    }
)
_INSTALLED = tuple(os.sep + part + os.sep for part in ("site-packages", "dist-packages"))
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
"""What code names that loads modules of any name."""
_SOURCES = (".py", ".pyc", ".zip")
_CLOCK = 0.1
"""Seconds by which a file system's times may be late."""
_LONGEST = 10_000_000
"""Bytes of the largest file that is read to tell whether there is something else in it."""


def requested(node: ast.Import | ast.ImportFrom) -> list[str]:
    """The modules that an import statement names; with `from a import b`, `a.b` may be one. `a.*`:
    all names of `a`.
    """
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if node.level or not node.module:
        return []
    return [node.module, *(node.module + "." + alias.name for alias in node.names)]


def is_local(path: str) -> bool:
    """Whether a file is the user's, and not part of Python or of an installed library."""
    if ".." not in path and _is_installed(path):
        # (as nearly all are, and they are many)
        return False
    return not _is_installed(absolute(path))


def _is_installed(path: str) -> bool:
    return path.startswith(_LIBRARIES) or any([part in path for part in _INSTALLED])


def local_file(module: object) -> str | None:
    """The file of a module of the user's; None for others."""
    file = getattr(getattr(module, "__spec__", None), "origin", None) or getattr(
        module, "__file__", None
    )
    return file if type(file) is str and is_local(file) and isfile(file) else None


def named_module(value: Any) -> str:
    """The name of the module that a value is, or is from."""
    if issubclass(type(value), types.ModuleType):
        return value.__name__
    if type(value) is types.FunctionType:
        return value.__module__
    return home(value if issubclass(type(value), type) else type(value))


def _is_of_user(name: str) -> bool:
    """Whether a module that is not loaded is the user's."""
    package = name.partition(".")[0]
    file = getattr(_found(package), "origin", None) if package not in sys.modules else None
    return type(file) is str and is_local(file)


def _found(name: str, folders: list[str] | None = None) -> ModuleSpec | None:
    """Where a module would be loaded from: a part of a package from one of its folders."""
    try:
        return importlib.machinery.PathFinder.find_spec(name, folders)
    except (ImportError, ValueError, TypeError, AttributeError):
        return None


def _reloaded() -> dict[str, float]:
    """When the files were written that `%autoreload` has compared, by the names of modules."""
    return getattr(_reloader(), "modules_mtimes", {})


def _reloader() -> Any:
    """The module reloader of `%autoreload`; None where the extension is not loaded."""
    shell = current_shell() if "IPython.extensions.autoreload" in sys.modules else None
    magics = shell.magics_manager.registry.get("AutoreloadMagics") if shell is not None else None
    return getattr(magics, "_reloader", None)


def _reloads() -> bool:
    """Whether `%autoreload` looks at the files of all modules before each cell."""
    reloader = _reloader()
    return getattr(reloader, "enabled", False) and bool(
        getattr(reloader, "check_all", False) or getattr(reloader, "modules", None)
    )


class Imports:
    """The modules loaded in this session, by the statement that loaded them. `below`: the numbers
    of these for the submodules of a module, by its name; None until somebody asks. `by_asking`:
    submodules that their library's package loads itself when somebody asks for them. `sources`: of
    the user's modules, out of which file each was loaded; `read_by`: by file, what its module has
    read while it was loaded; `reloaded`: those that were loaded again in place, and so may have
    something left of before; `named`: by module, what its body imports; `used`: by cell, the
    modules of the user's that its last run has imported, and those that they use. `acting`: by
    number, the cell of loads that did more than to bind names, None when it imports the modules no
    more; `first`: the number of loads when the run began. `loaders`: by number, the cell that has
    loaded them. `changed`: by module, the cells that have changed objects of it so that nobody can
    put them back, `made`: the objects of modules that cells have changed so (`module_objects`): by
    token, the module, the number of the load and how people would write what leads there. `aside`:
    by name, the modules that are set aside for the run in progress, with their sources.
    """

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.started = time.time()
        self.loads: dict[str, int] = {}
        self.below: dict[str, set[int]] | None = None
        self.wanted: list[frozenset[str]] = []
        self.versions: dict[str, tuple[object, object]] = {}
        self.local: dict[str, int] = {}
        self.count = 0
        self.expected = frozenset()
        self.runs = False
        self.by_asking: set[str] = set()
        self.sources: dict[str, Source] = {}
        self.read_by: dict[str, dict[str, str | None]] = {}
        self.named: dict[str, frozenset[str]] = {}
        self.reloaded: set[str] = set()
        self.used: dict[str | None, set[str]] = {}
        self.acting: dict[int, str | None] = {}
        self.first = 0
        self.loaders: list[str | None] = []
        self.changed: dict[str, set[str | None]] = {}
        self.made: dict[Token, tuple[str, int, str]] = {}
        self.aside: dict[str, tuple[types.ModuleType, Source | None]] = {}

    def begin(self) -> None:
        """A statement begins."""
        self.count = len(sys.modules)
        self.expected = frozenset()
        self.runs = False
        self._again()

    def _again(self) -> None:
        """Modules that were loaded again have another spec, those that IPython has brought up to
        date in place another time.
        """
        times = _reloaded() if self.versions else {}
        for name, (spec, written) in self.versions.items():
            now = (getattr(sys.modules.get(name), "__spec__", None), times.get(name, written))
            if now[0] is not spec or now[1] != written:
                self.versions[name] = now
                if name in self.sources and name in sys.modules:
                    self.reloaded.add(name)
                    self.sources[name] = Source(
                        self.sources[name].file, self.read_by.get(self.sources[name].file, ())
                    )
                again = now[0] is not spec and None not in (now[0], spec)
                if not self.runs and (again or written not in (None, now[1])):
                    self.recorder.escape(RAN_UNSEEN % name, lasting=True)
        if self.versions and _reloads():
            # whether it is as it was has been looked at before the cell
            for source in self.sources.values():
                self.recorder.read("file", real(source.file))

    def before(self, loading: Loading, read_file: Callable[[str], object]) -> None:
        """Modules are about to be loaded; `loading` knows the code that this runs."""
        recorder = self.recorder
        self._sought()
        sought = {name.rpartition(".")[2] for name in loading.sought}
        for path in recorder.files:
            # also one that was removed: another may be found instead
            if not sought.isdisjoint(_module_names(path)):
                read_existence(recorder, path)
        self.expected |= {name for name in loading.found if name not in sys.modules}
        self._loads_aside(self.expected)
        self.runs |= bool(loading.bodies)
        self.named.update((body.name, frozenset(body.imports)) for body in loading.bodies)
        for name in loading.loaded & self.local.keys() if loading.bodies else ():
            # (what one has taken of another is of that load)
            recorder.read(LOADED_AGAIN, key_field(name))
        self.read_items(
            name for name in loading.loaded if name in self.local and self._is_new(name)
        )
        self.watch(loading.loaded)
        for file in loading.files:
            self.read_by.pop(file, None)
        self.watch_places(loading)
        for file in loading.files:
            if is_local(file):
                recorder.watched_files.read(real(file))
            if self.may_be_new(file):
                read_file(file)
        if any(body.names & _DYNAMIC for body in loading.bodies):
            for path in list(recorder.files):
                if path.endswith(_SOURCES):
                    read_file(path)

    def _is_new(self, name: str) -> bool:
        file = local_file(sys.modules.get(name))
        return file is not None and self.may_be_new(file)

    def read_named(self, names: Iterable[str]) -> None:
        """Code may import any of these names, most of which are of no module."""
        recorder = self.recorder
        if not self.local and recorder.tokens.peek(sys.modules) not in recorder.written:
            # (of what is in no package nothing is known then)
            names = [name for name in names if "." in name]
        for name in names:
            self.read(name)

    def read(self, name: str) -> None:
        """A module of this name is imported: its packages and itself. With `from a import b` it may
        be an attribute, as somebody has left it. The notebook is a module, whose attributes are its
        names.
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
        token = recorder.tokens.peek(sys.modules)
        replaced = token in recorder.written
        if not replaced and not self.local:
            return
        parts = name.split(".")
        names = [".".join(parts[:end]) for end in range(1, len(parts) + 1)]
        self.watch(names)
        for name in names:
            if name in self.local:
                number = self.loads[name]
                recorder.read(_MODULES, "n%d" % number)
                recorder.read(LOADED_AGAIN, key_field(name))
                if number in self.acting and name in sys.modules:
                    recorder.read(ACTING, "n%d" % number)
            if replaced:
                recorder.read(token, key_field(name))

    def read_attribute(self, module: types.ModuleType, name: str) -> None:
        """`module.name` is looked up: a submodule is there because somebody has imported it, or
        would be now.
        """
        if issubclass(type(vars(module).get(name)), types.ModuleType):
            full = "%s.%s" % (module.__name__, name)
            if full not in self.by_asking:
                self.read_items((full,))

    def was_loaded(self, name: str) -> None:
        """A module has been loaded: perhaps by its package's `__getattr__`, which was asked for
        it.
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
        """A statement ends, which names the modules `requests` in its import statements.
        `read_file(path)` records a file. Gives the modules of the user's that were loaded although
        nothing in the statement asked for them.
        """
        self._again()
        if not requests and len(sys.modules) <= self.count and not self.expected:
            return ()
        recorder = self.recorder
        requests = frozenset(requests)
        names = list(sys.modules)[self.count :] if len(sys.modules) > self.count else []
        # (others may have been taken out meanwhile)
        names += [name for name in self.expected if name in sys.modules and name not in names]
        if names:
            number = len(self.wanted)
            self.loads.update(dict.fromkeys(names, number))
            self.below = None
            self.wanted.append(requests)
            self.loaders.append(recorder.cell)
            recorder.write(_MODULES, "n%d" % number)
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
        self._loads_aside(names)
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
                self.sources.pop(name, None)
                self.reloaded.discard(name)
                if file is not None:
                    self.sources[name] = Source(file, self.read_by.get(file, ()))
                    if self.may_be_new(file):
                        read_file(file)
        self.watch(names)
        self._sought()

    def _sought(self) -> None:
        """What decides where modules are looked for."""
        recorder = self.recorder
        live = sys.modules["sys"]
        for obj in (live.path, live.modules, live.meta_path, live.path_hooks):
            token = recorder.tokens.peek(obj)
            if token in recorder.written:
                recorder.read(token, WHOLE)
        for world in ("cwd", "environ"):
            if world in recorder.written:
                recorder.read(world, WHOLE)

    def watch(self, names: Iterable[str]) -> None:
        """A statement uses these modules: the files that they were loaded from count, with those of
        all modules of the user's that they use, and what these have read while they were loaded.
        """
        found, pending = set(), [name for name in names if name in self.sources]
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                self.used.setdefault(self.recorder.cell, set()).add(name)
                self.sources[name].watch(self.recorder.watched_files)
                pending += self._used_by(name)

    def _used_by(self, name: str) -> list[str]:
        """The modules of the user's that a module of this name has something of, and the packages
        that it is in.
        """
        values = list(getattr(sys.modules.get(name), "__dict__", {}).values())
        used = {*map(_home_of, values), *self.named.get(name, ())}
        while name:
            name = name.rpartition(".")[0]
            used.add(name)
        return [other for other in used if other in self.sources]

    def watch_places(self, loading: Loading) -> None:
        """Modules are looked for: where there is none yet, in a folder of `sys.path` or of its
        package, another program may put one.
        """
        for name in loading.sought:
            holder, _, tail = name.rpartition(".")
            package = sys.modules.get(holder)
            folders = (
                loading.places.get(holder, getattr(package, "__path__", None))
                if holder
                else sys.path
            )
            if name in sys.modules or folders is None or tail in getattr(package, "__dict__", {}):
                continue
            spec = _found(name, folders if holder else None)
            file = getattr(spec, "origin", None)
            if spec is not None and not (type(file) is str and is_local(file)):
                continue
            for place in list(folders):
                place = real(place or ".")
                if not is_local(place):
                    continue
                if not isdir(place):
                    self.recorder.watched_files.read(place)
                    continue
                if type(file) is str and dirname(real(file)) in (place, join(place, tail)):
                    break
                importers = [
                    body.code.co_filename
                    for body in loading.bodies
                    if body.code is not None and name in body.imports
                ]
                for path in (join(place, tail), join(place, tail + ".py")):
                    self.recorder.watched_files.read(path)
                    self.reading(path, importers)

    def reading(self, path: str, files: Collection[str]) -> None:
        """Modules of these files are being loaded, and read a file."""
        for file in files:
            self.read_by.setdefault(file, {}).setdefault(path, signature_of(path))

    def may_be_new(self, file: str) -> bool:
        """Whether a file may have been written in this session."""
        if real(file) in self.recorder.files:
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

    def begin_run(self, cell: str | None) -> None:
        """A run of a cell begins."""
        self.used[cell] = set()

    def place(self, above: Sequence[str]) -> bool:
        """The run is to find the world as the cells `above` leave it: modules of the user's that
        none of these imports, and whose files are others by now, or found elsewhere, are as if
        nobody had loaded them, with those that have anything of theirs. An import in the run loads
        them, as in a run from the top. What a cell above has imported stays as that has loaded it;
        a run that imports none of them has changed nothing (`put_back`). Gives whether there were
        any.
        """
        self.put_back()
        self.first = len(self.wanted)
        for folder, finder in list(sys.path_importer_cache.items()):
            if finder is None and isdir(folder):
                # (Python does not look again for a folder that was not there)
                del sys.path_importer_cache[folder]
        kept = set().union(*(self.used.get(cell, ()) for cell in above))
        changed = {
            name
            for name, source in self.sources.items()
            if name in sys.modules
            and name not in kept
            and (name in self.reloaded or source.is_other_now(name))
        }
        if changed:
            importlib.invalidate_caches()
            for name in changed:
                # (of a file that has been written twice in a second, it may be of the first)
                _remove_bytecode(self.sources[name].file)
            self._set_aside(changed)
        return bool(changed)

    def load_again(self, names: Collection[str], above: Sequence[str], restores: bool) -> None:
        """A statement imports these modules, whose code acts on others when it is loaded
        (`acting`), or, where it `restores` what they have made, whose objects cells have changed
        that are not `above`: unless a cell above has loaded them, or this run, it is to load them,
        as in a run from the top. So is a module that would be found elsewhere by now.
        """
        changed = {
            name
            for name, cells in self.changed.items()
            if restores and name in sys.modules and not cells.issubset(above)
        }
        # (`sys.path` may be another one by now than when the run began)
        others = {
            name
            for name in self.sources
            if name in names and name in sys.modules and self._may_be_another(name, above)
        }
        if others:
            self._forget(others)
        if not self.acting and not changed:
            return
        local = [name for name in names if name in self.local or _is_of_user(name)]
        loaded = [name for name in local if name in sys.modules]
        # (one that is not loaded may need any of them)
        numbers = (
            {self.loads[name] for name in loaded} if len(loaded) == len(local) else {*self.acting}
        )
        again = {
            number
            for number, cell in self.acting.items()
            if number < self.first and cell not in above
        }
        acting = {name for name in self.local if name in sys.modules and self.loads[name] in again}
        forgotten = {
            name for name in acting if self.loads[name] in numbers or self._comes_with(name, loaded)
        }
        numbers = numbers if len(loaded) == len(local) else {*self.local.values()}
        old = {
            name
            for name in changed
            if self.loads[name] < self.first and self.loaders[self.loads[name]] not in above
        }
        forgotten |= {
            name for name in old if self.loads[name] in numbers or self._comes_with(name, loaded)
        }
        if forgotten:
            self._forget(forgotten)

    def _may_be_another(self, name: str, above: Sequence[str]) -> bool:
        """Whether a run from the top would load another module than the one that an earlier run has
        loaded, of which the cells `above` have nothing.
        """
        if self.loads[name] >= self.first or any(name in self.used.get(cell, ()) for cell in above):
            return False
        return self.sources[name].is_other_now(name)

    def _comes_with(self, name: str, loaded: Collection[str]) -> bool:
        """Whether a module that this cell has loaded has to be loaded with one of these, which has
        something of it: a later statement that imports it would load both, when this one has bound
        the other.
        """
        return self.loaders[self.loads[name]] == self.recorder.cell and not self.with_users(
            {name}
        ).isdisjoint(loaded)

    def with_users(self, names: Iterable[str]) -> set[str]:
        """The loaded modules of the user's with these names, and all modules that use anything of
        them.
        """
        known = {name for name in self.sources if name in sys.modules}
        found, pending = set(names), set(names)
        while pending:
            below = tuple(other + "." for other in pending)
            pending = {
                name
                for name in known - found
                if name.startswith(below) or not pending.isdisjoint(self._used_by(name))
            }
            found |= pending
        return found

    def put_back(self, written: Collection[str] = ()) -> None:
        """A run has ended, which has written files of these paths: the modules that were set aside
        for it are there again when it has loaded none of them, for cells below use them. Of what it
        has written, the next import has to load them.
        """
        sources = {name: source for name, (_, source) in self.aside.items() if source is not None}
        if any(not source.signatures.keys().isdisjoint(written) for source in sources.values()):
            self._loads_aside(self.aside)
        for name, (module, source) in self.aside.items():
            sys.modules.setdefault(name, module)
            if source is not None:
                self.sources.setdefault(name, source)
        for name, (module, _) in self.aside.items():
            holder, _, attribute = name.rpartition(".")
            getattr(sys.modules.get(holder), "__dict__", {}).setdefault(attribute, module)
        self.aside = {}

    def _set_aside(self, changed: set[str]) -> None:
        """Take these modules of the user's out of `sys.modules`, with all modules that use anything
        of them.
        """
        for name in self.with_users(changed):
            holder, _, attribute = name.rpartition(".")
            module = sys.modules.pop(name)
            own = getattr(sys.modules.get(holder), "__dict__", {})
            if own.get(attribute) is module:
                del own[attribute]
            self.aside[name] = (module, self.sources.pop(name, None))

    def _loads_aside(self, names: Iterable[str]) -> None:
        """Modules are loaded: if one of them was set aside, all that were are forgotten, for others
        may have something of it.
        """
        if self.aside.keys().isdisjoint(names):
            return
        aside, self.aside = self.aside, {}
        # (libraries come by what a module that is loaded now has)
        gone = {token for token, (name, _, _) in self.made.items() if name in aside}
        self.recorder.patched -= gone
        self.recorder.kept_objects.forget(gone)
        times = _reloaded()
        for name in aside:
            # (else `%autoreload` would load it once more)
            times.pop(name, None)

    def _forget(self, changed: set[str]) -> None:
        self._set_aside(changed)
        self._loads_aside(self.aside)

    def loads_read(self, statements: Iterable[Statement]) -> set[tuple[str, int]]:
        """Which loads of the user's modules statements have imported, or come by through names that
        they read.
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
        """The modules of the user's that a statement has loaded, by the number of the load."""
        numbers = {int(field[1:]) for token, field in statement.writes if token == _MODULES}
        found = {
            number: [name for name in self.local if self.loads[name] == number]
            for number in numbers
        }
        return {number: names for number, names in found.items() if names}

    def local_modules(self) -> list[types.ModuleType]:
        """The modules of the user's that are loaded, whose state other such modules may change when
        they are.
        """
        found: list[Any] = [sys.modules.get(name) for name in self.local]
        return [module for module in found if issubclass(type(module), types.ModuleType)]


class Source:
    """The file out of which a module was loaded, and those that it has read meanwhile: digests of
    their content, and their signatures then. `reads`: the signatures of these, by path.
    """

    __slots__ = ("file", "digests", "signatures")

    def __init__(self, file: str, reads: Mapping[str, str | None] | tuple[()] = ()) -> None:
        self.file = file
        self.signatures = {real(file): signature_of(file), **dict(reads)}
        self.digests = {path: _digest_of(path) for path in self.signatures}

    def watch(self, watched: WatchedFiles) -> None:
        """A statement has found what was in the files."""
        for path, signature in self.signatures.items():
            watched.read(path, signature)

    def is_other_now(self, name: str) -> bool:
        """Whether loading the module would find another file (a part of a package is where it was),
        or something else in it.
        """
        if "." not in name:
            found = getattr(_found(name), "origin", None)
            if type(found) is str and found != self.file and real(found) != real(self.file):
                return True
        for path, signature in self.signatures.items():
            now = signature_of(path)
            if now == signature:
                continue
            digest = _digest_of(path)
            if digest is None or digest != self.digests[path]:
                return True
            self.signatures[path] = now
        return False


def _digest_of(file: str) -> bytes | None:
    """A digest of what is in a file; None where there is none, or too much to be read."""
    try:
        with open_plain(file) as opened:
            content = opened.read(_LONGEST + 1)
    except OSError:
        return None
    return hashlib.sha1(content).digest() if len(content) <= _LONGEST else None


def _home_of(value: object) -> str | None:
    """The name of a module, or of that in which something was defined."""
    home = getattr(
        value, "__name__" if issubclass(type(value), types.ModuleType) else "__module__", None
    )
    return home if type(home) is str else None


def _remove_bytecode(file: str) -> None:
    try:
        os.remove(importlib.util.cache_from_source(file))
    except (OSError, NotImplementedError):
        # there is none, or this Python keeps none
        pass


def _module_names(path: str) -> set[str]:
    """The names of modules that a file may be, or its folder."""
    return {basename(path).partition(".")[0], basename(dirname(path))}
