"""Callees that no declaration can describe: reflection, code in strings, reloading, sqlite3, HDF5.

Each is recognised by identity or home and recorded here; ordinary callees are `deciding`'s matter, IPython's `commands`'.
Unsound: what an abstract class of a library (`Sized`) has answered about a class before that got another method: it keeps the answer.
"""

import ast
import contextlib
import gc
import importlib.util
import pkgutil
import sys
import traceback
import types

from ..objects.attributes import home, own_dict
from ..objects.kinds import code_names, is_iterator, is_notebook_class
from ..objects.locations import ATOMIC, GLOBALS, WHOLE
from ..objects.storage import chain_of
from ..rewriting.probe_names import PREFIX
from ..world.imports import local_file
from ..world.library_state import logging_to
from ..world.module_code import imports_anything, leads_outside, Loading
from ..world.paths import text_of
from .commands import Commands
from .looked_up import annotated_names, definitions, pickled_names
from .names_in_code import READ_SOURCES


class SpecialCalls:
    """Recognises special callees and records what they do."""

    def __init__(self, calls, load_attribute, store_attribute):
        self.recorder = calls.recorder
        self.reach = calls.reach
        self.watch = calls.unknown.watch
        self.before_import = calls.unknown.before_import
        self.load = calls.unknown.load
        self.enter_library = calls.enter_library
        self.repeats = calls.unknown.repeats
        self.applied = calls.applied
        self.load_attribute = load_attribute
        self.store_attribute = store_attribute
        self.commands = Commands(self)
        self.shell = None
        self.callbacks = set()
        self.by_identity = {
            id(setattr): self._setattr,
            id(delattr): self._setattr,
            id(type.__setattr__): self._setattr,
            id(type.__delattr__): self._setattr,
            id(types.ModuleType.__setattr__): self._setattr,
            id(types.ModuleType.__delattr__): self._setattr,
            id(getattr): self._getattr,
            id(hasattr): self._getattr,
            id(exec): self.code,
            id(eval): self.code,
            id(vars): self._vars,
            id(globals): self._pure,
            id(locals): self._pure,
            id(dir): self._dir,
            id(__import__): self._import,
            id(traceback.print_last): self._print_last,
            id(gc.collect): self.collect,
            id(contextlib.suppress): self._suppress,
        }

    def call(self, callee, args, kwargs):
        """Record the call and say so, or return False."""
        record = self.by_identity.get(id(callee))
        if record is not None:
            record((*args, *kwargs.values()))
            return True
        owner = getattr(callee, "__self__", None)
        if owner is self.shell and owner is not None:
            self.commands.call(callee.__name__, args)
            return True
        kind_home = home(type(callee))
        if kind_home.startswith("numba."):
            return self._compiled(callee, args, kwargs)
        if owner is not None and home(type(owner)).startswith("sqlalchemy.") and chain_of(type(owner)) is not None:
            return self._sqlite(callee, args, kwargs)
        if kind_home in ("ctypes", "_ctypes"):
            self.reach.deep_read(*args)
            self.recorder.escape("native code was called through ctypes", lasting=True)
            return True
        module = getattr(callee, "__module__", None) or home(type(owner))
        if type(module) is str and module in _HOMES:
            return getattr(self, _HOMES[module])(callee, args, kwargs)
        return False

    def knows(self, callee):
        """Whether `call` may recognise this callee."""
        owner = getattr(callee, "__self__", None)
        module = getattr(callee, "__module__", None) or home(type(owner))
        known = id(callee) in self.by_identity or owner is self.shell or (type(module) is str and module in _HOMES)
        return known or home(type(callee)).startswith("numba.")

    def _pure(self, args):
        if not args:
            return
        self.reach.deep_read(*args)

    def _import(self, args):
        self._importlib(__import__, args, {})

    def _suppress(self, args):
        """What is about to be stored in its `with` may fail, and nobody will see."""
        self.recorder.current.caught = True

    def collect(self, args):
        """Which statements have let go of what is collected is not known."""
        namespace = self.recorder.namespace
        holders = [namespace, *map(vars, self.recorder.imports.local_modules())]
        homes = {"__main__", namespace.get("__name__"), *self.recorder.imports.local}
        classes = [value for holder in holders for value in list(holder.values()) if issubclass(type(value), type)]
        if any(home(cls) in homes and hasattr(cls, "__del__") for cls in classes):
            self.recorder.escape("gc.collect() may run __del__ of objects that earlier statements have let go of")

    def _print_last(self, args):
        self.reach.errors.escape("traceback.print_last")

    def _dir(self, args):
        if args:
            self.reach.deep_read(*args)
        else:
            self.recorder.read(GLOBALS, WHOLE)

    def _setattr(self, args):
        if len(args) >= 2 and issubclass(type(args[1]), str):
            self.store_attribute(args[0], args[1], len(args) == 2, False)

    def _getattr(self, args):
        if len(args) >= 2 and issubclass(type(args[1]), str) and type(args[0]) not in ATOMIC:
            self.load_attribute(args[0], args[1])

    def _vars(self, args):
        if args:
            own = own_dict(args[0])
            if own is not None:
                self.load_attribute(args[0], "__dict__")

    def code(self, args):
        """Code in a string has no probes: its names are read deeply and what they reach is compared."""
        if not args:
            return
        source = args[0]
        if issubclass(type(source), (str, bytes)):
            try:
                code = compile(source, "<string>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
            except (SyntaxError, ValueError):
                return
        elif issubclass(type(source), types.CodeType):
            code = source
        else:
            return
        if any(n.startswith(PREFIX) for n in code_names(code)):
            return
        self.enter_library(self.recorder.current)
        scopes = [a for a in args[1:3] if issubclass(type(a), dict) and a is not self.recorder.namespace]
        # what is in a dictionary that stands for the globals is not looked for in the notebook
        own = args[1] if scopes and scopes[0] is args[1] else ()
        self.opaque_names({name for name in code_names(code) if name not in own})
        used = [self.recorder.namespace, *scopes]
        if imports_anything(code) or any(leads_outside(dict.get(scope, name)) for name in code_names(code) for scope in used):
            loading = Loading(())
            loading.run(code, used)
            self.load(loading)
        for scope in scopes:
            self.reach.deep_read(scope)
            self.watch([scope])

    def subclasses(self, callee):
        """Classes are listed: those of the notebook are there because the statements that bound their names have run."""
        namespace = self.recorder.namespace
        cls = getattr(callee, "__self__", None)
        for found in type.__subclasses__(cls) if issubclass(type(cls), type) else ():
            if is_notebook_class(found, namespace):
                names = [name for name, value in namespace.items() if value is found]
                for name in names:
                    self.recorder.read(GLOBALS, name)
                if not names:
                    self.recorder.escape("lists a class that no name is bound to")

    def opaque_names(self, names):
        """Names used by code or text without probes."""
        namespace = self.recorder.namespace
        roots = []
        for name in sorted(names):
            if name in namespace:
                self.recorder.read(GLOBALS, name)
                roots.append(namespace[name])
        if roots:
            self.reach.deep_read(*roots, follow_globals=True)
            reached = self.reach.reached(roots, follow_globals=True)
            self.watch(reached, [o for o in reached if is_iterator(type(o))])

    def _compiled(self, callee, args, kwargs):
        """Code of the notebook that numba has compiled: it runs without probes."""
        function = getattr(callee, "py_func", None)
        if type(function) is not types.FunctionType:
            return False
        # compiled for each kind of argument at the first call, with the global names as they are then
        compiled = getattr(callee, "overloads", None)
        values = [*args, *kwargs.values()]
        statement = self.recorder.current
        if not self.repeats.covers(statement, callee, args, kwargs):
            self.reach.deep_read(function, compiled, *values, follow_globals=True)
            # nobody stores into what numba has made
            self.watch([compiled])
            found = self.watch(values)
            # what cannot be compared has been read only
            self.repeats.add(statement, callee, [v for v in values if id(v) in statement.watched.before], found)
        return True

    def _importlib(self, callee, args, kwargs):
        """Importing by name, loading by path, loading again: the module's code runs, in which there are no probes."""
        name = getattr(callee, "__name__", None)
        values = [*args, *kwargs.values()]
        if name in ("import_module", "__import__") and values and issubclass(type(values[0]), str):
            package = values[1] if len(values) > 1 and issubclass(type(values[1]), str) else ""
            asked = values[0]
            if asked[:1] == "." and package:
                asked = importlib.util.resolve_name(asked, package)
            self.recorder.imports.read(asked)
            self.before_import((asked,))
            return True
        if name not in ("reload", "exec_module", "load_module") or not values:
            return False
        module = values[0]
        spec = getattr(module, "__spec__", None)
        loading = Loading(())
        if name == "reload":
            loading.run_again(getattr(module, "__name__", ""))
        elif spec is not None:
            loading.run_spec(spec)
        self.load(loading)
        self.enter_library(self.recorder.current)
        if issubclass(type(module), types.ModuleType):
            self.recorder.mutate(self.recorder.tokens.of(module), WHOLE)
        return True

    def _runpy(self, callee, args, kwargs):
        """A script or module is run, by its path or name."""
        values = [*args, *kwargs.values()]
        if callee.__name__ not in ("run_path", "run_module") or not values:
            return False
        main = "__main__" in values
        if callee.__name__ == "run_path":
            self.run_script(values[0], main)
        elif issubclass(type(values[0]), str):
            self.run_module(values[0], main)
        return False

    def run_module(self, name, main):
        """The module of this name is run, whether it is loaded or not."""
        loading = Loading((name,))
        loading.run_again(name, main)
        self.load(loading)

    def run_script(self, path, main):
        """The file of this path is run as a script."""
        try:
            path = text_of(path)
        except TypeError:
            return
        self.applied.file(path, "r")
        loading = Loading(())
        loading.run_script(path, main)
        self.load(loading)

    def _inspect(self, callee, args, kwargs):
        """The text of a function or class is read from its file, which may have been written again."""
        made = args[0] if args else None
        if callee.__name__ in READ_SOURCES and issubclass(type(made), (types.ModuleType, types.FunctionType, types.MethodType, type)):
            file = local_file(made if issubclass(type(made), types.ModuleType) else sys.modules.get(made.__module__))
            if file is not None and self.recorder.imports.may_be_new(file):
                self.applied.file(file, "r")
        return False

    def _sqlite(self, callee, args, kwargs):
        """Every use of a database is one chain: which tables a statement touches is not known."""
        self.reach.deep_read(*args, *kwargs.values())
        if getattr(callee, "__name__", None) in ("connect", "Connection"):
            path = args[0] if args else kwargs.get("database")
            if type(path) is not str or path not in ("", ":memory:"):
                self.recorder.databases[path] = None
        self.applied.mutate(sys.modules["sqlite3"])
        return True

    def _hdf(self, callee, args, kwargs):
        """Every use of an HDF5 file is one chain, as with databases; a call is also a use of the file itself."""
        owner = getattr(callee, "__self__", None)
        chain = chain_of(callee if issubclass(type(callee), type) else type(owner))
        if chain is None:
            return False
        self.reach.deep_read(*args, *kwargs.values())
        self.recorder.mutate(chain, WHOLE)
        try:
            path, mode = _opening(*args, **kwargs) if owner is None else _opened(owner)
        except Exception:
            return True  # closed already
        self.applied.file(path, "r" if mode == "r" else "rw")
        return True

    def _markup(self, callee, args, kwargs):
        """lxml's trees are C structures, of which Python sees passing windows (`root[0]`): all of them are one chain."""
        if getattr(callee, "__name__", None) in _LOOKING:
            self.recorder.read("lxml.etree", WHOLE)
        else:
            self.recorder.mutate("lxml.etree", WHOLE)
        return False

    def _measured(self, callee, args, kwargs):
        """`cProfile.run("f()")`, `timeit("f()", "from __main__ import f")`: code in strings, in the notebook's namespace."""
        for text in (*args, *kwargs.values()):
            if issubclass(type(text), str):
                self.code((text,))
        return False

    def _copyreg(self, callee, args, kwargs):
        """How objects are pickled and copied: any library call may depend on it."""
        self.reach.deep_read(*args)
        table = self.recorder.tokens.of(sys.modules["copyreg"].dispatch_table)
        for token in ("copyreg", table):
            self.recorder.mutate(token, WHOLE)
            self.recorder.patched.add(token)
        return True

    def _mock(self, callee, args, kwargs):
        """Starting or stopping a patcher replaces an attribute or items of something that often only a string names."""
        owner = getattr(callee, "__self__", None)
        if getattr(callee, "__name__", None) == "_patch_stopall":
            patchers = list(sys.modules["unittest.mock"]._patch._active_patches)
        elif type(owner).__name__ in ("_patch", "_patch_dict") and callee.__name__ not in ("copy", "__call__"):
            patchers = [owner, *getattr(owner, "additional_patchers", ())]
        else:
            return False
        for patcher in patchers:
            try:
                if type(patcher).__name__ == "_patch":
                    self.store_attribute(patcher.getter(), patcher.attribute, False, False)
                else:
                    target = patcher.in_dict
                    self.applied.mutate(pkgutil.resolve_name(target) if issubclass(type(target), str) else target)
            except (ImportError, AttributeError, ValueError):
                continue  # starting it will fail too
        return False

    def _looks_up(self, names):
        """Library code looks up global names by itself."""
        namespace = self.recorder.namespace
        for name in names:
            self.recorder.read(GLOBALS, name)
        self.reach.deep_read(*[namespace[name] for name in names if name in namespace])
        return False

    def _pickle(self, callee, args, kwargs):
        if callee.__name__ not in ("load", "loads", "read_pickle"):
            return False
        source = next(iter([*args, *kwargs.values()]), None)
        return self._looks_up(pickled_names(source, self.recorder.namespace))

    def _tests(self, callee, args, kwargs):
        """Tests are looked for in the module, which is the notebook."""
        return self._looks_up(definitions(self.recorder.namespace))

    def _typing(self, callee, args, kwargs):
        if getattr(callee, "__name__", None) != "get_type_hints" or not args:
            return False
        namespace = self.recorder.namespace
        return self._looks_up([n for n in sorted(annotated_names(args[0])) if n in namespace or n in self.recorder.deleted])

    def _logging(self, callee, args, kwargs):
        """What is logged goes to the handlers. Whatever else logging does is declared."""
        through, kept = logging_to(callee)
        for obj in through:
            token = self.recorder.tokens.peek(obj)
            if token in self.recorder.written:
                self.recorder.read(token, WHOLE)
        for obj in kept:
            self.applied.mutate(obj)
        return False

    def _events(self, callee, args, kwargs):
        if callee.__name__ != "register":
            return False
        self.recorder.escape(REGISTERED, lasting=True)
        return True

    def find_events(self):
        """A module of the user's may have registered a callback itself."""
        local = self.recorder.imports.local
        if not local or self.shell is None:
            return
        found = {id(callback) for callbacks in self.shell.events.callbacks.values() for callback in callbacks if getattr(callback, "__module__", None) in local}
        if not found <= self.callbacks:
            self.recorder.escape(REGISTERED, lasting=True)
        self.callbacks = found


def _opening(path, mode=None, *args, **kwargs):
    return path, mode


def _opened(owner):
    """The path and mode of an open HDF5 file, given pandas' store or anything of h5py's."""
    if hasattr(owner, "_path"):
        return owner._path, owner._mode
    return owner.file.filename, owner.file.mode


REGISTERED = "a callback was registered with IPython"
_LOOKING = frozenset(
    "get find findall findtext iterfind xpath cssselect text_content keys values items iter itertext iterchildren iterancestors "
    "iterdescendants itersiblings getparent getnext getprevious getroot getroottree getchildren getpath index has_key "
    "Element ElementTree Comment QName XML HTML fromstring fromstringlist document_fromstring fragment_fromstring fragments_fromstring "
    "parse tostring tounicode iselement".split()
)
"""Methods and functions of lxml that change no tree."""

_HOMES = {
    "copyreg": "_copyreg",
    "importlib": "_importlib",
    "inspect": "_inspect",
    "runpy": "_runpy",
    "_frozen_importlib_external": "_importlib",
    "sqlite3": "_sqlite",
    "_sqlite3": "_sqlite",
    "IPython.core.events": "_events",
    "unittest.mock": "_mock",
    **{module: "_tests" for module in ("unittest.loader", "unittest.main", "doctest")},
    **{module: "_pickle" for module in ("_pickle", "pickle", "joblib.numpy_pickle", "pandas.io.pickle")},
    "typing": "_typing",
    "logging": "_logging",
    **{module: "_measured" for module in ("cProfile", "profile", "timeit", "trace", "bdb", "pdb")},
    **{"h5py._hl." + part: "_hdf" for part in ("files", "group", "dataset", "attrs")},
    **{module: "_markup" for module in ("lxml.etree", "lxml.html")},
    "pandas": "_hdf",
    "pandas.io.pytables": "_hdf",
}
