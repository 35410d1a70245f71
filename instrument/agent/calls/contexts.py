"""Effects of entering and leaving a context manager: `with` makes these calls by itself.

In an uninstrumented version, managers of one class made for their `with` (`with
warnings.catch_warnings():`) are recorded once in a statement. Their class must be declared to
change only the manager and the world. Nobody else sees changes of such a manager.
"""

import types

from ..effects.arguments import conditions, flat_actions
from ..effects.harmless import QUIET, is_quiet
from ..kinds.owners import alias_root
from ..objects.attributes import home, static
from ..objects.chains import chain_of
from ..objects.cpython import VARIABLES_COUNT, given
from ..objects.handles import is_handle

_OF_C = ("_io", "_thread")
"""Modules of files and locks: after their `with` these are as before, or closed."""
_METHODS = {False: ("__enter__", "__exit__"), True: ("__aenter__", "__aexit__")}
"""The methods that enter and leave, without and with `async`."""
_ELSEWHERE = ("files", "figure")
"""Parts of the world where the class alone does not decide the change."""


class Contexts:
    """Records the effects of managers, by type and whether for `async with`.

    `managing`: whether there are effects to record. `contained`: whether the effects stay within
    the manager and the world. `covered`: the number of the last statement with a record of an
    unshared manager of this type. `unmanaged`: types known to have no effects, without `async`.
    """

    def __init__(self, calls):
        self.calls = calls
        self.recorder = calls.recorder
        self.managing = {}
        self.unmanaged = set()
        self.contained = {}
        self.covered = {}

    def forget_classes(self):
        self.managing.clear()
        self.unmanaged.clear()
        self.contained.clear()
        self.covered.clear()

    def enter(self, manager, waits):
        """A `with` statement is about to enter `manager`, and leave it; `waits`: `async with`."""
        kind = type(manager)
        for name in _METHODS[waits]:
            method = static(kind, name)
            binds = static(type(method), "__get__")
            if (
                self.calls.quiet.is_own(method)
                or binds is None
                or type(binds) is types.FunctionType
                or type(method) is property
            ):
                # (a look-up of the method would run code)
                continue
            self.calls.call(
                0,
                method.__get__(manager, kind),
                () if "enter" in name else (None, None, None),
                {},
                True,
            )

    def manages(self, kind, waits):
        """Whether managers of this type have effects beyond their own code with probes, and beyond
        the call that made them.
        """
        known = self.managing.get((kind, waits))
        if known is None:
            known = self.managing[kind, waits] = home(kind) not in _OF_C and any(
                self._does_something(kind, name) for name in _METHODS[waits]
            )
            if not known and not waits:
                self.unmanaged.add(kind)
        return known

    def covers(self, kind, waits):
        """Whether an uninstrumented version need not record an unshared manager of this type."""
        statement = self.recorder.current
        return (
            statement is not None
            and not statement.on
            and self.covered.get((kind, waits)) == self.recorder.begun
        )

    def learn(self, manager, waits):
        """Note a recorded, unshared manager: whether further managers of its type add nothing."""
        key = (type(manager), waits)
        contained = self.contained.get(key)
        if contained is None:
            contained = (
                alias_root(manager) is manager
                and not is_handle(manager)
                and all(self._changes_itself(type(manager), name) for name in _METHODS[waits])
            )
            self.contained[key] = contained
        if contained:
            self.covered[key] = self.recorder.begun

    def _does_something(self, kind, name):
        method = static(kind, name)
        if method is None or self.calls.quiet.is_own(method):
            return False
        spec = self.calls.effects.method(kind, name)
        return spec is None or not is_quiet(spec)

    def _changes_itself(self, kind, name):
        """Whether a method has probes, or is declared to change only its receiver and the world,
        for all receivers.
        """
        method = static(kind, name)
        if self.calls.quiet.is_own(method):
            return True
        spec = self.calls.effects.method(kind, name)
        if spec is None or chain_of(kind) is not None or self.calls.special.knows(method):
            return False
        own = ["param", spec["params"][0][0]]
        return not conditions(spec["effect"]) and all(
            _is_about(action, own) for action in flat_actions(spec["effect"])
        )


def _is_about(action, own):
    """Whether an action concerns the world, or `own` as a whole."""
    if action[0] not in ("mutates", "reads"):
        return action[0] in QUIET
    return all(
        place == own or (place[0] == "world" and not place[1].endswith(_ELSEWHERE))
        for place in action[1:]
    )


UNSHARED = given() if VARIABLES_COUNT else 0
"""The references to an unshared manager, counted in a probe that has it as an argument."""
