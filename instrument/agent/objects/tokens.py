"""Object identity: which object a token stands for. A token is never reused while its object lives.

Unsound, of the run itself: `sys.getrefcount` of an object without weak references (a list, a
dictionary) may be higher by one or two, and `sys.getsizeof` of a generator includes the probes.
"""

from __future__ import annotations

import functools
import sys
import weakref
from typing import TYPE_CHECKING

from .attributes import given_dict
from .cpython import taken
from .locations import is_of_object

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from typing import Any

    from .locations import Namespace, Token

FEW = 4
"""Containers that get tokens in a statement before the agent looks for dropped ones among them."""


class Entry:
    """A token and what keeps it true: a weak reference where the type allows one, else a strong one
    (see `sweep`).
    """

    __slots__ = ("token", "ref", "strong", "alias", "__weakref__")

    def __init__(
        self, token: Token, ref: weakref.ref[Any] | None, strong: object, alias: str | None
    ) -> None:
        self.token = token
        self.ref = ref
        self.strong = strong
        self.alias = alias

    def object(self) -> Any:
        """The object; None when it has died."""
        return self.strong if self.ref is None else self.ref()


class Tokens:
    """Identity of objects. `alias` entries are dictionaries that stand for another object
    (`vars(o)`). `alike`: tokens of objects that are some of many of their type; `died`: how many
    others have died. `made`: the ids of what the statement has given a token and only a strong
    reference can follow; `due`: there are so many that some have probably been dropped.
    `seen_weakly`: the ids of objects whose death is told by `let_go`. `opened`: classes of which
    somebody has had the attribute dictionary of an instance.
    """

    SWEEP_LIMIT = 4000

    def __init__(
        self,
        namespace: Namespace,
        token_for: Callable[[object], Token | None],
        on_new: Callable[[object, Entry], object],
        on_open: Callable[[], object],
    ) -> None:
        self.namespace = namespace
        self.token_for = token_for
        self.on_new = on_new
        self.on_open = on_open
        # objects die whenever a collection begins. So loops use `copy().items()` or
        # `list(values())`, because `list(items())` makes tuples
        self.by_id: dict[int, Entry] = {}
        self.strong: dict[int, Entry] = {}
        self.next = self.first = 1
        self.world: dict[int, tuple[object, Token]] = {}
        self.made: list[int] = []
        self.due = False
        self._limit = FEW
        self._cursor = 0
        self.died = 0
        self.alike: set[Token] = set()
        self.seen_weakly: set[int] = set()
        self.let_go = False
        self.opened: set[type] = set()

    def fresh(self) -> Token:
        token = "o%d" % self.next
        self.next += 1
        return token

    def name_world(self, obj: object, name: Token) -> None:
        """Make `obj` stand for the world object `name` for good."""
        self.world[id(obj)] = (obj, name)

    def peek(self, obj: object) -> Token | None:
        """The token of `obj`; None without one."""
        world = self.world.get(id(obj))
        if world is not None:
            return world[1]
        entry = self.by_id.get(id(obj))
        return None if entry is None else entry.token

    def named(self, names: Mapping[str, Any], tokens: Collection[Token]) -> list[tuple[str, Token]]:
        """Pairs of a name and a token: each name whose value has one of the `tokens`."""
        # most of a notebook's names have a token: no call of a function for each of them
        keys = list(map(id, names.values()))
        found = {
            name: entry.token
            for name, entry in zip(names, map(self.by_id.get, keys))
            if entry is not None and entry.token in tokens
        }
        world = self.world.keys() & keys
        if not world:
            return list(found.items())
        for name, key in zip(names, keys):
            if key in world:
                found[name] = self.world[key][1]
        return [(name, found[name]) for name in names if found.get(name) in tokens]

    def of(self, obj: object) -> Token:
        """The token of `obj`, made when there is none yet."""
        world = self.world.get(id(obj))
        if world is not None:
            return world[1]
        entry = self.by_id.get(id(obj))
        if entry is None:
            entry = self._add(obj, self.token_for(obj) or self.fresh(), None)
        return entry.token

    def is_alias(self, obj: object) -> bool:
        entry = self.by_id.get(id(obj))
        return entry is not None and entry.alias is not None

    def make_alias(self, dictionary: dict[Any, Any], owner: object) -> None:
        """`vars(owner)`: items of the dictionary are attributes of the owner."""
        self._open(owner)
        entry = self.by_id.get(id(dictionary))
        if entry is None or entry.alias is None:
            self._add(dictionary, self.of(owner), "dict")

    def share_attributes(self, obj: object, dictionary: dict[Any, Any]) -> Token:
        """`obj.__dict__ = dictionary`: the object's attributes are the dictionary's items, and
        those of all that share it.
        """
        self._open(obj)
        token = self.of(dictionary)
        if id(dictionary) in self.world or id(obj) in self.world:
            return token
        if not self.is_alias(dictionary):
            self._add(dictionary, token, "dict")
        self.of(obj)
        self.by_id[id(obj)].token = token
        return token

    def _open(self, owner: object) -> None:
        """Note that attributes of instances of this class may be stored as items of a dictionary."""
        if type(owner) not in self.opened:
            self.opened.add(type(owner))
            self.on_open()

    def stand_in(self, obj: object, token: Token) -> None:
        """Make `token` stand for `obj`, which has a token already."""
        self.by_id[id(obj)].token = token

    def _add(self, obj: object, token: Token, alias: str | None) -> Entry:
        key = id(obj)
        if (
            alias is None
            and issubclass(type(obj), dict)
            and type(obj) is not dict
            and given_dict(obj) is obj
        ):
            alias = "dict"
        entry = Entry(token, None, None, alias)
        try:
            self.hold_weakly(entry, obj)
        except TypeError:
            entry.strong = obj
            self.strong[key] = entry
            self.made.append(key)
            self.due = len(self.made) > self._limit
        self.by_id[key] = entry
        self.on_new(obj, entry)
        return entry

    def hold_weakly(self, entry: Entry, obj: object) -> None:
        """The entry lives as long as its object. Raises TypeError where the type has no weak
        references.
        """
        entry.ref = weakref.ref(obj, functools.partial(self._forget, id(obj)))

    def is_own(self, obj: object, ref: weakref.ref[Any]) -> bool:
        """Whether a weak reference to an object is the one that its token has."""
        entry = self.by_id.get(id(obj))
        return entry is not None and entry.ref is ref

    def watch_death(self, obj: object) -> None:
        """From now on, `let_go` says when an object that can be referred to weakly has died."""
        self.of(obj)
        self.seen_weakly.add(id(obj))

    def forget_death(self, obj: object) -> None:
        """`let_go` is not to say when this object has died, which a dictionary and the caller hold,
        and nobody else.
        """
        if sys.getrefcount(obj) <= _GOING:
            self.seen_weakly.discard(id(obj))

    def _forget(self, key: int, ref: weakref.ref[Any]) -> None:
        entry = self.by_id.get(key)
        if entry is not None and entry.ref is ref:
            del self.by_id[key]
            if key in self.seen_weakly:
                self.seen_weakly.remove(key)
                self.let_go = True
            self._died(entry.token)

    def _died(self, token: Token) -> None:
        if token in self.alike:
            self.alike.remove(token)
        else:
            self.died += 1

    def passing(self, tokens: Iterable[Token]) -> set[Token]:
        """Those of `tokens` that were made in the statement, and whose objects have died."""
        alive = {entry.token for entry in list(self.by_id.values())}
        return {
            token
            for token in tokens
            if is_of_object(token) and int(token[1:]) >= self.first and token not in alive
        }

    def tell_deaths(self) -> bool:
        """Whether objects have died since the last question that weak references see."""
        died, self.let_go = self.let_go, False
        return died

    def begin(self) -> None:
        """A statement begins."""
        self.first = self.next
        self.alike.clear()
        self.made, self.due, self._limit = [], False, FEW

    def dropped(self, held: Mapping[int, int]) -> set[int]:
        """The ids of what the statement has made, and only this record still refers to: `held`
        times elsewhere, by id.
        """
        entries = [(key, self.strong[key]) for key in self.made if key in self.strong]
        return {
            key
            for key, entry in entries
            if sys.getrefcount(entry.strong) <= _OURS + held.get(key, 0)
        }

    def release(self) -> None:
        """Let go of what the statement has made, and only we still refer to: it would have died by
        now without us.
        """
        self._drop(self.made)
        self.made = [key for key in self.made if key in self.strong]
        # each is visited a few times only, however many stay
        self.due, self._limit = False, 2 * len(self.made) + FEW

    def sweep(self) -> None:
        """Let go of objects that only we still refer to, at the end of a statement.

        Imprecise: beyond 4000 objects without weak references, some die a few statements later than
        without Sluice; lists in reference cycles live until the kernel restarts.
        """
        strong = self.strong
        if not strong:
            return
        keys = list(strong)
        if len(keys) > self.SWEEP_LIMIT:
            start = self._cursor % len(keys)
            self._cursor = start + self.SWEEP_LIMIT
            recent = keys[-max(len(self.made), 1000) :]
            keys = keys[start : start + self.SWEEP_LIMIT] + recent
        self._drop(keys)

    def _drop(self, keys: Sequence[int]) -> None:
        strong = self.strong
        getrefcount = sys.getrefcount
        dropped = True
        while dropped:
            dropped = False
            for key in reversed(keys):
                entry = strong.get(key)
                if entry is not None and getrefcount(entry.strong) <= _OURS:
                    del strong[key]
                    self.by_id.pop(key, None)
                    entry.strong = None
                    self._died(entry.token)
                    dropped = True


_OURS = taken(1)
"""References to an object that only an Entry holds."""
_GOING = taken(3)
"""Those to an object that a dictionary, the caller and a parameter hold."""
