"""Registrations of the notebook with abstract classes (`Shape.register(Box)`). C code stores these;
this module takes and restores them.

Unsound: classes that a library registers while code of the notebook runs stay registered.
"""

from __future__ import annotations

import _abc
import abc
import weakref
from typing import TYPE_CHECKING

from .entry import ABSENT, Entry
from .table import ABSTRACT

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any, TypeAlias

    from ..objects.locations import Token
    from ..objects.tokens import Tokens

    Registrations: TypeAlias = dict[Token, Collection[weakref.ref[type]]]
    """The classes registered with each abstract class."""


class AbstractClasses:
    """The abstract classes with registrations by the notebook, by token. `first`: the classes
    registered before.
    """

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.classes: dict[Token, weakref.ref[Any]] = {}
        self.first: Registrations = {}
        self.entry = Entry(ABSTRACT, "_abc", self._read, self._put)

    def note(self, cls: Any) -> None:
        """The notebook is about to register a class with this one."""
        token = self.tokens.of(cls)
        if token not in self.classes and issubclass(type(cls), abc.ABCMeta):
            self.classes[token] = weakref.ref(cls)
            self.first[token] = _registered(cls)

    def _read(self, module: object) -> Registrations:
        found = {token: ref() for token, ref in self.classes.items()}
        return {token: _registered(cls) for token, cls in found.items() if cls is not None}

    def _put(self, module: Any, token: Token, value: Any) -> None:
        cls = self.classes[token]()
        if cls is not None:
            module._reset_registry(cls)
            for ref in self.first[token] if value is ABSENT else value:
                other = ref()
                if other is not None:
                    module._abc_register(cls, other)
            # (forgets answers given meanwhile)
            module._reset_caches(cls)


def _registered(cls: type) -> Collection[weakref.ref[type]]:
    """Weak references to the classes."""
    return frozenset(_abc._get_dump(cls)[0])
