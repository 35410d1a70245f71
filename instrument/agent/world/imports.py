"""What import statements bring and need: which statement loaded a module, whose code that ran, what stands in `sys.modules`.

All modules that one statement loaded are one location, ("modules", "n<k>"): who uses a submodule as an attribute
(`xml.sax`) needs the statement that loaded it, and who imports a local module (a file of the user's, no installed library)
needs the one that ran its code. It does not look into modules; `calls/deciding` compares what their code changes.
"""

import ast
import importlib.machinery
import os
import sys
import sysconfig
import time
import types

from ..objects.locations import GLOBALS, WHOLE, key_field
from .paths import absolute, exists, isfile, real, stat

_MODULES = "modules"
_LIBRARIES = tuple({os.path.join(sysconfig.get_path(kind), "") for kind in ("stdlib", "platstdlib", "purelib", "platlib")})
_INSTALLED = tuple(os.sep + part + os.sep for part in ("site-packages", "dist-packages"))
_CLOCK = 0.1
"""Seconds by which a file system's times may be late."""


def requested(node):
    """The modules that an import statement names; with `from a import b`, `a.b` may be one."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if node.level or not node.module:
        return []
    return [node.module, *(node.module + "." + alias.name for alias in node.names if alias.name != "*")]


def is_local(path):
    """Whether a file is the user's, and not part of Python or of an installed library."""
    path = absolute(path)
    return not (path.startswith(_LIBRARIES) or any(part in path for part in _INSTALLED))


def local_file(module):
    """The file of a module of the user's; None for others."""
    file = getattr(getattr(module, "__spec__", None), "origin", None) or getattr(module, "__file__", None)
    return file if type(file) is str and isfile(file) and is_local(file) else None


class Imports:
    """The modules loaded in this session, by the statement that loaded them."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.started = time.time()
        self.loads = {}
        self.wanted = []
        self.local = {}
        self.count = 0

    def begin(self):
        """A statement begins."""
        self.count = len(sys.modules)

    def read(self, name):
        """A module of this name is imported: its packages and itself. The notebook is one, whose attributes are its names."""
        recorder = self.recorder
        if name.startswith("__main__."):
            recorder.read(GLOBALS, name.partition(".")[2])
        token = recorder.tokens.peek(sys.modules)
        replaced = token in recorder.written
        if not replaced and not self.local:
            return
        parts = name.split(".")
        for end in range(1, len(parts) + 1):
            name = ".".join(parts[:end])
            if name in self.local:
                recorder.read(_MODULES, "n%d" % self.loads[name])
            if replaced:
                recorder.read(token, key_field(name))

    def read_attribute(self, module, name):
        """`module.name` is looked up: a submodule is there because somebody has imported it."""
        value = vars(module).get(name)
        if issubclass(type(value), types.ModuleType):
            number = self.loads.get("%s.%s" % (module.__name__, name))
            if number is not None:
                self.recorder.read(_MODULES, "n%d" % number)

    def read_submodules(self, module, kind):
        """Any attribute of `module` may be looked up."""
        start = module.__name__ + "."
        for number in {n for name, n in self.loads.items() if name.startswith(start) and "." not in name[len(start) :]}:
            self.recorder.read(_MODULES, "n%d" % number, kind)

    def finish(self, requests, read_file):
        """A statement ends, which names the modules `requests` in its import statements. `read_file(path)` records a file."""
        if not requests and len(sys.modules) <= self.count:
            return
        recorder = self.recorder
        requests = frozenset(requests)
        names = list(sys.modules)[self.count :] if len(sys.modules) > self.count else []
        if names:
            number = len(self.wanted)
            self.loads.update(dict.fromkeys(names, number))
            self.wanted.append(requests)
            recorder.write(_MODULES, "n%d" % number)
            self._loaded(names, read_file)
        for number in {self.loads[name] for name in requests if name in self.loads}:
            # the same imports again would load the same modules
            if self.wanted[number] and self.wanted[number] <= requests and number not in self.local.values():
                recorder.write(_MODULES, "n%d" % number)

    def _loaded(self, names, read_file):
        """Modules were loaded: found through `sys.path`, the working directory and the environment, and out of their files."""
        recorder = self.recorder
        for name in names:
            file = local_file(sys.modules.get(name))
            if file is not None:
                self.local[name] = self.loads[name]
                if self.may_be_new(file):
                    read_file(file)
        live = sys.modules["sys"]
        for obj in (live.path, live.modules, live.meta_path, live.path_hooks):
            token = recorder.tokens.peek(obj)
            if token in recorder.written:
                recorder.read(token, WHOLE)
        for world in ("cwd", "environ"):
            if world in recorder.written:
                recorder.read(world, WHOLE)

    def may_be_new(self, file):
        """Whether a file may have been written in this session."""
        if real(file) in self.recorder.files:
            return True
        try:
            return stat(file).st_ctime > self.started - _CLOCK
        except OSError:
            return True

    def may_load(self, name):
        """Whether importing a module of this name may load one; attributes of installed packages do not count."""
        package = name.partition(".")[0]
        return package not in sys.modules or (package in self.local and name not in sys.modules)

    def may_run(self, name):
        """Whether importing a module of this name may run code of the user's: it is not loaded, and no installed library's."""
        package, _, rest = name.partition(".")
        module = sys.modules.get(package)
        if module is None:
            return _is_the_users(package)
        return package in self.local and bool(rest) and name not in sys.modules and not _has(module, rest)

    def local_modules(self):
        """The modules of the user's that are loaded, whose state other such modules may change when they are."""
        found = (sys.modules.get(name) for name in self.local)
        return [module for module in found if issubclass(type(module), types.ModuleType)]


def _has(module, path):
    """Whether `from package import name` finds an attribute."""
    return "." not in path and path in vars(module)


def _is_the_users(package):
    try:
        spec = importlib.machinery.PathFinder.find_spec(package)
    except (ImportError, ValueError):
        return True
    if spec is None:
        return False
    places = [spec.origin, *(spec.submodule_search_locations or ())]
    return any(type(place) is str and exists(place) and is_local(place) for place in places)
