"""The subclasses of a class, as listed by `Base.__subclasses__()`.

A class made by a cell lives on when the cell runs again: until the garbage collector finds it, or
as long as an instance lives. A run from the top would not find the class. So for a run that is to
find the world of the cells above, the list contains the classes of these cells' last runs, in the
order of the cells. The classes themselves stay as they are.

Unsound: lists of subclasses that compiled code makes, or code of libraries loaded before the
notebook began, also have classes of earlier runs, and their readers do not become stale with a new
class. Unsound: a class that a library made before
anybody listed the subclasses of its base, and that has no name, stays in the list while the class
lives.
"""

from __future__ import annotations

import itertools
import weakref
from typing import TYPE_CHECKING, NamedTuple

from ..objects.attributes import home
from ..objects.classes import is_notebook_class
from ..objects.locations import GLOBALS, STRUCTURE, WHOLE, attribute_field, presence_field
from ..observer import Observer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from ..objects.locations import Token
    from ..record.recorder import Recorder
    from ..record.statement import Statement

_WHICH = "subclasses of "
_ORDER = "order of subclasses of "
"""Prefixes of the world locations for the subclasses of a class, and for their order. A field
consists of a cell and the name of a subclass.
"""

_OURS = frozenset({"__main__", "types"})
"""Modules of classes made by the notebook. The second is the module of `make_dataclass` before
Python 3.12.
"""


class Made(NamedTuple):
    """The origin of a class: the run of a cell, and the position among all classes. `number` None:
    another class has taken its position.
    """

    cls: weakref.ref[type]
    cell: str | None
    number: int | None
    place: int


class Subclasses(Observer):
    """Knows the subclasses, by identity of a class (a token would make its attributes locations).

    `made`: origins. `bases`: classes whose subclasses have been listed. `foreign`: subclasses of
    unknown origin. `last`: the number of each cell's last run. `run`: the cell and number of the
    run in flight. `above`: the positions of the cells whose world the run is to find; None: the
    present world. `due`: bases of classes made by the statement in flight.
    """

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.made: dict[int, Made] = {}
        self.bases: dict[int, weakref.ref[type]] = {}
        self.foreign: dict[int, weakref.ref[type]] = {}
        self.last: dict[str | None, int] = {}
        self.run: tuple[str | None, int] = (None, 0)
        self.above: dict[str | None, int] | None = None
        self.due: list[type] = []
        self.count = itertools.count()

    def begin_run(self, cell: str | None, number: int, above: Sequence[str] | None) -> None:
        """A run of a cell begins."""
        self.run = (cell, number)
        self.last[cell] = number
        self.above = None if above is None else {each: place for place, each in enumerate(above)}
        self.made = {key: made for key, made in self.made.items() if made.cls() is not None}
        self.bases = _alive(self.bases)
        self.foreign = _alive(self.foreign)

    # -- statements
    # ---------------------------------------------------------------------------------------------

    def subclassed(self, base: Any) -> None:
        """A class of the notebook's is about to be made from this one."""
        if issubclass(type(base), type) and base is not object:
            self._take_foreign(base)
            self.due.append(base)

    def report(self, statement: Statement, state: None) -> None:
        """Note the classes made by the statement, also by its library code."""
        due, self.due = self.due, []
        listed = [ref() for ref in self.bases.values()] if statement.foreign else []
        for base in (*due, *listed):
            for cls in () if base is None else self._unknown(base):
                self._take(cls)

    def bound(self, value: Any) -> None:
        """A name is bound to this."""
        if issubclass(type(value), type) and home(value) in _OURS and self._how(value) is None:
            self._take(value)

    def _take(self, cls: type) -> None:
        """Record a class made by this run."""
        cell, number = self.run
        self.made[id(cls)] = Made(weakref.ref(cls), cell, number, next(self.count))
        # (classes of different cells may have the same name; without cells, the last class counts)
        field = attribute_field(
            cls.__name__ if self.above is None else "%s %s" % (cell, cls.__name__)
        )
        for base in cls.__bases__:
            if base is not object:
                name = _name_of(base)
                self.recorder.write(_WHICH + name, field)
                self.recorder.write(_ORDER + name, presence_field(field))

    def listed(self, base: Any) -> list[type]:
        """The subclasses of a class, for a statement that lists them."""
        recorder = self.recorder
        recorder.read(_WHICH + _name_of(base), WHOLE)
        recorder.read(_ORDER + _name_of(base), STRUCTURE)
        self._take_foreign(base)
        self.bases[id(base)] = weakref.ref(base)
        found = type.__subclasses__(base)
        if self.above is not None:
            found = self._as_above(found, self.above)
        for cls in found:
            self._need(cls)
        return found

    def _how(self, cls: type) -> Made | None:
        made = self.made.get(id(cls))
        return made if made is not None and made.cls() is cls else None

    def _unknown(self, base: Any) -> list[type]:
        """The subclasses of a class whose making nobody has seen."""
        return [
            cls
            for cls in type.__subclasses__(base)
            if home(cls) in _OURS and self._how(cls) is None and not _is_in(cls, self.foreign)
        ]

    def _take_foreign(self, base: Any) -> None:
        if not any(base is each for each in self.due) and not _is_in(base, self.bases):
            self.foreign.update((id(cls), weakref.ref(cls)) for cls in self._unknown(base))

    def _as_above(self, classes: Iterable[type], above: dict[str | None, int]) -> list[type]:
        """The classes among these that a run from the top would find, in its order."""
        placed = []
        for cls in classes:
            made = self._how(cls)
            if made is None:
                placed.append(((-1, 0), cls))
            elif (made.cell, made.number) == self.run:
                placed.append(((len(above), made.place), cls))
            elif made.cell in above and made.number == self.last[made.cell]:
                placed.append(((above[made.cell], made.place), cls))
        return [cls for _, cls in sorted(placed, key=lambda each: each[0])]

    def _need(self, cls: type) -> None:
        """Record the needs of a listed class: the statements that made the class or bound its
        names.
        """
        recorder = self.recorder
        if not is_notebook_class(cls, recorder.namespace):
            return
        names = [name for name, value in recorder.namespace.items() if value is cls]
        for name in names:
            recorder.read(GLOBALS, name)
        made = self._how(cls)
        if not names and (made is None or made.number != self.last[made.cell]):
            recorder.escape("lists a class that no name is bound to")

    # -- runs
    # -----------------------------------------------------------------------------------------------

    def kept(self, values: Iterable[Any]) -> None:
        """Note that the finished run left the same values as its previous run: the old classes take
        the positions of the new ones.
        """
        for cls in values:
            old = self._how(cls) if issubclass(type(cls), type) else None
            if old is None or old.cell != self.run[0] or old.number == self.run[1]:
                continue
            for key, made, own in self._made_by(self.run):
                if own.__qualname__ == cls.__qualname__:
                    self.made[key] = made._replace(number=None)
                    self.made[id(cls)] = old._replace(number=self.run[1], place=made.place)

    def classes_of(self, cell: str | None, location: Token) -> list[type]:
        """The classes for this location made by the last run of a cell, in their order."""
        found = self._made_by((cell, self.last.get(cell)))
        classes = [cls for _, _, cls in sorted(found, key=lambda each: each[1].place)]
        return [
            cls
            for cls in classes
            if any(
                location in (_WHICH + name, _ORDER + name) for name in map(_name_of, cls.__bases__)
            )
        ]

    def _made_by(self, run: tuple[str | None, int | None]) -> list[tuple[int, Made, type]]:
        """The living classes made by a run."""
        return [
            (key, made, cls)
            for key, made in list(self.made.items())
            if (made.cell, made.number) == run and (cls := made.cls()) is not None
        ]


def _is_in(cls: type, known: Mapping[int, weakref.ref[type]]) -> bool:
    ref = known.get(id(cls))
    return ref is not None and ref() is cls


def _alive(known: Mapping[int, weakref.ref[type]]) -> dict[int, weakref.ref[type]]:
    return {key: ref for key, ref in known.items() if ref() is not None}


def is_of_subclasses(location: Token) -> bool:
    """Whether a world location stands for subclasses of a class."""
    return location.startswith((_WHICH, _ORDER))


def _name_of(base: Any) -> str:
    return "%s.%s" % (home(base), base.__qualname__)
