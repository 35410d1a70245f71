"""An entry of the table of the world (`table.py`): one state outside objects of the notebook, with
a location of its own. Which cell changed the state is not known here.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .shell import current_shell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, TypeAlias

    from ..objects.locations import Token

    Values: TypeAlias = dict[Any, Any]
    """The values of an entry, by key."""
    Getter: TypeAlias = Callable[[Any], Values]
    """Reads the values of an entry from its module."""
    Accessors: TypeAlias = Mapping[str, tuple[Callable[[Any], Any], Callable[[Any, Any], object]]]
    """By key, a pair of functions: the first reads a value from a module, the second sets the
    value.
    """

ABSENT = object()
"""In place of a value: there is none under this key."""

SHELL = "IPython's shell"
"""In place of a module: the functions of the entry get the shell."""

STATEMENTS, TEXT, OPERATORS, UNDECLARED, PACKAGES = (
    "statements",
    "text",
    "operators",
    "undeclared",
    "packages",
)
"""Kinds of code that may read a state without a name for it: any statement; code that turns values
into text; operators in uninstrumented code; undeclared functions; packages without declarations.
"""


class Entry:
    """One world location.

    `module`: the module with the state; it must be loaded. `read(module)` gives the values by key,
    and `put(module, key, value)` sets a value or removes it (ABSENT). An entry without these two
    cannot be restored. `held(module)`: the objects that hold the state: a use of such an object is
    a use of the location. `word`: the name in stubs, if it is another one.

    Ways to find a change without a declaration: `now(module)`, compared after each statement with
    the value before, and first with `first(module)`; `drawn(module)`, the state of a random stream;
    `around`: the holders are compared around packages without declarations. `withdrawn`: a declared
    change counts only if the values differ afterwards. `like`: the entry is restored together with
    these locations. `begin(module)`: makes the state begin anew, in place of restoring it.

    `read_by`: kinds of code that read the state without a name for it. `by_chance`: a stream
    without a fixed beginning. `passes`: callbacks outside of cells may use the state without a
    record.
    """

    def __init__(
        self,
        location: Token,
        module: str = "",
        read: Getter | None = None,
        put: Callable[[Any, Any, Any], object] | None = None,
        *,
        held: Callable[[Any], Iterable[object]] | None = None,
        word: str | None = None,
        now: Getter | None = None,
        first: Getter | None = None,
        drawn: Callable[[Any], object] | None = None,
        around: bool = False,
        withdrawn: bool = False,
        like: tuple[Token, ...] = (),
        begin: Callable[[Any], object] | None = None,
        read_by: tuple[str, ...] = (),
        by_chance: bool = False,
        passes: bool = False,
    ) -> None:
        self.location = location
        self.module = module
        self._read = read
        self._put = put
        self.held = held
        self.word = word or location
        self.now = now
        self.first = first or now
        self.drawn = drawn
        self.around = around
        self.withdrawn = withdrawn
        self.like = like
        self.begin = begin
        self.read_by = frozenset(read_by)
        self.by_chance = by_chance
        self.passes = passes

    @property
    def has_values(self) -> bool:
        return self._put is not None

    def home(self) -> Any:
        """The module, or the shell; None where there is none."""
        return current_shell() if self.module == SHELL else sys.modules.get(self.module)

    def read(self) -> Values:
        """The values by key; none where an unfinished or foreign module raises."""
        home = self.home()
        if home is None or self._read is None:
            return {}
        try:
            return self._read(home)
        except Exception:
            return {}

    def put(self, key: Any, value: Any) -> None:
        assert self._put is not None
        self._put(self.home(), key, value)

    def holders(self) -> Iterable[object]:
        """The objects that hold the state; none where the module is not, or only partly, loaded."""
        home = self.home()
        try:
            return () if home is None or self.held is None else tuple(self.held(home))
        except AttributeError:
            return ()


def attributes(location: Token, module: str, getters: Accessors, **others: Any) -> Entry:
    """An entry with one getter and one setter for each value: `getters` has `(get, set)` by key,
    both functions of the module.
    """

    def read(m: Any) -> Values:
        return {key: get(m) for key, (get, _) in getters.items()}

    def put(m: Any, key: Any, value: Any) -> None:
        if value is not ABSENT:
            getters[key][1](m, value)

    return Entry(location, module, read, put, **others)


CHANGEABLE = frozenset({list, dict, set})


def plain(value: Any) -> Any:
    """A copy of a list, dictionary or set, which code may change in place; any other value itself."""
    return value.copy() if type(value) in CHANGEABLE else value


def same(a: object, b: object) -> bool:
    """Whether two values of a setting are the same, whatever their classes think of comparing."""
    if a is b:
        return True
    try:
        return type(a) is type(b) and bool(a == b)
    except Exception:
        return False
