"""The code of modules of the user's that is about to be loaded: which files, and what their bodies
name.

A body is the code at module level. It is not run here: `dis` tells what it imports and which names
it uses, with the bodies of its classes, and of the functions that it may call: those whose name it
uses, or that it hands to a decorator that may.

Unsound: modules are missed that only an import finder of the notebook finds, and calls by replaced
versions of decorators that usually only keep functions.
"""

from __future__ import annotations

import dis
import importlib.machinery
import importlib.util
import inspect
import io
import sys
import types
from typing import TYPE_CHECKING

from ..objects.attributes import home
from ..objects.cpython import has_instruction, nested_codes, opcodes, stores_attributes
from .local_modules import is_local
from .paths import exists

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from importlib.machinery import ModuleSpec
    from typing import Any

    from ..objects.locations import Namespace

_MANY = 1000
"""Bodies that one import is followed to."""
_STORES = frozenset({"STORE_NAME", "DELETE_NAME", "STORE_GLOBAL", "DELETE_GLOBAL"})
_NAMES = frozenset(dis.hasname)
_BINDS = opcodes("IMPORT_NAME", *_STORES)
_LOADERS = ("_frozen_importlib_external", "zipimport")
"""Where loaders are from that are asked for code: one of the notebook's would notice."""
_KEEPING = frozenset(
    "property setter getter deleter staticmethod classmethod abstractmethod cache lru_cache cached_property contextmanager asynccontextmanager "
    "wraps singledispatch singledispatchmethod overload njit jit vectorize guvectorize fixture total_ordering dataclass validator".split()
)
"""Decorators that do not call the decorated function."""
GET_CODE = importlib.machinery.SourceFileLoader.get_code
SOURCE_TO_CODE = importlib.machinery.SourceFileLoader.source_to_code
"""As they are without probes."""
_STRICT = [("error", None, Warning, None, 0)]
LOOKED_AT: dict[str, tuple[bytes, types.CodeType]] = {}
"""By path, the text of modules that were compiled to look at them, with the code."""
_SHOWING = frozenset({"print", "display", "stdout", "stderr", "warn"})
_SILENT = [("ignore", None, Warning, None, 0)]


def names_read(code: types.CodeType) -> set[str]:
    """The names and attributes that code and code nested in it look up, without names that the code
    only binds (`for _ in rows`).
    """
    found = {
        i.argval
        for i in dis.get_instructions(code)
        if i.opcode in _NAMES and i.opname not in _STORES
    }
    return found.union(
        *(
            names_read(constant)
            for constant in code.co_consts
            if issubclass(type(constant), types.CodeType)
        )
    )


def shows(name: str) -> bool:
    """Whether code at the top of a loaded module of the user's prints or displays something, as far
    as it names that.
    """
    spec = getattr(sys.modules.get(name), "__spec__", None)
    code = code_of(getattr(spec, "loader", None), name)
    return code is not None and not _SHOWING.isdisjoint(code.co_names)


def leads_outside(value: object) -> bool:
    """Whether code that names this may use what belongs to others: a module, class or function."""
    return callable(value) or issubclass(type(value), types.ModuleType)


class Body:
    """What code at module level imports and uses. `name`: of the module. `package`: of which
    relative imports are. `main`: whether it is run as a script, `if __name__ == "__main__"`
    included.

    `scopes`: dictionaries of names that it finds. `called`: functions of it that are called
    afterwards. `names`: names and attributes, and strings that could be such. `imports`: absolute
    names of modules, or of what may be one. `stars`: modules of which all names are taken.
    `stores`: whether it stores into attributes.
    """

    def __init__(
        self,
        name: str,
        code: types.CodeType | None,
        package: str = "",
        main: bool = False,
        scopes: Sequence[Namespace] = (),
        called: Collection[str] = (),
    ) -> None:
        self.name = name
        self.code = code
        self.package = package
        self.main = main
        self.scopes = scopes
        self.names = set(called)
        self.imports: list[str] = []
        self.stars: set[str] = set()
        self.stores = False
        waiting = []
        if code is not None:
            self._scan(code, None, waiting)
        more = True
        while more:
            pending, waiting, more = waiting, [], False
            for owner, name, nested in pending:
                if self._uses(owner, name):
                    more = True
                    self._scan(nested, owner, waiting)
                else:
                    waiting.append((owner, name, nested))

    def _uses(self, owner: str | None, name: str) -> bool:
        return name in self.names or (name[:2] == "__" and (owner is None or owner in self.names))

    def _scan(
        self,
        code: types.CodeType,
        owner: str | None,
        waiting: list[tuple[str | None, str, types.CodeType]],
    ) -> None:
        nested = nested_codes(code)
        if _is_plain(code, nested):
            # (most functions are: nobody has to look at their instructions one by one)
            self.stores |= stores_attributes(code)
            self.names.update(code.co_names, filter(_is_name, code.co_consts))
            for inner in nested:
                self._scan(inner, owner, waiting)
            return
        instructions = list(dis.get_instructions(code))
        following = [*(i.opname for i in instructions), "", ""]
        used = set()
        end = 0
        for at, instruction in enumerate(instructions):
            value = instruction.argval
            if instruction.offset < end:
                continue
            if instruction.opname == "IMPORT_NAME":
                self._import(value, instructions[at - 2].argval, instructions[at - 1].argval)
            elif instruction.opname in _STORES:
                used.clear()
            elif instruction.opcode in _NAMES:
                self.stores |= instruction.opname == "STORE_ATTR"
                end = self._behind_guard(instructions[at : at + 4]) if value == "__name__" else 0
                if not end:
                    used.add(value)
                    self.names.add(value)
            elif instruction.opname == "POP_TOP":
                used.clear()
            elif issubclass(type(value), str) and instruction.opcode in dis.hasconst:
                if _is_name(value) and not _is_title(instructions, at):
                    self.names.add(value)
            elif issubclass(type(value), types.CodeType):
                if not value.co_flags & inspect.CO_NEWLOCALS:
                    # a class
                    self._scan(value, value.co_name, waiting)
                elif value.co_name[0] == "<" or (
                    not any(name in _STORES for name in _behind_making(following, at))
                    and not used & _KEEPING
                ):
                    self._scan(value, owner, waiting)
                else:
                    waiting.append((owner, value.co_name, value))

    def _behind_guard(self, instructions: Sequence[dis.Instruction]) -> int:
        """Where it goes on behind `if __name__ == "__main__":` or, in a script, behind the
        question; 0 for other code.
        """
        if (
            len(instructions) < 4
            or instructions[1].argval != "__main__"
            or "IF_FALSE" not in instructions[3].opname
        ):
            return 0
        return instructions[3].offset if self.main else instructions[3].argval

    def _import(self, name: str, level: int, taken: tuple[str, ...] | None) -> None:
        if level:
            try:
                name = importlib.util.resolve_name("." * level + name, self.package)
            except ImportError:
                return
        self.imports.append(name)
        self.names.update(name.split("."), taken or ())
        for part in taken or ():
            if part == "*":
                self.stars.add(name)
            else:
                self.imports.append(name + "." + part)


def _is_plain(code: types.CodeType, nested: Sequence[types.CodeType]) -> bool:
    """Whether code is a function without imports, global variables of its own, and functions or
    classes with names.
    """
    return (
        bool(code.co_flags & inspect.CO_NEWLOCALS)
        and "__name__" not in code.co_names
        and all(inner.co_name[0] == "<" for inner in nested)
        and not has_instruction(code, _BINDS)
    )


def _is_name(value: object) -> bool:
    return type(value) is str and value.isidentifier()


def _is_title(instructions: Sequence[dis.Instruction], at: int) -> bool:
    """Whether a string is the name of a class or function that is being made, or the text that
    describes it.
    """
    behind = instructions[at + 1 : at + 2]
    return "FUNCTION" in instructions[at - 1].opname or any(
        i.opname == "MAKE_FUNCTION" or i.argval in ("__qualname__", "__doc__") for i in behind
    )


def _behind_making(following: list[str], at: int) -> list[str]:
    """What is done with a function whose code is the constant at `at`, and (3.13) its defaults are
    set.
    """
    at += 1
    while following[at] in ("LOAD_CONST", "MAKE_FUNCTION", "SET_FUNCTION_ATTRIBUTE"):
        at += 1
    return following[at : at + 1]


def body_of(name: str) -> Body | None:
    """The body of a module that is loaded; None when it cannot be had."""
    spec: Any = getattr(sys.modules.get(name), "__spec__", None)
    code = code_of(getattr(spec, "loader", None), name)
    return None if code is None else Body(name, code, spec.parent)


class Loading:
    """What loading modules of these names runs. `bodies`: of modules of the user's that are not
    loaded, each `Body`. `files`: where they are. `found`: their names, also of those whose code
    cannot be had. `loaded`: modules that are there already. `sought`: all that is looked for.
    `called`: functions that are called in them afterwards.
    """

    def __init__(self, names: Iterable[str], called: Collection[str] = ()) -> None:
        self.called = called
        self.bodies: list[Body] = []
        self.files: list[str] = []
        self.found: set[str] = set()
        self.loaded: set[str] = set()
        self.sought: set[str] = set()
        self.places: dict[str, list[str]] = {}
        self.follow(names)

    def follow(self, names: Iterable[str]) -> None:
        """Modules of these names are imported."""
        pending = list(names)
        while pending and len(self.bodies) < _MANY:
            parts = pending.pop().split(".")
            for end in range(1, len(parts) + 1):
                name = ".".join(parts[:end])
                if name in sys.modules:
                    self.loaded.add(name)
                elif name not in self.sought:
                    self.sought.add(name)
                    body = self._find(name)
                    pending += body.imports if body is not None else ()

    def run_spec(self, spec: ModuleSpec) -> None:
        """The module of this spec is loaded, wherever it is."""
        self.found.add(spec.name)
        self._load(spec.origin, Body(spec.name, code_of(spec.loader, spec.name), spec.parent or ""))

    def run_again(self, name: str, main: bool = False) -> None:
        """The module of this name is run, whether it is loaded or not, and as a script if it is to
        be `main`. It is looked for anew.
        """
        if name and name not in self.sought:
            self.sought.add(name)
            body = self._find(name)
            self.follow(body.imports if body is not None else ())
        if main:
            for body in [body for body in self.bodies if body.name == name]:
                self._load(None, Body(name, body.code, body.package, True))

    def run_script(self, path: str, main: bool) -> None:
        """The script of this path is run."""
        self._load(path, Body("__main__" if main else "", script_code(path), "", main))

    def run(self, code: types.CodeType, scopes: Sequence[Namespace]) -> None:
        """Code runs in these dictionaries of names."""
        self._load(None, Body("", code, "", True, scopes))

    def _load(self, file: str | None, body: Body) -> None:
        if type(file) is str and exists(file):
            self.files.append(file)
        if body.code is not None:
            self.bodies.append(body)
            self.follow(body.imports)

    def _find(self, name: str) -> Body | None:
        package, _, _ = name.rpartition(".")
        path = None
        if package:
            path = self.places.get(package, getattr(sys.modules.get(package), "__path__", None))
            if path is None:
                return None
        try:
            spec = importlib.machinery.PathFinder.find_spec(name, path)
        except (ImportError, ValueError, TypeError, AttributeError):
            return None
        if spec is None:
            return None
        places = [*(spec.submodule_search_locations or ())]
        if not any(
            type(place) is str and exists(place) and is_local(place)
            for place in (spec.origin, *places)
        ) and not _in_archive(spec):
            return None
        self.found.add(name)
        if spec.submodule_search_locations is not None:
            self.places[name] = places
            package = name
        files = (spec.origin, getattr(spec.loader, "archive", None))
        self.files += [file for file in files if type(file) is str and exists(file)]
        body = Body(name, code_of(spec.loader, name), package, called=self.called)
        if body.code is not None:
            self.bodies.append(body)
        return body


def _in_archive(spec: ModuleSpec) -> bool:
    archive = getattr(spec.loader, "archive", None)
    return type(archive) is str and is_local(archive)


def code_of(loader: Any, name: str) -> types.CodeType | None:
    """The code of a module, compiled if need be, without a trace of that; None when it has none or
    cannot be compiled.
    """
    if type(loader) is importlib.machinery.SourceFileLoader:
        # (Python warns where it compiles for the load)
        code = quietly(lambda: GET_CODE(_Look(loader.name, loader.path), name), _STRICT)
        return code or quietly(lambda: GET_CODE(loader, name))
    get_code = getattr(type(loader), "get_code", None)
    if home(type(loader)) not in _LOADERS or get_code is None:
        return None
    return quietly(lambda: get_code(loader, name))


class _Look(importlib.machinery.SourceFileLoader):
    def source_to_code(self, data: Any, path: Any, *, _optimize: int = -1) -> types.CodeType:
        code = super().source_to_code(data, path, _optimize=_optimize)
        LOOKED_AT[path] = (data, code)
        return code


def script_code(path: str) -> types.CodeType | None:
    """The same of a script."""

    def compiled() -> types.CodeType:
        with io.open_code(path) as file:
            return compile(file.read(), path, "exec", dont_inherit=True)

    return quietly(compiled)


def quietly(compiled: Callable[[], Any], quiet: list[Any] = _SILENT) -> Any:
    """What `compiled()` gives, without warnings or files of bytecode; None when it fails. `quiet`:
    the filters of warnings meanwhile.
    """
    # (`catch_warnings` would make warnings appear again that have been shown once)
    live_sys: Any = sys.modules["sys"]
    live_warnings: Any = sys.modules["warnings"]
    filters, keeps = live_warnings.filters, live_sys.dont_write_bytecode
    try:
        live_warnings.filters, live_sys.dont_write_bytecode = quiet, True
        return compiled()
    except Exception:
        return None
    finally:
        live_warnings.filters, live_sys.dont_write_bytecode = filters, keeps
