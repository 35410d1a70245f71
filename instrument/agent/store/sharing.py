"""Which global names share objects: a change through one of them is a change of all, and a copy of one
alone would be another alias. What a walk does not find here, no group of names leads to.
"""

from __future__ import annotations

import hashlib
import types
from typing import TYPE_CHECKING

from ..objects.attributes import home
from ..objects.libraries import LIBRARIES
from ..objects.locations import ATOMIC
from ..reach.walks import Overflow
from ..values.left import MANAGED
from .portable_digest import name_of

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from ..objects.locations import Namespace
    from ..reach.deep_reads import Reach
    from .local_sources import LocalSources

PARTS = 400_000
"""Objects that all names together may lead to."""
_ENTIRE = (types.ModuleType, types.BuiltinFunctionType, types.MethodDescriptorType)
_NAMED = (type, types.FunctionType, *_ENTIRE)
"""What a name of a module may stand for."""
_CODE = (
    type,
    types.FunctionType,
    types.GeneratorType,
    types.CoroutineType,
    types.AsyncGeneratorType,
)


def plain_digest(value: Any, sources: LocalSources) -> str | None:
    """A digest of a value that nobody can change, or the name of a part of a module; None for all
    others.
    """
    kind = type(value)
    if (kind in ATOMIC and kind is not types.CodeType) or LIBRARIES.is_scalar(kind):
        # (the decimal text of a long number is refused)
        text = "%s %s" % (kind.__qualname__, hex(value) if kind is int else repr(value))
        if kind not in ATOMIC:
            # times of two units may have equal texts
            text += " %s" % value.dtype
    else:
        name = _imported(value)
        if name is None:
            return None
        text = "import " + name
        if sources.files and sources.is_local(name.partition(":")[0]):
            text += sources.digest()
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _imported(value: Any) -> str | None:
    return name_of(value) if isinstance(value, _NAMED) else None


class Sharing:
    """The groups of names, as the values are now. `groups`: of names, each sorted; `plain`: by name,
    digests of values that nobody can change. `code`: names that lead to functions, classes or
    generators of the notebook. `parts`: by name, the objects that the name leads to, by identity.
    """

    def __init__(
        self,
        namespace: Namespace,
        reach: Reach,
        without: Collection[str],
        sources: LocalSources,
    ) -> None:
        """Raises Overflow where there is too much."""
        LIBRARIES.fresh()
        self.plain: dict[str, str] = {}
        self.code: set[str] = set()
        self.parts: dict[str, dict[int, Any]] = {}
        values: dict[str, Any] = {}
        for name, value in list(namespace.items()):
            if name in without or name.startswith(("__", "_exit_code")) or MANAGED.match(name):
                continue
            digest = plain_digest(value, sources)
            if digest is None:
                values[name] = value
            else:
                self.plain[name] = digest
        left = PARTS
        for name, value in values.items():
            parts = reach.walk([value], limit=left)
            left -= len(parts)
            if left <= 0:
                raise Overflow
            self.parts[name] = self.own_parts(name, parts)
        self.groups = joined(self.common(), values)

    def own_parts(self, name: str, parts: dict[int, Any]) -> dict[int, Any]:
        """Those of the objects behind a name that are no parts of modules. There are many objects of
        few types, so that types are asked.
        """
        kinds = set(map(type, parts.values()))
        named = {kind for kind in kinds if issubclass(kind, _NAMED)}
        if named:
            for part in [part for part in parts.values() if type(part) in named]:
                if isinstance(part, _ENTIRE) or _imported(part) is not None:
                    del parts[id(part)]
            kinds = set(map(type, parts.values()))
        if any(issubclass(kind, _CODE) or is_code(kind) for kind in kinds):
            self.code.add(name)
        return parts

    def common(self) -> list[set[str]]:
        """Sets of names with a common object."""
        found: list[set[str]] = []
        last: dict[int, str] = {}
        for name, parts in self.parts.items():
            others = {last[key] for key in parts.keys() & last.keys()}
            if others:
                found.append({name, *others})
            last.update(dict.fromkeys(parts, name))
        return found

    def names_of(self, obj: Any) -> list[str]:
        """The names that lead to an object, sorted."""
        return sorted(name for name, parts in self.parts.items() if id(obj) in parts)


def is_code(kind: type) -> bool:
    """Whether objects of a class run code of the notebook. (What bound methods and iterators of C run is
    among their parts.)
    """
    return home(kind) == "__main__"


def joined(sets: Collection[set[str]], names: Collection[str]) -> list[list[str]]:
    """The names in groups: two that are in one set are in one group."""
    above = {name: name for name in names}

    def top(name: str) -> str:
        while above[name] != name:
            above[name] = above[above[name]]
            name = above[name]
        return name

    for several in sets:
        first, *others = several
        for other in others:
            above[top(other)] = top(first)
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(top(name), []).append(name)
    return [sorted(group) for group in found.values()]
