"""The undo log for modules, classes and containers that libraries hold (`plt.show = …`,
`nltk.data.path.append(…)`): stores their states before a change, or takes these from the comparison
before an unknown call.
"""

from __future__ import annotations

import builtins
import types
import weakref
from typing import TYPE_CHECKING

from ..objects.attributes import MISSING, own_dict
from ..objects.locations import attribute_field
from ..objects.snapshots import PLAIN
from .entry import ABSENT
from .object_parts import (
    LONG,
    attribute_of,
    attributes_of,
    container_kind,
    copied_content,
    is_alike,
    nested,
    put_attribute,
    slot_of,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from typing import Any, TypeAlias

    from ..objects.locations import Field, Token
    from ..objects.snapshots import Snapshot
    from ..objects.tokens import Tokens

    PartKey: TypeAlias = str
    """The stored part of an object: the field of an attribute, its content, or all attributes."""

_OF_CLASSES = frozenset({types.FunctionType, classmethod, staticmethod, property})
"""The types of most attributes of classes. Nobody sets attributes of such objects."""
_CONTENT, _OBJECT = "content", "all attributes"
_ATTRIBUTE = attribute_field("")
_STATES = ("sequence", "mapping", "set")
_BUILTINS = vars(builtins)
"""Never restored as a whole: it has the names for rewritten code."""


class KeptObjects:
    """Stores the state of each object once in a run.

    `objects`: the objects by token. `seen`: looked-up attributes of library classes, by identity.
    `imported`: by token, containers of modules bound to notebook names, which may change without
    another look-up. `written`: the tokens of all changed objects. `made` (`Imports.made`): the
    tokens of objects made by the user's modules.
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
        """Begin a run, which may change the objects in `made` by any way."""
        self.noted = {}
        for token in self.made.keys() & self.objects.keys():
            self.note_content(self.objects[token])
        for held in self.imported.values():
            self.note_nested(held)

    def see(self, obj: object) -> None:
        """Note a looked-up object that is an attribute of a library's class
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
        """Whether `see` has noted the object: it is an attribute of a library's class."""
        ref = self.seen.get(id(obj))
        return ref is not None and ref() is obj

    def note_attribute(self, holder: object, name: str, old: tuple[object] | None = None) -> None:
        """Store an attribute of a library's module, class or object that is about to change. `old`:
        its former value, in a tuple, if it has changed already.
        """
        if attributes_of(holder) is not None or slot_of(holder, name) is not None:
            self._note(
                holder, attribute_field(name), attribute_of(holder, name) if old is None else old[0]
            )

    def note_content(self, container: Any, old: object = None) -> None:
        """Store the content of a library's container that is about to change. `old`: its former
        content, if it has changed already. A container changed before its first note has no content
        to restore.
        """
        kind = container_kind(container)
        if container is _BUILTINS or (old is None and not self.is_known(container)):
            return
        if kind is not None and kind.__len__(container) <= LONG:
            self._note(container, _CONTENT, copied_content(container) if old is None else old)

    def note_nested(self, container: object) -> None:
        """Store the content of a container in a user's module, and of the containers inside it,
        before a change.
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
        """Store the earlier state (`before`, of `kinds/comparing`) of a library's object with
        changes in these fields.
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
        """Whether all written fields of an object have been stored."""
        if token not in self.objects:
            return False
        if (token, _CONTENT) in self.noted or (token, _OBJECT) in self.noted:
            return True
        return all(
            field[:2] in ("a:", "s:") and (token, attribute_field(field[2:])) in self.noted
            for field in fields
        )

    def finish(self) -> dict[tuple[Token, PartKey], tuple[object, object]]:
        """The changes: values before and after, by token and key."""
        now = {key: self.now(*key) for key in self.noted}
        return {
            key: (self.noted[key], value)
            for key, value in now.items()
            if not is_alike(self.noted[key], value)
        }

    def now(self, token: Token, key: PartKey) -> object:
        """The present value."""
        obj = self.objects[token]
        if key is _OBJECT:
            return (own_dict(obj) or {}).copy()
        return copied_content(obj) if key is _CONTENT else attribute_of(obj, key[2:])

    def is_of(self, token: Token, key: Any) -> bool:
        """Whether the key belongs to a stored object. Settings of the same name have other keys."""
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
            if self.is_of(token, key) and not is_alike(self.now(token, key), value):
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
            kind = container_kind(obj)
            kind.clear(obj)
            (kind.extend if type(value) is list else kind.update)(obj, value)
        else:
            put_attribute(obj, key[2:], value)
