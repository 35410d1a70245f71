"""What an installed library for which nothing is declared keeps for itself: in the globals of its
modules, in its classes, and in objects and closures there. Any of its functions may use any of it:
a call of one reads what has been written of it, and what the call changes is found by comparing all
of it.

Imprecise: caches that a library keeps in dictionaries count as ordinary state. Unsound: changes
inside sympy count as caches, except random streams and arguments. In undeclared libraries the
comparison misses state beyond 4000 modules, classes and objects, or deeper than four steps; the
first attribute of a function or of an empty object; and the text of objects in containers.
"""

from __future__ import annotations

import collections
import functools
import sys
import types
from typing import TYPE_CHECKING

from ..objects.attributes import home, own_dict
from ..objects.hidden import HIDDEN
from ..objects.libraries import LIBRARIES
from ..objects.locations import ATOMIC
from .library_state import modules_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import Any

    from ..calls.compare import Watch
    from ..objects.locations import Namespace
    from ..record.recorder import Recorder

_LIMIT = 4_000
"""Modules, classes and objects that are compared around a statement."""
_MOST = 40_000
"""Those of which it is looked up whether somebody has written them."""
_DEEP = 4
_LONG = 500
"""Elements of a container that are looked into."""
_CONTAINERS = (list, dict, set, collections.deque, bytearray)
_HELD = ("fget", "fset", "fdel", "__func__", "__wrapped__", "func")
_OPERATORS = tuple(
    "__%s__" % name
    for name in (
        "enter exit lt le gt ge eq ne neg pos invert abs add sub mul matmul truediv floordiv mod pow lshift rshift and or xor "
        "radd rsub rmul rmatmul rtruediv rfloordiv rmod rpow rlshift rrshift rand ror rxor"
    ).split()
)
_TEXTS = (
    "__str__",
    "__repr__",
    "__format__",
    "_repr_html_",
    "_repr_latex_",
    "_repr_svg_",
    "_repr_png_",
    "_repr_mimebundle_",
    "_ipython_display_",
)
PLUMBING = frozenset(
    "IPython ipykernel zmq tornado traitlets jupyter_client ipywidgets comm asyncio threading concurrent multiprocessing importlib builtins".split()
)
"""Packages of the kernel itself, whose state changes without the notebook."""
CACHING = frozenset({"sympy"})
"""Libraries whose state is caches."""


def keeps_caches(module_globals: Namespace) -> bool:
    """Whether these are of a module of a library whose state is caches."""
    name = module_globals.get("__name__")
    return type(name) is str and name.partition(".")[0] in CACHING


class PackageState:
    """Finds what libraries keep, and watches it. `declared`: the top-level packages of which
    something is declared. `large`: what has been found (by identity), when the package had so many
    modules, of those that keep too much to be compared, or caches.
    """

    def __init__(self, recorder: Recorder, declared: Collection[str]) -> None:
        self.recorder = recorder
        self.declared = declared
        self.kept: dict[str, tuple[Any, list[Any], list[Any]]] = {}
        self.running: dict[Any, str | None] = {}
        self.large: dict[str, tuple[Any, Any]] = {}

    def of(self, callee: Any) -> str | None:
        """The top-level package of an unknown callee; None where it is the notebook's, a module
        beside it, or one that is declared.
        """
        function = getattr(callee, "__func__", callee)
        if type(function) is types.FunctionType:
            name = function.__globals__.get("__name__")
        else:
            name = home(callee if issubclass(type(callee), type) else type(callee))
        if type(name) is not str or name == "__main__" or name in self.recorder.imports.local:
            return None
        top = name.partition(".")[0]
        return None if top in self.declared or top in PLUMBING or top not in sys.modules else top

    def runs_operators(self, kind: type) -> str | None:
        """The package of a class of such a library whose code runs when its objects are operands;
        None for all others.
        """
        return self._running(kind, _OPERATORS)

    def runs_for_text(self, kind: type) -> str | None:
        """The same when its objects are turned into text, or shown."""
        return self._running(kind, _TEXTS)

    def _running(self, kind: type, names: Sequence[str]) -> str | None:
        key = (kind, names)
        if key not in self.running:
            package = self.of(kind)
            methods = (
                (vars(cls).get(name) for cls in kind.__mro__ for name in names)
                if package is not None
                else ()
            )
            runs = any(type(method) is types.FunctionType for method in methods)
            if home(kind) == "__main__":
                # a class of the notebook's, which is not to be kept
                return None
            self.running[key] = package if runs else None
        return self.running[key]

    def watch(self, package: str, watched: Watch, module_globals: Namespace | None = None) -> None:
        """Compare what a package keeps before and after the statement in flight, and read what has
        been written of it. `module_globals`: those of the function that is called.
        """
        if package not in watched.visited:
            watched.visited[package] = True
            holders, objects = self._kept_by(package)
            for holder in holders:
                watched.attributes(holder)
            self._compare(watched, objects)
            watched.inner.update(map(id, holders))
            self.recorder.read_written((*holders, *objects))
            if self._is_read_only(package):
                self._read_large(package)
        if (
            self._is_read_only(package)
            and type(module_globals) is dict
            and id(module_globals) not in watched.visited
        ):
            watched.visited[id(module_globals)] = True
            self._compare(
                watched,
                _streams(module_globals)
                if package in CACHING
                else _shared(module_globals, package),
            )

    def _is_read_only(self, package: str) -> bool:
        """Whether all that a package keeps is not compared, but only read: it is too much, or
        caches.
        """
        return package in self.large or package in CACHING

    def _compare(self, watched: Watch, objects: Iterable[object]) -> None:
        watched.own_state(objects)
        watched.inner.update(map(id, objects))

    def _kept_by(self, package: str) -> Sequence[Sequence[Any]]:
        """The modules and classes of a package, and what else it keeps; nothing where it is only
        read.
        """
        if self._is_read_only(package):
            return ((), ())
        known = self.kept.get(package)
        age = (len(sys.modules), self.recorder.library.count)
        if known is None or known[0] != age:
            search = self._search(package, _LIMIT)
            if search.is_full():
                # and will not become smaller
                self.large[package] = (None, None)
                return ((), ())
            known = self.kept[package] = (age, search.holders, list(search.objects.values()))
        return known[1:]

    def _read_large(self, package: str) -> None:
        """Read what has been written of a package that is not compared as a whole: of what calls
        are handed, changes are seen.
        """
        tokens, written = self.recorder.tokens, self.recorder.written
        candidates = {key for key, entry in tokens.by_id.copy().items() if entry.token in written}
        if not candidates:
            # the search takes 0.1 s
            return
        age, objects = self.large.get(package, (None, None))
        now = len(modules_of(package))
        if age != now:
            search = self._search(package, _MOST)
            objects = {**search.objects, **{id(holder): holder for holder in search.holders}}
            self.large[package] = (now, objects)
        self.recorder.read_written([objects[key] for key in candidates & objects.keys()])

    def _search(self, package: str, limit: int) -> _Search:
        LIBRARIES.fresh()
        HIDDEN.fresh()
        return _Search(package, limit)


def _streams(module_globals: Namespace) -> list[Any]:
    """The random streams among the globals of a module."""
    random = sys.modules["random"].Random
    return [value for value in module_globals.values() if issubclass(type(value), random)]


def _shared(module_globals: Namespace, package: str) -> list[Any]:
    """The objects of its package's classes among the globals of a module, and the containers that
    they hold.
    """
    shared = [
        value for value in module_globals.values() if home(type(value)).partition(".")[0] == package
    ]
    return [
        *shared,
        *(
            held
            for obj in shared
            for held in (own_dict(obj) or {}).values()
            if type(held) in _CONTAINERS
        ),
    ]


class _Search:
    """Everything that a package keeps, up to a limit: `holders` are its modules and classes,
    `objects` what else can be compared.
    """

    def __init__(self, package: str, limit: int) -> None:
        self.package = package
        self.limit = limit
        self.holders: list[Any] = []
        self.objects: dict[int, object] = {}
        self.seen: set[int] = set()
        for module in modules_of(package):
            if self.is_full():
                return
            self.holders.append(module)
            self._all(vars(module), _DEEP)

    def is_full(self) -> bool:
        return len(self.holders) + len(self.objects) > self.limit

    def _all(self, mapping: Any, depth: int) -> None:
        for name, value in list(mapping.items()):
            if type(value) not in ATOMIC and name != "__builtins__":
                self._look(value, depth)

    def _look(self, value: Any, depth: int) -> None:
        kind = type(value)
        if (
            kind in ATOMIC
            or depth == 0
            or id(value) in self.seen
            or self.is_full()
            or issubclass(kind, types.ModuleType)
        ):
            return
        self.seen.add(id(value))
        if issubclass(kind, type):
            if home(value).partition(".")[0] == self.package:
                self.holders.append(value)
                self._all(vars(value), _DEEP)
        elif kind is types.FunctionType:
            if value.__globals__.get("__name__", "").partition(".")[0] == self.package:
                self._function(value, depth)
        elif (
            kind is property
            or kind is staticmethod
            or kind is classmethod
            or issubclass(kind, (functools.partial, functools.cached_property))
        ):
            for name in _HELD:
                self._look(getattr(value, name, None), depth)
        elif issubclass(kind, _CONTAINERS):
            self.objects[id(value)] = value
            if kind is not bytearray and len(value) <= _LONG:
                for part in list(value.values() if issubclass(kind, dict) else value):
                    self._look(part, depth - 1)
        elif kind is tuple:
            for part in value[:_LONG]:
                self._look(part, depth)
        elif LIBRARIES.data.isdisjoint(kind.__mro__):
            own = own_dict(value)
            if (
                own is not None
                or HIDDEN.knows(kind)
                or home(kind).partition(".")[0] == self.package
            ):
                self.objects[id(value)] = value
                self._all(own or {}, depth - 1)

    def _function(self, function: types.FunctionType, depth: int) -> None:
        if function.__dict__:
            self.objects[id(function)] = function
        for value in (
            *(function.__defaults__ or ()),
            *(function.__kwdefaults__ or {}).values(),
            *function.__dict__.values(),
        ):
            self._look(value, depth - 1)
        for cell in function.__closure__ or ():
            self.objects[id(cell)] = cell
            try:
                self._look(cell.cell_contents, depth - 1)
            except ValueError:
                continue
