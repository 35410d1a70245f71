"""What a run changes of modules, classes and containers that libraries hold (`plt.show = …`,
`nltk.data.path.append(…)`): what was there before is kept when somebody is about to change it, or
was compared before an unknown call.
"""

from __future__ import annotations

import builtins
import collections
import types
import weakref
from typing import TYPE_CHECKING

from ..objects.attributes import MISSING, own_dict, static
from ..objects.locations import ATOMIC, attribute_field
from ..objects.snapshots import PLAIN
from .entry import ABSENT, same

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import Any, TypeAlias

    from ..objects.locations import Field, Token
    from ..objects.snapshots import Snapshot
    from ..objects.tokens import Tokens

    PartKey: TypeAlias = str
    """The part of an object that is kept: the field of an attribute, its content, or all attributes."""

NESTED = 100
"""Containers within one another that are copied together."""
LONG = 2_000
"""Entries of a container that is copied."""
_CONTAINERS = {
    list: list,
    set: set,
    collections.deque: list,
    collections.OrderedDict: dict,
    dict: dict,
}
"""By the class of a container, in whose way its content is read and set: the class of a copy of
it.
"""
_PLAIN = frozenset({list, set, dict})
_OF_CLASSES = frozenset({types.FunctionType, classmethod, staticmethod, property})
"""The types of most attributes of classes. Nobody sets attributes of such objects."""
_CONTENT, _OBJECT = "content", "all attributes"
_ATTRIBUTE = attribute_field("")
_STATES = ("sequence", "mapping", "set")
_BUILTINS = vars(builtins)
"""Never put back as a whole: the names that only rewritten code has are in it."""


class KeptObjects:
    """Notes what is there, once in a run. `objects`: the objects by token. `seen`: those that
    classes of libraries hold, by identity, once looked up. `imported`: by token, containers of
    modules that notebook names stand for, which may be changed without another look-up. `written`:
    the tokens of all that has been changed, `made` (`Imports.made`): those of what modules of the
    user's have made.
    """

    def __init__(self, tokens: Tokens, written: set[Token], made: Mapping[Token, object]) -> None:
        self.tokens = tokens
        self.written = written
        self.made = made
        self.objects: dict[Token, Any] = {}
        self.noted: dict[tuple[Token, PartKey], Any] = {}
        self.seen: dict[int, weakref.ref[Any]] = {}
        self.imported: dict[Token, Any] = {}

    def begin(self) -> None:
        """A run begins, which may change by any way what modules of the user's have made."""
        self.noted = {}
        for token in self.made.keys() & self.objects.keys():
            self.note_content(self.objects[token])
        for held in self.imported.values():
            self.note_nested(held)

    def see(self, obj: object) -> None:
        """An object has been looked up that a class of a library has as an attribute
        (`widgets.Button.description`).
        """
        if (
            own_dict(obj) is not None
            and type(obj) not in _OF_CLASSES
            and not issubclass(type(obj), type)
        ):
            try:
                self.seen[id(obj)] = weakref.ref(obj)
            except TypeError:
                pass

    def is_known(self, obj: object) -> bool:
        """Whether all changes of an object were noted."""
        token = self.tokens.peek(obj)
        return token is None or token not in self.written or token in self.objects

    def is_of_class(self, obj: object) -> bool:
        """Whether the object was noted by `see`: a class of a library has it as an attribute."""
        ref = self.seen.get(id(obj))
        return ref is not None and ref() is obj

    def note_attribute(self, holder: object, name: str, old: tuple[object] | None = None) -> None:
        """An attribute of a module, class or object of a library is about to change; or was `old`
        (in a tuple) before it did.
        """
        if _attributes(holder) is not None or _slot(holder, name) is not None:
            self._note(
                holder, attribute_field(name), _attribute(holder, name) if old is None else old[0]
            )

    def note_content(self, container: Any, old: object = None) -> None:
        """The content of a container that a library holds may change; or was `old`. What is there
        now is no content to put back when somebody has changed it before it was first noted.
        """
        kind = _kind(container)
        if container is _BUILTINS or (old is None and not self.is_known(container)):
            return
        if kind is not None and kind.__len__(container) <= LONG:
            self._note(container, _CONTENT, _content(container) if old is None else old)

    def note_nested(self, container: object) -> None:
        """The content of a container that a module of the user's holds may change, and so may the
        containers in it.
        """
        for held in nested((container,)):
            self.note_content(held)

    def note_object(self, obj: object) -> None:
        """A method of an object of a library is about to change the object: keep all of its
        attributes.
        """
        own = own_dict(obj)
        if own is not None and id(obj) not in self.tokens.world:
            self._note(obj, _OBJECT, own.copy())

    def note_state(self, obj: object, before: Snapshot, fields: Iterable[Field]) -> None:
        """An object that a library keeps has changed in these fields. `before`: its earlier state
        (`kinds/comparing`).
        """
        kind = before[0]
        if kind in _STATES:
            self.note_content(obj, before[1])
        elif kind == "cell":
            self._note(obj, _CONTENT, ABSENT if before[1] is MISSING else before[1])
        elif kind is PLAIN or kind in ("attributes", "function"):
            for field in fields:
                name = field[2:]
                if field[:2] == "a:":
                    slots = (before[2] if kind == "attributes" else None) or {}
                    old = slots[name] if name in slots else before[1].get(name, ABSENT)
                    self.note_attribute(obj, name, (ABSENT if old is MISSING else old,))

    def _note(self, obj: object, key: PartKey, value: object) -> None:
        token = self.tokens.of(obj)
        self.objects[token] = obj
        self.noted.setdefault((token, key), value)

    def covers(self, token: Token, fields: Iterable[Field]) -> bool:
        """Whether all that was written of an object has been noted."""
        if token not in self.objects:
            return False
        if (token, _CONTENT) in self.noted or (token, _OBJECT) in self.noted:
            return True
        return all(
            field[:2] in ("a:", "s:") and (token, attribute_field(field[2:])) in self.noted
            for field in fields
        )

    def finish(self) -> dict[tuple[Token, PartKey], tuple[object, object]]:
        """What has changed: values before and after, by token and key."""
        now = {key: self.now(*key) for key in self.noted}
        return {
            key: (self.noted[key], value)
            for key, value in now.items()
            if not _alike(self.noted[key], value)
        }

    def now(self, token: Token, key: PartKey) -> object:
        """What is there."""
        obj = self.objects[token]
        if key is _OBJECT:
            return (own_dict(obj) or {}).copy()
        return _content(obj) if key is _CONTENT else _attribute(obj, key[2:])

    def is_of(self, token: Token, key: Any) -> bool:
        """Whether it is of an object that has been noted; settings of the same name have other
        keys.
        """
        return token in self.objects and (
            key is _CONTENT or key is _OBJECT or (type(key) is str and key[:2] == _ATTRIBUTE)
        )

    def forget(self, tokens: Collection[Token]) -> None:
        """Nobody comes by these objects any more: their modules have been loaded again."""
        for token in tokens & self.objects.keys():
            del self.objects[token]
            self.imported.pop(token, None)
        self.noted = {key: value for key, value in self.noted.items() if key[0] not in tokens}

    def place(self, wanted: Mapping[tuple[Token, PartKey], object]) -> bool:
        """Put back wanted values of noted objects. Gives whether any of them differed."""
        has_put = False
        for (token, key), value in wanted.items():
            if self.is_of(token, key) and not _alike(self.now(token, key), value):
                has_put = True
                try:
                    self._put(self.objects[token], key, value)
                except (AttributeError, TypeError):
                    # a class of C code
                    continue
        return has_put

    def _put(self, obj: Any, key: PartKey, value: Any) -> None:
        if type(obj) is types.CellType and value is not ABSENT:
            obj.cell_contents = value
        elif key is _OBJECT:
            own: Any = own_dict(obj)
            own.clear()
            own.update(value)
        elif key is _CONTENT:
            kind = _kind(obj)
            kind.clear(obj)
            (kind.extend if type(value) is list else kind.update)(obj, value)
        else:
            _put_attribute(obj, key[2:], value)


def nested(containers: Sequence[Any]) -> list[Any]:
    """Containers, and those in them; of many, some, and of long ones none."""
    pending, seen = [*reversed(containers)], {}
    while pending and len(seen) < NESTED:
        held = pending.pop()
        if id(held) in seen or (type(held) in _PLAIN and len(held) > LONG):
            continue
        seen[id(held)] = held
        if type(held) in _PLAIN:
            pending += [
                part
                for part in list(held.values() if type(held) is dict else held)
                if type(part) in _PLAIN
            ]
    return list(seen.values())


def changed_as(content: Any, before: Any, after: Any) -> Any:
    """A content, changed as one was that was `before` and is now `after`: by keys of a dictionary,
    and places of a list that did not become shorter.
    """
    if _alike(content, before) or not type(content) is type(before) is type(after):
        return after
    if type(after) is set:
        return (content - (before - after)) | (after - before)
    if type(after) is dict:
        kept = {key: value for key, value in content.items() if key not in before or key in after}
        kept.update(
            (key, value)
            for key, value in after.items()
            if key not in before or not _is(before[key], value)
        )
        return kept
    if type(after) is not list or len(after) < len(before):
        return after
    stays = [_is(old, new) for old, new in zip(before, after)]
    kept = [
        value if at >= len(stays) or stays[at] else after[at] for at, value in enumerate(content)
    ]
    return kept + after[len(before) :]


def _put_attribute(obj: Any, name: str, value: object) -> None:
    slot = _slot(obj, name)
    if issubclass(type(obj), type):
        type.__delattr__(obj, name) if value is ABSENT else type.__setattr__(obj, name, value)
    elif slot is not None:
        slot.__delete__(obj) if value is ABSENT else slot.__set__(obj, value)
    elif (own := own_dict(obj)) is not None:
        own.pop(name, None) if value is ABSENT else own.__setitem__(name, value)


def _attributes(obj: object) -> Mapping[str, Any] | None:
    return vars(obj) if issubclass(type(obj), type) else own_dict(obj)


def _slot(obj: object, name: str) -> Any:
    slot = static(type(obj), name)
    return slot if type(slot) is types.MemberDescriptorType else None


def _attribute(obj: object, name: str) -> Any:
    slot = _slot(obj, name)
    if slot is None:
        return (_attributes(obj) or {}).get(name, ABSENT)
    try:
        return slot.__get__(obj)
    except AttributeError:
        return ABSENT


def _kind(obj: object) -> Any:
    """The class of Python's containers that an object belongs to; None when it is no container."""
    return next((kind for kind in _CONTAINERS if issubclass(type(obj), kind)), None)


def _content(obj: Any) -> Any:
    if type(obj) is types.CellType:
        try:
            return obj.cell_contents
        except ValueError:
            return ABSENT
    kind = _kind(obj)
    copy = _CONTAINERS[kind]
    return copy(kind.items(obj)) if copy is dict else copy(kind.__iter__(obj))


def _alike(a: Any, b: Any) -> bool:
    """Whether a value, or the content of a container, is what it was; without asking any code of
    somebody's.
    """
    if a is b:
        return True
    if type(a) is not type(b) or type(a) not in (list, dict, set, *ATOMIC):
        return False
    if type(a) in ATOMIC or type(a) is set:
        return same(a, b)
    if len(a) != len(b):
        return False
    pairs = zip(a, b) if type(a) is list else zip((*a, *a.values()), (*b, *b.values()))
    return all(_is(x, y) for x, y in pairs)


def _is(x: object, y: object) -> bool:
    return x is y or (type(x) in ATOMIC and same(x, y))
