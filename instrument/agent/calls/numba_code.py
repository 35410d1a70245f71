"""Code of the notebook that numba has compiled: it runs without probes, keeps the global names as they were when it was compiled, and draws from a
random stream of numba's own.
"""

import types

from ..objects.attributes import home
from ..objects.kinds import code_names
from ..objects.locations import WHOLE
from ..world.chance import OF_NUMBA

_CONTAINERS = ("numba.typed.", "numba.experimental.")
DECORATORS = (
    "numba.core.decorators", "numba.np.ufunc.decorators", "numba.experimental.jitclass.decorators", "numba.stencils.stencil", "numba.core.dispatcher"
)  # fmt: skip
"""Modules of what makes such code of a function."""


class NumbaCode:
    """Records calls of such code, and of what makes it."""

    def __init__(self, special):
        self.special = special
        self.recorder = special.recorder
        self.applied = special.applied

    def made(self, callee, args, kwargs):
        """A function is compiled, perhaps at once: with what its names stand for now."""
        self.special.reach.deep_read(*args, *kwargs.values(), follow_globals=True)
        return True

    def called(self, callee, args, kwargs):
        function = getattr(callee, "py_func", None)
        if type(function) is not types.FunctionType:
            return False
        # compiled for each kind of argument at the first call, with the global names as they are then
        compiled = getattr(callee, "overloads", None)
        values = [*args, *kwargs.values()]
        statement = self.recorder.current
        self._draw(function)
        if not self.special.repeats.covers(statement, callee, args, kwargs):
            self.special.reach.deep_read(function, compiled, *values, follow_globals=True)
            # nobody stores into what numba has made
            self.special.watch([compiled])
            found = self.special.watch(values)
            for value in values:
                if home(type(value)).startswith(_CONTAINERS):
                    self.applied.mutate(value, "assumed")
            # what else cannot be compared has been read only
            self.special.repeats.add(statement, callee, list(filter(statement.watched.knows, values)), found)
        return True

    def _draw(self, function):
        """It may draw from numba's stream, or seed it, as far as the names in it and in what it calls say.

        Imprecise: whichever way it goes.
        """
        names = _all_names(function, {})
        if "random" not in names:
            return
        if "seed" in names:
            self.recorder.mutate(OF_NUMBA) if len(names & _DRAWS) else self.recorder.write(OF_NUMBA, WHOLE)
        else:
            self.recorder.draw_from(OF_NUMBA)


_DRAWS = frozenset("rand randn random_sample ranf sample randint normal uniform choice shuffle permutation standard_normal exponential poisson beta gamma binomial".split())


def _all_names(function, seen):
    """The names in the code of a function and of those that it calls and numba compiles with it."""
    if id(function) in seen:
        return set()
    seen[id(function)] = function
    names = code_names(function.__code__)
    for name in list(names):
        inner = getattr(function.__globals__.get(name), "py_func", None)
        if type(inner) is types.FunctionType:
            names = names | _all_names(inner, seen)
    return names
