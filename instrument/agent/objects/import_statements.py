"""The import statements in code objects, with the absolute names of their modules."""

from __future__ import annotations

import dis
import importlib.util
from typing import TYPE_CHECKING, NamedTuple

from .cpython import imports, nested_codes

if TYPE_CHECKING:
    import types
    from collections.abc import Iterable

    from .locations import Namespace


class ImportStatement(NamedTuple):
    """An import statement, as written: the `level` is the number of dots before the name. `taken`:
    the names behind `import` in `from … import …`.
    """

    name: str
    level: int
    taken: tuple[str, ...]


def import_statements(code: types.CodeType) -> list[ImportStatement]:
    """The import statements in a code object, and in code nested in it."""
    found = [each for nested in nested_codes(code) for each in import_statements(nested)]
    if imports(code):
        # (extended arguments may stand between)
        instructions = [i for i in dis.get_instructions(code) if i.opname != "EXTENDED_ARG"]
        found += [
            ImportStatement(
                i.argval, instructions[at - 2].argval, instructions[at - 1].argval or ()
            )
            for at, i in enumerate(instructions)
            if i.opname == "IMPORT_NAME"
        ]
    return found


def absolute_names(statements: Iterable[ImportStatement], scope: Namespace) -> set[str]:
    """The absolute names of modules, and of their attributes, which may be modules, that these
    statements import into a module with this namespace.
    """
    found = set()
    for name, level, taken in statements:
        if level:
            try:
                name = importlib.util.resolve_name("." * level + name, package_of(scope))
            except ImportError:
                continue
        found.update((name, *("%s.%s" % (name, part) for part in taken if part != "*")))
    return found


def package_of(scope: Namespace) -> str:
    """The package for relative imports in a module with this namespace."""
    package = scope.get("__package__")
    if type(package) is str:
        return package
    name = scope.get("__name__")
    if type(name) is not str:
        return ""
    return name if "__path__" in scope else name.rpartition(".")[0]
