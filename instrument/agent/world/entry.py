"""An entry of the table of the world (`table.py`): one state outside objects of the notebook, that
has a location of its own. It does not know which cell has changed it.
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
    """By key, the functions that read a value from a module and that set it."""

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
"""Code that may read a state without naming it: any statement; code that turns values into text;
operators in uninstrumented code; functions for which nothing is declared; packages without
declarations.
"""


class Entry:
    """One world location.

    `module`: where the state is; it has to be loaded. `read(module)` gives the values by key, and
    `put(module, key, value)` sets one, or takes it away (ABSENT): without them nobody can put the
    state back. `held(module)`: the objects that hold the state; whoever uses one of them uses the
    location. `word`: its name in stubs, where that is another one.

    How a change is found without a declaration: `now(module)`, compared after each statement with
    the value before, and first with `first(module)`; `drawn(module)`, the state of a random stream;
    `around`: what holds it is compared around packages without declarations. `withdrawn`: a
    declared change counts only if the values differ afterwards. `like`: it is put back when these
    locations are. `begin(module)`: makes it begin anew, in place of putting it back.

    `read_by`: kinds of code that read it without naming it. `by_chance`: it begins anywhere.
    `passes`: callbacks outside of cells use it in passing.
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
        """The objects that hold the state; none where the module is not loaded, or not to its
        end.
        """
        home = self.home()
        try:
            return () if home is None or self.held is None else tuple(self.held(home))
        except AttributeError:
            return ()


def attributes(location: Token, module: str, getters: Accessors, **others: Any) -> Entry:
    """An entry of functions that get and set one value each: `getters` has `(get, set)` by key, as
    functions of the module.
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
