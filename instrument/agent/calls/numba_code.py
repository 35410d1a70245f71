"""Notebook code compiled by numba: it runs without probes, holds the global names as of its
compilation, and draws from a random stream of numba's own.
"""

import types

from ..objects.attributes import home
from ..objects.callables import code_names
from ..objects.locations import WHOLE
from ..world.table import OF_NUMBA
from .compare import Watch

_CONTAINERS = ("numba.typed.", "numba.experimental.")
DECORATORS = (
    "numba.core.decorators", "numba.np.ufunc.decorators", "numba.experimental.jitclass.decorators", "numba.stencils.stencil", "numba.core.dispatcher"
)  # fmt: skip
"""Modules of decorators that compile a function."""


class NumbaCode:
    """Records calls and compilations of such code. `making`: the last statement with a compilation."""

    def __init__(self, special):
        self.special = special
        self.recorder = special.recorder
        self.applied = special.applied
        self.making = None

    def made(self, callee, args, kwargs):
        """Record a function to compile, now or at its first call. (A decorator has no argument
        yet.)
        """
        self.special.reach.deep_read(*args, *kwargs.values())
        self.making = self.recorder.current
        return True

    def finish(self):
        """At the end of a statement, record that code compiled at once holds the values of its
        names.
        """
        statement, self.making = self.making, None
        if statement is None or statement is not self.recorder.current:
            return
        for name in statement.plan.stores:
            value = self.recorder.namespace.get(name)
            function, compiled = _compiled(value)
            if compiled or (function is not None and getattr(value, "types", None)):
                self.special.reach.deep_read(function, follow_globals=True)

    def called(self, callee, args, kwargs):
        # compiled at the first call for each kind of argument, with the global names of that moment
        function, compiled = _compiled(callee)
        if function is None:
            return False
        values = [*args, *kwargs.values()]
        statement = self.recorder.current
        self._draw(function)
        if not self.special.repeats.covers(statement, callee, args, kwargs):
            self.special.reach.deep_read(function, compiled, *values, follow_globals=True)
            # (only numba stores into compiled code)
            self.special.watch([compiled])
            found = self.special.watch(values)
            for value in values:
                if home(type(value)).startswith(_CONTAINERS):
                    self.applied.mutate(value, "assumed")
            # all other opaque objects have only been read
            self.special.repeats.add(
                statement, callee, list(filter(statement.states[Watch].knows, values)), found
            )
        return True

    def _draw(self, function):
        """Record a draw from numba's stream, or its seed, by the names in the code and in its
        callees.

        Imprecise: a draw in code for numba counts on all paths through the code.
        """
        names = _all_names(function, {})
        if "random" not in names:
            return
        if "seed" in names:
            self.recorder.mutate(OF_NUMBA) if len(names & _DRAWS) else self.recorder.write(
                OF_NUMBA, WHOLE
            )
        else:
            self.recorder.streams.draw(OF_NUMBA)


def _compiled(value):
    """The function behind compiled code, and its compilations by kinds of arguments. Two times None
    for other values.
    """
    if not home(type(value)).startswith("numba."):
        return None, None
    for holder in (
        value,
        getattr(value, "_dispatcher", None),
        getattr(value, "gufunc_builder", None),
    ):
        function = getattr(holder, "py_func", None)
        if type(function) is types.FunctionType:
            return function, getattr(holder, "overloads", None)
    return None, None


_DRAWS = frozenset(
    "rand randn random_sample ranf sample randint normal uniform choice shuffle permutation standard_normal exponential poisson beta gamma binomial".split()
)


def _all_names(function, seen):
    """The names in the code of a function, and in the callees that numba compiles with it."""
    if id(function) in seen:
        return set()
    seen[id(function)] = function
    names = code_names(function.__code__)
    for name in list(names):
        inner = _compiled(function.__globals__.get(name))[0]
        if inner is not None:
            names = names | _all_names(inner, seen)
    return names
