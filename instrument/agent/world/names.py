"""The global names at the last look, and their changes since.

IPython stores every input under a name of its own (`_i1`, `_i2`, …): thousands in a long session,
in between the notebook's names. The search must not take time for these. So names of the last look
are looked up one by one, and new names are those after the newest input, since a dictionary keeps
the order of insertion.

Unsound: a name made without an assignment (by `exec`) is missed when the same statement deletes and
makes again the newest `_i<n>`. Imprecise: a hot loop that asks for `globals()` (except to store an
item), `sys.modules` or similar tables may use any name.
"""

from __future__ import annotations

import itertools
import operator
import re
from typing import TYPE_CHECKING

from ..objects.cpython import version_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ..objects.locations import Namespace

_MANAGED = frozenset(
    {
        "__warningregistry__",
        "In",
        "Out",
        "_dh",
        "_oh",
        "_ih",
        "exit",
        "quit",
        "get_ipython",
        "_i",
        "_ii",
        "_iii",
    }
)
NAMESPACES = frozenset(
    {"globals", "__main__", "__globals__", "f_globals", "user_ns", "user_global_ns"}
)
"""Names in code that may look up any global name, as code with `sys.modules` may."""
_INPUT = re.compile(r"_i\d+$")
_MISSING = object()
_ATTEMPTS = 10


def leads_anywhere(names: Iterable[str]) -> bool:
    """Whether code with these names may look up any global name."""
    return not NAMESPACES.isdisjoint(names) or ("sys" in names and "modules" in names)


class Names:
    """The values of names in a namespace at the last look, without inputs. `version`: of the
    namespace then; `known`: the version for `values`.
    """

    def __init__(self, namespace: Namespace) -> None:
        self.namespace = namespace
        self.values: Namespace = {}
        self.newest_input: str | None = None
        self.version = self.known = None

    def take(self) -> None:
        """Take the present state."""
        self.values = dict(self._behind_inputs(None))

    def called(self, key: int) -> list[str]:
        """The names bound to the object of this identity."""
        return [name for name, value in self.values.items() if id(value) == key]

    def changes(self) -> tuple[list[tuple[str, Any]], list[str]]:
        """Return [(name, value)] for new or rebound names (IPython's own excepted), and [names] for
        removed ones.
        """
        self.version = version_of(self.namespace)
        if self.version is not None and self.version == self.known:
            return [], []
        get = self.namespace.get
        values = self.values
        # no loop in Python: this runs twice a statement, over all names
        now = map(get, values, itertools.repeat(_MISSING))
        different = list(itertools.compress(values, map(operator.is_not, now, values.values())))
        gone = [name for name in different if name not in self.namespace]
        changed = [
            (name, get(name)) for name in different if name not in gone and name not in _MANAGED
        ]
        for name, value in self._behind_inputs(self.newest_input):
            if name not in values and name not in _MANAGED:
                changed.append((name, value))
        return changed, gone

    def noted(self) -> None:
        """All of these changes are in `values` now."""
        self.known = self.version

    def _behind_inputs(self, newest: str | None) -> list[tuple[str, object]]:
        """(name, value) of the names after an input in the dictionary; of all names if the input is
        missing.
        """
        for _ in range(_ATTEMPTS):
            try:
                return self._look_behind(newest)
            except RuntimeError:
                # a thread has made a name meanwhile
                continue
        return self._look_behind(newest)

    def _look_behind(self, newest: str | None) -> list[tuple[str, object]]:
        found = []
        self.newest_input = None
        for name, value in reversed(self.namespace.items()):
            if type(name) is str and name[:2] == "_i" and _INPUT.match(name):
                if self.newest_input is None:
                    self.newest_input = name
                if name == newest:
                    break
            else:
                found.append((name, value))
        found.reverse()
        return found
