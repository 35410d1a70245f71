"""A walk through one object that is no plain container: the objects behind it, and the reads."""

from __future__ import annotations

import gc
import types
import weakref
from typing import TYPE_CHECKING

from ..kinds.groups import is_frame_group, parts_of_groups, selected_fields
from ..kinds.kernel import EVENT_LOOPS
from ..kinds.kind import referred
from ..kinds.owners import alias_root, is_bare
from ..kinds.registry import kind_of
from ..kinds.tables import labels_of
from ..objects.attributes import home
from ..objects.callables import FUNCTION, code_names
from ..objects.classes import is_notebook_class
from ..objects.iterators import SUSPENDABLE, referents
from ..objects.locations import WHOLE
from ..record.signals import is_signalled
from ..record.sizes import size_field
from ..world.paths import is_of_agent
from .many_objects import located
from .used_names import UsedNames

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from ..objects.locations import Token
    from .many_objects import ObjectsById

_KEYS = type({}.keys())


class Visits(UsedNames):
    """The part of `Reach` that follows one object. `visited`: the number of followed objects.
    `lent`: by token, the cell that lent the memory to a library; `lenders`: the cells whose lent
    memory counts, None for all.
    """

    visited: int
    lent: dict[Token, Any]
    lenders: frozenset[Any] | None

    if TYPE_CHECKING:

        def read_labels(self, obj: Any) -> None: ...

    def visit(self, obj: Any, follow_globals: bool, found: ObjectsById, pending: list[Any]) -> None:
        """Follow one object that is not a plain container."""
        namespace = self.recorder.namespace
        self.visited += 1
        kind = type(obj)
        if is_bare(kind):
            pending += located(referred(obj))
            return
        if kind is FUNCTION:
            if is_of_agent(obj):
                # on the stack of a suspended generator
                del found[id(obj)]
                return
            if not follow_globals and holds_nothing(obj):
                return
        elif home(kind) in EVENT_LOOPS:
            # (all waiting objects refer to it)
            del found[id(obj)]
            return
        else:
            owner = alias_root(obj)
            if owner is not obj:
                pending.append(owner)
        selected = selected_fields(obj) if is_frame_group(obj) else None
        if selected is not None:
            # of the frame behind the object, only the selected columns
            obj_read, fields = selected
            token = self.recorder.tokens.of(obj_read)
            for field in fields:
                self.recorder.read(token, field)
            self.read_labels(obj.obj)
            pending += located(parts_of_groups(obj))
            return
        if issubclass(type(obj), weakref.ref):
            self.recorder.read("weakref", WHOLE)
            referent = weakref.ref.__call__(obj)
            ours = home(type(referent)) in self.recorder.imports.local
            if ours or (follow_globals and is_notebook_class(type(referent), namespace)):
                pending.append(referent)
            referent = None
        if self.lent and kind_of(obj).shows_lent_memory(obj):
            for token, cell in self.lent.items():
                if self.lenders is None or cell in self.lenders:
                    self.recorder.read(token, WHOLE)
        if kind is _KEYS:
            # a view of the keys shows nothing of the values
            mapping = gc.get_referents(obj)[0]
            self.recorder.read(self.recorder.tokens.of(mapping), size_field(self.recorder, mapping))
            pending += located(mapping)
            return
        if kind is FUNCTION:
            if obj.__globals__ is not namespace:
                if _leads_nowhere(obj):
                    return
            elif follow_globals:
                pending += located(self.values_read(code_names(obj.__code__)))
        elif follow_globals and kind in SUSPENDABLE:
            pending += located(self.names_of_suspended(obj))
        attrs = labels_of(obj)
        if attrs is not None and not attrs and self.recorder.tokens.peek(attrs) is not None:
            # emptied
            pending.append(attrs)
        pending += located(self._parts(obj))

    def _parts(self, obj: Any) -> Collection[Any]:
        try:
            return kind_of(obj).parts(obj, self.recorder.namespace)
        except Exception as fault:
            if is_signalled(fault):
                raise
            return referents(obj)


def holds_nothing(function: types.FunctionType) -> bool:
    """Whether a function refers to nothing but its code and its globals."""
    return _leads_nowhere(function) and not function.__dict__


def _leads_nowhere(function: types.FunctionType) -> bool:
    """Whether a function refers to nothing but its code, its globals and its attributes."""
    return (
        function.__closure__ is None
        and function.__defaults__ is None
        and function.__kwdefaults__ is None
    )
