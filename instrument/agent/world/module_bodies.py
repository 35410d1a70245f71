"""The imports and names of module bodies, the code at module level.

A body is not run here: `dis` finds its imports and names, with the bodies of its classes, and of
the functions that it may call. A function counts as called if the body uses its name, or hands it
to a decorator that may call it.

Unsound: calls are missed by replaced versions of decorators that usually only keep functions.
"""

from __future__ import annotations

import dis
import importlib.util
import inspect
import types
from typing import TYPE_CHECKING

from ..objects.cpython import has_instruction, nested_codes, opcodes, stores_attributes

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ..objects.locations import Namespace

_STORES = frozenset({"STORE_NAME", "DELETE_NAME", "STORE_GLOBAL", "DELETE_GLOBAL"})
_NAMES = frozenset(dis.hasname)
_BINDS = opcodes("IMPORT_NAME", *_STORES)
_KEEPING = frozenset(
    "property setter getter deleter staticmethod classmethod abstractmethod cache lru_cache cached_property contextmanager asynccontextmanager "
    "wraps singledispatch singledispatchmethod overload njit jit vectorize guvectorize fixture total_ordering dataclass validator".split()
)
"""Decorators that do not call the decorated function."""


def names_read(code: types.CodeType) -> set[str]:
    """The names and attributes looked up by code and its nested code, without names that the code
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


def leads_outside(value: object) -> bool:
    """Whether code with this name may use objects of others: of a module, class or function."""
    return callable(value) or issubclass(type(value), types.ModuleType)


class Body:
    """Imports and uses of code at module level. `name`: of the module. `package`: for its relative
    imports. `main`: whether it runs as a script, with `if __name__ == "__main__"`.

    `scopes`: dictionaries with its names. `called`: its functions that are called afterwards.
    `names`: names and attributes, and strings that could be such. `imports`: absolute names of
    modules, or of attributes that may be modules. `stars`: modules with all names imported.
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
        """The index behind the block of `if __name__ == "__main__":` or, in a script, behind the
        test; 0 for other code.
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
    """Whether a string is the name or docstring of a class or function in the making."""
    behind = instructions[at + 1 : at + 2]
    return "FUNCTION" in instructions[at - 1].opname or any(
        i.opname == "MAKE_FUNCTION" or i.argval in ("__qualname__", "__doc__") for i in behind
    )


def _behind_making(following: list[str], at: int) -> list[str]:
    """The use of a function whose code is the constant at `at`, after its defaults are set (3.13)."""
    at += 1
    while following[at] in ("LOAD_CONST", "MAKE_FUNCTION", "SET_FUNCTION_ATTRIBUTE"):
        at += 1
    return following[at : at + 1]
