"""A kind: the answers about the objects of one family.

One stateless object answers for all instances of the classes of its family. The answers record
nothing, and run no code of the notebook's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..objects.attributes import own_dict, slots_of
from ..objects.classes import is_notebook_class
from ..objects.hidden import HIDDEN
from ..objects.iterators import is_iterator, referents
from ..objects.kept_in_c import KEPT_IN_C
from ..objects.locations import STRUCTURE, WHOLE, attribute_field
from ..objects.snapshots import attribute_key, mapping_changes

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import Any

    from ..objects.locations import Field, Namespace
    from ..objects.snapshots import Snapshot
    from ..values.digest import Feed
    from ..values.kept_copies import Copier

WALK_LIMIT = 600_000
"""Objects visited in one walk; beyond it every object that anyone has written counts as reached
(sound, imprecise).
"""


class Uncopied(Exception):
    """A copy of the value would not be equal to it in every respect."""


class Inexact(Exception):
    """No digest covers all of the value."""


class Kind:
    """The answers for ordinary objects, which keep attributes and nothing else. A family overrides
    the answers that differ.
    """

    hands_out = False
    """Whether the attributes in HANDED_OUT are made when they are first looked up, or do not show
    whose they are.
    """

    has_content = False
    """Whether `digest` feeds a content of C, beside which objects may have attributes."""

    def owner(self, obj: Any) -> Any:
        """The alias root: the object whose storage `obj` shows."""
        return obj

    def shows_lent_memory(self, obj: Any) -> bool:
        """Whether an object may show memory of an array that its library was given (`Shares`), and
        cannot tell of which.
        """
        return False

    def item_fields(self, obj: Any, key: Any) -> tuple[list[Field], bool]:
        """The fields that `obj[key]` touches, and whether `obj` has no such key yet: a store would
        change the structure.
        """
        return [WHOLE], False

    def attribute_fields(self, obj: Any, name: str, store: bool = False) -> list[Field]:
        """The fields that `obj.name` touches."""
        # (memory of C, which several attributes may show)
        kept = KEPT_IN_C.group(type(obj)) is not None
        return [WHOLE] if kept else [attribute_field(name)]

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        """The objects that `obj` refers to, as far as these can matter for its value."""
        return referred(obj)

    def holds_content(self, obj: Any, namespace: Namespace) -> bool:
        """Whether people change objects like `obj` in place: such an object gets a token before its
        first write.
        """
        kind = type(obj)
        return is_iterator(kind) or is_notebook_class(kind, namespace) or own_dict(obj) is not None

    def snapshot(self, obj: Any, namespace: Namespace) -> Snapshot | None:
        """The state of the object itself, without the objects that it refers to; None when nothing
        can read the state.
        """
        own = own_dict(obj)
        slots = slots_of(obj)
        hidden = HIDDEN.state(obj)
        if own is not None or slots or hidden is not None:
            return ("attributes", dict(own or {}), slots, hidden)
        return None

    def changes(
        self, obj: Any, before: Snapshot, after: Snapshot, keyed: Callable[[Any], Field]
    ) -> list[Field]:
        """The fields in which two snapshots of the same form differ. `keyed`: the field of a
        dictionary's item.
        """
        fields = mapping_changes(before[1], after[1], attribute_key)
        if before[2]:
            fields += mapping_changes(before[2], after[2] or {}, attribute_field)
        if before[3] != after[3]:
            fields.append(WHOLE)
        return [field for field in fields if field != STRUCTURE]

    def copy(self, obj: Any, copier: Copier) -> Any:
        """A copy, with copies of all that can be changed in it. Raises Uncopied."""
        raise Uncopied(type(obj).__qualname__)

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        """Feed a digest with the content. Raises Inexact where an exact digest misses a part."""
        feed.ordinary(obj, depth)

    def attributes_beside(self, obj: Any, own: dict[str, Any]) -> dict[str, Any]:
        """Return the attributes and slots that count beside the content of an object."""
        return own


class Fixed(Kind):
    """Objects that nobody changes in place, or for whose content another object stands."""

    def holds_content(self, obj: Any, namespace: Namespace) -> bool:
        return False


class ComparedAsWhole(Kind):
    """Objects whose snapshots differ as a whole."""

    def changes(
        self, obj: Any, before: Snapshot, after: Snapshot, keyed: Callable[[Any], Field]
    ) -> list[Field]:
        return [WHOLE] if before != after else []


class Family:
    """The classes for which kinds answer. `exact`: classes without their subclasses; `bases`: with
    these. `named`: bases of libraries, by module and name. `modules`: all other classes of a module
    or package, by name. `metaclasses`: all other classes of a metaclass of this module.
    """

    def __init__(
        self,
        exact: Mapping[type, Kind] | None = None,
        bases: Mapping[type, Kind] | None = None,
        named: Mapping[tuple[str, str], Kind] | None = None,
        modules: Mapping[str, Kind] | None = None,
        metaclasses: Mapping[str, Kind] | None = None,
    ) -> None:
        self.exact = exact or {}
        self.bases = bases or {}
        self.named = named or {}
        self.modules = modules or {}
        self.metaclasses = metaclasses or {}


def referred(obj: object) -> Collection[Any]:
    """The objects to which an object refers, as the collector tells; in place of its attribute
    dictionary, the values in it.
    """
    found = referents(obj)
    if any(type(part) is dict for part in found):
        own = own_dict(obj)
        if own is not None:
            # without the dictionary: a token would keep it, and cycles through it, alive
            found = [part for part in found if part is not own]
            found.extend(own.values())
    return found
