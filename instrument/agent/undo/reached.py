"""What a run of a cell may change in place: the objects behind the names in the cell's text, with their
contents before the run. The look is bounded, because it comes before every run.
"""

from __future__ import annotations

import ast
import re
import types
from typing import TYPE_CHECKING

from ..kinds.arrays import Arrays
from ..kinds.registry import KINDS
from ..objects.attributes import own_dict, slots_of
from ..objects.callables import FUNCTION, code_names
from ..objects.classes import is_notebook_class
from ..objects.libraries import LIBRARIES
from ..objects.locations import ATOMIC
from .contents import content_of
from .library_contents import SharedTable, Table, copies_on_write

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from typing import Any

    from ..objects.locations import Namespace
    from .content import Content

OBJECTS = 600
"""The most objects behind the names of a cell."""
ITEMS = 100_000
"""The most items of containers among these objects."""
QUICK = 8_000_000
"""Bytes of memory that are copied before any run."""
LARGE = 64_000_000
"""Bytes that are copied where the text shows a change of the name."""
SHARED = 1_000_000_000
"""Bytes of a frame whose blocks are held: the next write into one of them copies it."""

_CHANGING = frozenset(
    "append extend insert pop remove clear update sort reverse add discard setdefault popitem fill put"
    " resize partition setflags itemset appendleft extendleft popleft rotate fit partial_fit".split()
)
"""Methods that change their object."""
_QUIET = frozenset({"print", "display", "len", "type", "repr", "str", "sum", "min", "max", "help"})
_WORD = re.compile(r"[^\W\d]\w*")
_SKIPPED = (types.ModuleType, types.CodeType)


class Reached:
    """The objects behind names. `contents`: by identity; `uncopied`: objects without a content, which
    must stay unchanged; `covered`: arrays with their copy in a frame's content; `roots`: by identity,
    the name in front of the object; `is_complete`: all were looked at; `dies`: an object whose death
    runs code, so nothing here may be held.
    """

    def __init__(self) -> None:
        self.contents: dict[int, Content] = {}
        self.uncopied: dict[int, Any] = {}
        self.roots: dict[int, str] = {}
        self.covered: dict[int, Any] = {}
        self.is_complete = True
        self.dies: str | None = None
        self.quick = QUICK
        self.large = LARGE
        self.items = ITEMS


def reached_by(
    source: str,
    namespace: Namespace,
    kept_names: Collection[str],
    is_noticed: Callable[[object], bool],
) -> Reached:
    """The objects that a cell with this text may change. `is_noticed`: whether code may notice that
    an object lives longer.
    """
    found = Reached()
    used = names_in(source)
    if used is None:
        found.is_complete = False
        return found
    names, changed, rebuilt = used
    LIBRARIES.fresh()
    pending = [(namespace[name], name) for name in kept_names if name in names]
    seen: dict[int, Any] = {}
    while pending:
        obj, root = pending.pop()
        kind = type(obj)
        if kind in ATOMIC or kind in _SKIPPED or id(obj) in seen or LIBRARIES.is_scalar(kind):
            continue
        if len(seen) >= OBJECTS:
            found.is_complete = False
            break
        seen[id(obj)] = obj
        found.roots[id(obj)] = root
        if is_noticed(obj):
            found.dies = root
            return found
        for part in _parts(obj, namespace):
            if part is namespace:
                continue
            pending.append((part, root))
        _take(found, obj, root in changed, root in rebuilt)
    return found


def _take(found: Reached, obj: Any, is_changed: bool, is_rebuilt: bool) -> None:
    """Copy the content of an object, within the limits."""
    kind = type(obj)
    if kind in (tuple, frozenset, types.BuiltinFunctionType):
        return
    if kind in (list, set, dict):
        found.items -= len(obj)
        if found.items < 0 and not is_changed:
            found.uncopied[id(obj)] = obj
            return
    size = memory_in(obj)
    if size > 0:
        if size <= found.quick:
            found.quick -= size
        elif is_rebuilt and size <= SHARED and type(obj) is LIBRARIES.frame and copies_on_write():
            content = found.contents[id(obj)] = SharedTable(obj)
            for values in content.memory:
                # (only a write through the frame copies its elements)
                for memory in (values, KINDS.of(type(values)).owner(values)):
                    found.uncopied[id(memory)] = memory
                    found.roots.setdefault(id(memory), found.roots[id(obj)])
            return
        elif is_changed and size <= found.large:
            found.large -= size
        else:
            found.uncopied[id(obj)] = obj
            return
    try:
        content = content_of(obj)
    except Exception:
        # a class that hides its state, or a library of another version
        content = None
    if content is None:
        found.uncopied[id(obj)] = obj
    else:
        found.contents[id(obj)] = content
        if isinstance(content, Table) and size > QUICK:
            for values in content.memory:
                owner = KINDS.of(type(values)).owner(values)
                if getattr(owner, "nbytes", -1) == getattr(values, "nbytes", 0):
                    found.covered[id(owner)] = owner


def memory_in(obj: Any) -> int:
    """The bytes of an array, frame or series; 0 of other objects."""
    if isinstance(KINDS.of(type(obj)), Arrays):
        return obj.nbytes
    manager = getattr(obj, "_mgr", None) if type(obj) in LIBRARIES.data else None
    blocks = getattr(manager, "blocks", ())
    return sum(getattr(block.values, "nbytes", 0) for block in blocks)


def _parts(obj: Any, namespace: Namespace) -> Iterable[Any]:
    """The objects to which an object leads."""
    kind = type(obj)
    if kind is dict:
        return [*_held(obj.values()), *_held(obj)]
    if kind in (list, tuple, set, frozenset):
        return _held(obj)
    if kind is FUNCTION:
        held = [*(obj.__closure__ or ()), *(obj.__defaults__ or ())]
        held += (obj.__kwdefaults__ or {}).values()
        held += vars(obj).values()
        if obj.__globals__ is namespace:
            held += [namespace[name] for name in code_names(obj.__code__) if name in namespace]
        return held
    if kind is types.BuiltinFunctionType:
        # (of a function of a module, the module)
        return [obj.__self__]
    if kind is types.MethodType:
        return [obj.__self__, obj.__func__]
    if issubclass(kind, type):
        return list(vars(obj).values()) if is_notebook_class(obj, namespace) else ()
    if type(obj) in LIBRARIES.data and not isinstance(KINDS.of(kind), Arrays):
        return KINDS.of(kind).parts(obj, namespace) if memory_in(obj) <= QUICK else obj._mgr.axes
    found: list[Any] = list(KINDS.of(kind).parts(obj, namespace))
    found.append(KINDS.of(kind).owner(obj))
    found.extend((own_dict(obj) or {}).values())
    found.extend((slots_of(obj) or {}).values())
    if is_notebook_class(kind, namespace):
        found.append(kind)
    return found


def _held(items: Collection[Any]) -> Iterator[Any]:
    """The items that hold something."""
    if ATOMIC.issuperset(map(type, items)):
        return iter(())
    return (item for item in items if type(item) not in ATOMIC)


def names_in(source: str) -> tuple[set[str], set[str], set[str]] | None:
    """The names in a text, the names of visibly changed objects, and those among them whose own items
    and attributes change (`df["a"] = …`), and nothing deeper (`df.loc[0, "a"] = …`); None for no
    Python.
    """
    try:
        tree = ast.parse(_plain(source))
    except (SyntaxError, ValueError):
        return None
    names: set[str] = set()
    changed: set[str] = set()
    deeply: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Constant) and type(node.value) is str:
            # (it may be code)
            names.update(_WORD.findall(node.value))
        elif isinstance(node, (ast.Subscript, ast.Attribute)) and not isinstance(
            node.ctx, ast.Load
        ):
            changed |= _root(node)
            if not isinstance(node.value, ast.Name) or _is_slice(node):
                deeply |= _root(node)
        elif isinstance(node, ast.AugAssign):
            changed |= _root(node.target)
        elif isinstance(node, ast.Call):
            changed |= _changed_by(node)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            function = node.value.func
            if not (isinstance(function, ast.Name) and function.id in _QUIET):
                for argument in node.value.args:
                    changed |= _root(argument)
                    deeply |= _root(argument)
    return names, changed, changed - deeply


def _changed_by(node: ast.Call) -> set[str]:
    found = set()
    if isinstance(node.func, ast.Attribute):
        in_place = any(
            word.arg == "inplace" and getattr(word.value, "value", None) is True
            for word in node.keywords
        )
        if in_place or node.func.attr in _CHANGING:
            found |= _root(node.func.value)
    for word in node.keywords:
        if word.arg == "out":
            found |= _root(word.value)
    return found


def _is_slice(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, (ast.Slice, ast.Tuple))


def _root(node: ast.AST) -> set[str]:
    """The name at the beginning of `x.a[0].b`."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()


def _plain(source: str) -> str:
    """The text without lines of IPython's own."""
    return "\n".join(
        "pass" if line[:1] in ("%", "!") else line.replace("\t", "    ")
        for line in source.splitlines()
    )
