"""What a run changes of modules, classes and containers that libraries hold (`plt.show = …`,
`nltk.data.path.append(…)`): what was there before is kept when somebody is about to change it, or
was compared before an unknown call.
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
    """The part of an object that is kept: the field of an attribute, its content, or all attributes."""

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
        if attributes_of(holder) is not None or slot_of(holder, name) is not None:
            self._note(
                holder, attribute_field(name), attribute_of(holder, name) if old is None else old[0]
            )

    def note_content(self, container: Any, old: object = None) -> None:
        """The content of a container that a library holds may change; or was `old`. What is there
        now is no content to put back when somebody has changed it before it was first noted.
        """
        kind = container_kind(container)
        if container is _BUILTINS or (old is None and not self.is_known(container)):
            return
        if kind is not None and kind.__len__(container) <= LONG:
            self._note(container, _CONTENT, copied_content(container) if old is None else old)

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
            if not is_alike(self.noted[key], value)
        }

    def now(self, token: Token, key: PartKey) -> object:
        """What is there."""
        obj = self.objects[token]
        if key is _OBJECT:
            return (own_dict(obj) or {}).copy()
        return copied_content(obj) if key is _CONTENT else attribute_of(obj, key[2:])

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
