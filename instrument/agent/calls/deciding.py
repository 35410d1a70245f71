"""Decides the effects of a call just before the call, by the first of the DECIDERS with an answer.

A call that adds nothing to the record of its site (`record/sites`) does not get here. The file is
long because each of the DECIDERS has its method here.
"""

import functools
import sys
import types

from ..kinds.groups import is_frame_group
from ..kinds.owners import storage_key
from ..objects.attributes import home, own_dict, static
from ..objects.callables import CACHED, MAKE_A_FUNCTION, generator_behind
from ..objects.locations import ATOMIC, WHOLE, attribute_field
from ..objects.proxies import PROXIES, without_proxies
from ..record.settled import Settled
from ..world.streams import Draws
from .cache_entries import CacheEntries
from .declared_entries import METHOD
from .caches import use_cache
from .contexts import Contexts
from .foreign_code import ForeignCode, is_of_container, is_of_value
from .group_by import use_groups
from .module_loads import ModuleLoads
from .quiet import QuietCalls
from .refused import attempt, does_not_fit, forget_attempt
from .simple_calls import SimpleCalls
from .special import SpecialCalls
from .unknown import UnknownCalls
from .unrecorded_calls import OWN_STATE, UnrecordedCalls
from .value_calls import ValueCalls

DECIDERS = (
    ("_own_function", "own function", "the function or method has probes, which see everything"),
    (
        "_intrinsic",
        "intrinsic",
        "the agent knows the function: `exec`, `setattr`, databases, magics",
    ),
    (
        "_own_class",
        "own class",
        "the notebook defines the class, or the class of the callable object",
    ),
    ("_partial", "partial", "the function of a `functools.partial` decides"),
    ("_of_value", "function of values", "a method of a string or number reads its arguments only"),
    ("_cached", "cache", "the answers of a `functools.lru_cache` are read, or get one more"),
    ("_refused", "refused", "the arguments do not fit the parameters, so Python raises an error"),
    ("_declared", "declared", "a stub says what the call reads and changes"),
    ("_printing", "printing", "the function writes text to `sys.stdout`"),
    (
        "_known_code",
        "known code",
        "the code of a function of the user's modules is so simple that its text tells all",
    ),
    ("_compared", "compared", "objects within reach are compared before and after the call"),
)
"""The ways to decide a call, in their order: a method of `Calls`, which returns whether the way
applies; its name; its condition. (`npm run format` copies these to docs/effects.md.)
"""


class Calls:
    """Records the effects of calls."""

    def __init__(
        self,
        recorder,
        reach,
        effects,
        applied,
        process,
        shell,
        is_probed,
        load_attribute,
        store_attribute,
        stores_plainly,
    ):
        self.recorder = recorder
        self.reach = reach
        self.effects = effects
        self.applied = applied
        self.process = process
        self.quiet = QuietCalls(recorder, effects, applied.probed)
        self.unknown = UnknownCalls(
            recorder,
            reach,
            effects,
            applied,
            self.enter_library,
            is_probed,
            lambda: self.special,
            lambda function, values: self.simple.look(function, values),
        )
        self.loads = ModuleLoads(
            recorder,
            applied,
            self.unknown,
            lambda names: self.special.strings.opaque_names(names),
        )
        self.contexts = Contexts(self)
        self.special = SpecialCalls(
            self, shell, process, load_attribute, store_attribute, stores_plainly
        )
        self.unrecorded = UnrecordedCalls(self)
        self.entries = CacheEntries(self)
        self.simple = SimpleCalls(self)
        self.of_values = ValueCalls(self)
        self.foreign_code = ForeignCode(self)
        self.stores_plainly = stores_plainly
        self.deciders = [getattr(self, method) for method, *_ in DECIDERS]

    def call(self, line, callee, args, kwargs, full):
        """Record a call that is about to happen. `full`: widening does not cover the contents of
        the arguments.
        """
        recorder = self.recorder
        statement = recorder.current
        if statement is None or recorder.sites.simple.covers(callee, args, kwargs):
            return
        if line:
            statement.at(line)
        forget_attempt(statement)
        if type(callee) in PROXIES or any([type(arg) in PROXIES for arg in args]):
            shown = without_proxies((callee, *args))
            if shown is None:
                recorder.read("weakref", WHOLE)
            else:
                callee, *args = shown
        if recorder.lookups.reclassed:
            recorder.lookups.read_class(callee, *args, *kwargs.values())
        # (no special callees: uninstrumented versions may call these without a record)
        if callee is isinstance or callee is issubclass:
            self._read_members(callee, args)
        for decide in self.deciders:
            if decide(line, callee, args, kwargs, full):
                return

    def _own_function(self, line, callee, args, kwargs, full):
        kind = type(callee)
        namespace = self.recorder.namespace
        if kind is types.FunctionType:
            if callee.__globals__ is namespace and self.quiet.is_instrumented(callee):
                self.read_function(callee)
                self._own(args, kwargs, full)
                return True
            behind = generator_behind(callee)
            if behind is not None and self.quiet.is_own(behind):
                self.reach.deep_read(callee)
                self.read_function(behind)
                self._own(args, kwargs, full)
                return True
        elif kind is types.MethodType:
            function = callee.__func__
            if getattr(function, "__globals__", None) is namespace and self.quiet.is_instrumented(
                function
            ):
                self.read_function(function)
                self._own((callee.__self__, *args), kwargs, full)
                return True
        return False

    def _intrinsic(self, line, callee, args, kwargs, full):
        if not self.recorder.current.foreign and not self.foreign_code.is_own_call(
            callee, args, kwargs
        ):
            self.recorder.run_foreign_code()
        return home(type(callee)) != "__main__" and self.special.call(callee, args, kwargs)

    def _own_class(self, line, callee, args, kwargs, full):
        recorder = self.recorder
        kind = type(callee)
        if not issubclass(kind, type):
            if kind is functools.partial or home(kind) != "__main__":
                return False
            recorder.lookups.read_hook(kind, "__call__")
            self._own((callee, *args), kwargs, full)
            return True
        if issubclass(callee, type) and len(args) == 3:
            for base in _bases(args[1]):
                recorder.subclasses.subclassed(base)
        if callee.__module__ != "__main__":
            return False
        recorder.lookups.read_hook(callee, "__init__", "__new__")
        recorder.lookups.read_hook(kind, "__call__")
        self._own(args, kwargs, full)
        made = static(kind, "__call__")
        if (
            type(made) is types.FunctionType
            and made.__globals__ is not recorder.namespace
            and (
                made.__globals__.get("__name__", "").partition(".")[0]
                not in sys.stdlib_module_names
            )
        ):
            # the class may be an instance of a metaclass
            self.enter_library(recorder.current)
            self.unknown.call(made, (callee, *args), kwargs)
        init = self.quiet.foreign_init(callee)
        if init is not None:
            self.unknown.call(init, args, kwargs)
        elif args or kwargs:
            self._inherited(callee, args, kwargs, full)
        return True

    def _partial(self, line, callee, args, kwargs, full):
        if type(callee) is not functools.partial:
            return False
        self.reach.deep_read(callee)
        self.call(line, callee.func, (*callee.args, *args), {**callee.keywords, **kwargs}, full)
        return True

    def _of_value(self, line, callee, args, kwargs, full):
        if not is_of_value(callee):
            return False
        given = (*args, *kwargs.values())
        self.applied.shown(given)
        for value in given:
            if type(value) not in ATOMIC:
                self.reach.deep_read(value)
        return True

    def _cached(self, line, callee, args, kwargs, full):
        if type(callee) is not CACHED:
            return False
        if full:
            self.reach.deep_read(*args, *kwargs.values())
        use_cache(self.recorder, callee, args, kwargs)
        if not self.quiet.is_own(callee.__wrapped__):
            self.call(line, callee.__wrapped__, args, kwargs, full)
        return True

    def _refused(self, line, callee, args, kwargs, full):
        # (a decorator has no argument yet, and no line)
        return line and does_not_fit(callee, args, kwargs)

    def _declared(self, line, callee, args, kwargs, full):
        kind = type(callee)
        if kind is types.MethodType and is_frame_group(callee.__self__):
            use_groups(self.recorder, callee.__self__)
        found = self.effects.find(callee)
        if found is None:
            return False
        statement = self.recorder.current
        count = len(statement.writes)
        self.applied.apply(found, args, kwargs, deep=full, callee=callee)
        attempt(statement, callee, args, count)
        module = getattr(callee, "__module__", None)
        if _has_workers(module, getattr(callee, "__self__", None), args, kwargs):
            self.reach.deep_read(callee, *args, *kwargs.values(), follow_globals=True)
        if (
            id(callee) in self.quiet.showing
            or module in _SHOWING
            or (kind is types.FunctionType and callee.__name__ == "display")
        ):
            self.applied.shown((*args, *kwargs.values()))
            if callee is print and kwargs.get("file") is None:
                self.print()
        if module in OWN_STATE:
            self.of_values.learn(callee, found)
        elif not (module is None and is_of_container(callee, args, kwargs)):
            self.enter_library(statement, declared=True)
            self._read_options(module)
        return True

    def _printing(self, line, callee, args, kwargs, full):
        if not self.quiet.is_shown(callee):
            return False
        self.print()
        return True

    def _known_code(self, line, callee, args, kwargs, full):
        simple = self.simple.find(callee, args, kwargs) if full else None
        if simple is None:
            return False
        self.simple.record(simple)
        return True

    def _compared(self, line, callee, args, kwargs, full):
        self.enter_library(self.recorder.current)
        self.unknown.call(callee, args, kwargs)
        return True

    def enter_library(self, statement, declared=False, runs=True):
        """Look for hidden draws from random streams from the first library call of a statement on.
        `runs`: the call happens now.
        """
        if runs:
            self.recorder.sites.simple.run_foreign_code()
        if statement.state(Draws).enter_library(declared):
            self.recorder.streams.watch()
            self.process.watch()
        error = self.reach.errors.read_handled()
        if error is not None:
            self.applied.shown((error,))
        self.recorder.library.use_all()

    def print(self):
        """Record a write to the present `sys.stdout`."""
        recorder = self.recorder
        live = sys.modules["sys"]
        token = recorder.tokens.peek(live)
        if token in recorder.written:
            recorder.read(token, "a:stdout")
            if live.stdout is not recorder.output.standard:
                self.applied.mutate(live.stdout)

    def _read_options(self, module):
        """Record a read of the options of a library: a result may depend on them."""
        name = _OPTIONS.get(module.split(".")[0]) if issubclass(type(module), str) else None
        if name is not None:
            self.recorder.settings.read(name)

    def _read_members(self, callee, args):
        """Record which methods a class has, for an abstract class, and which attributes an instance
        has, for a protocol.
        """
        asking = args[1] if len(args) == 2 and type(args[1]) is tuple else args[1:]
        if len(args) == 2 and any(type(cls) is not type for cls in asking):
            cls = type(args[0]) if callee is isinstance else args[0]
            asked = cls.__mro__[:-1] if issubclass(type(cls), type) else ()
            if any(static(cls, "_is_protocol") for cls in asking if issubclass(type(cls), type)):
                asked = (args[0], *asked)
            self.recorder.read_written(asked)

    def forget_classes(self):
        self.unrecorded.forget_classes()
        self.contexts.forget_classes()
        self.effects.forget_classes()

    def settled(self, callee, statement):
        """Whether the statement has changed the callee's receiver as a whole already, so that
        another call adds nothing.
        """
        settled = statement.states.get(Settled)
        if not settled:
            return False
        # (a pair is an item of a container, and may have the name of a method)
        return (
            METHOD,
            storage_key(getattr(callee, "__self__", None), self.recorder.tokens),
            getattr(callee, "__name__", None),
        ) in settled

    def read_function(self, function):
        """Record the read of a notebook function: of its code, defaults and closure cells, each of
        which may have been replaced.
        """
        recorder = self.recorder
        token = recorder.tokens.peek(function)
        if token is not None and token in recorder.written:
            # other attributes (`f.calls = 0`) count where code reads these
            for name in MAKE_A_FUNCTION:
                recorder.read(token, attribute_field(name))
        if function.__kwdefaults__:
            token = recorder.tokens.peek(function.__kwdefaults__)
            if token is not None:
                recorder.read(token, WHOLE)
        if recorder.lookups.cells_written and function.__closure__:
            for cell in function.__closure__:
                recorder.read(recorder.tokens.of(cell), WHOLE)

    def _inherited(self, cls, args, kwargs, full):
        """Record C code that makes the instances of a notebook class (`class Rows(list): pass`)."""
        if types.FunctionType in (type(static(cls, "__init__")), type(static(cls, "__new__"))):
            return
        base = next(base for base in cls.__mro__ if base.__module__ != "__main__")
        found = self.effects.find(base) if base is not object else None
        if found is not None:
            self.applied.apply(found, args, kwargs, deep=full)
        elif full and base is not object:
            self.reach.deep_read(*args, *kwargs.values())

    def _own(self, args, kwargs, full):
        """Record a call of the notebook's own code with probes. A call from a running instrumented
        version, after tracing was switched off, enters an uninstrumented version. The widening may
        not have reached its values, so these are read deeply.
        """
        if full and not self.recorder.current.on:
            self.reach.deep_read(*args, *kwargs.values(), kind="widened", follow_globals=True)

    def drawn(self, obj):
        """Record the iteration over `obj` by a loop, a comprehension or unpacking."""
        if issubclass(type(obj), (list, dict, set)):
            self.reach.shallow_read(obj)
        else:
            self.applied.draw(obj)


def _bases(given):
    """The bases in a call of a metaclass (`type("Sub", (Base,), {})`)."""
    return given if type(given) is tuple else ()


def _has_workers(module, owner, args, kwargs):
    """Whether other processes may do the work of a call (`cross_val_score(…, n_jobs=2)`). Probes
    there do not count.
    """
    if kwargs and not _JOBS.isdisjoint(kwargs):
        return True
    if type(module) is not str or not module.startswith("sklearn."):
        return False
    return any((own_dict(given) or {}).get("n_jobs") is not None for given in (owner, *args))


_JOBS = frozenset({"n_jobs", "workers"})
_SHOWING = frozenset({"pprint", "reprlib", "logging", "warnings", "csv", "_csv", "string"})
"""Modules whose functions turn their arguments into text."""
_OPTIONS = {
    "sklearn": "sklearn.options",
    "matplotlib": "matplotlib.options",
    "xgboost": "xgboost.options",
}
