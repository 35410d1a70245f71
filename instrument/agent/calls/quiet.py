"""Quiet calls: these change nothing by themselves, so an uninstrumented version, where reads are
covered, needs no record.
"""

import dataclasses
import types

from ..effects.arguments import flat_actions
from ..effects.harmless import is_quiet
from ..objects.attributes import home, static
from ..objects.callables import BUILTINS, generator_behind
from ..objects.locations import ATOMIC
from ..rewriting.probe_names import PREFIX
from ..world.table import DRAWING, FIGURE_FORMATS

_PURE = ["pure"]


class QuietCalls:
    """Knows quiet callees. `filenames`: of code with probes. `showing`: builtins, by identity, that
    turn their arguments into text. `known`: by identity of a method's declaration and module of its
    class, whether the method is quiet.
    """

    def __init__(self, recorder, effects, probed):
        self.recorder = recorder
        self.effects = effects
        self.filenames = probed
        self.showing = {id(print), id(repr), id(str), id(format)}
        self.known = {}

    def is_instrumented(self, function):
        """Whether a Python function has probes of its own. A pickler's copy of such a function has
        the same file name, but no probes.
        """
        code = function.__code__
        return code.co_filename in self.filenames and (
            any(name.startswith(PREFIX) for name in code.co_names) or code.co_code in _CONSTANT
        )

    def is_own(self, value):
        """Whether a value is a notebook function with probes of its own."""
        if (
            type(value) is not types.FunctionType
            or value.__globals__ is not self.recorder.namespace
        ):
            return False
        return self.is_instrumented(value)

    def is_shown(self, callee):
        """Whether the callee writes text to the standard output, directly or through IPython's
        copy.
        """
        if getattr(callee, "__name__", None) not in ("write", "writelines", "flush"):
            return False
        return getattr(callee, "__self__", None) is self.recorder.output.standard or getattr(
            callee, "__qualname__", ""
        ).startswith("InteractiveShell._tee.")

    def changes_nothing(self, callee):
        """Whether a call changes nothing by itself, so that an uninstrumented version needs no
        record.
        """
        kind = type(callee)
        owner = None
        if kind is types.MethodType:
            owner = callee.__self__
            callee = callee.__func__
            kind = type(callee)
        if kind is types.FunctionType:
            if callee.__globals__ is self.recorder.namespace:
                return self.is_instrumented(callee)
            if self._pure(callee) or self.is_own(generator_behind(callee)):
                return True
            return owner is not None and self._declared_quiet(
                callee, owner if issubclass(type(owner), type) else type(owner), callee.__name__
            )
        if kind is type:
            if callee.__module__ == "__main__":
                return self._makes_quietly(callee)
            if id(callee) in self.showing and self.recorder.settings.may_show():
                return False
            return self._declared_quiet(callee, callee, "__init__")
        if issubclass(kind, type):
            # the metaclass of an `Enum` returns the member
            made = self.effects.method(kind, "__call__")
            return (
                made is not None
                and is_quiet(made)
                and callee.__module__ == "__main__"
                and self._makes_quietly(callee)
            )
        if kind not in BUILTINS:
            own = static(kind, "__call__")
            return (
                self.is_own(own)
                if home(kind) == "__main__"
                else own is not None and self._declared_quiet(callee, kind, "__call__")
            )
        owner = type(callee.__self__)
        if owner is types.ModuleType:
            return self._pure(callee)
        if owner in ATOMIC:
            return True
        return self._declared_quiet(callee, owner, callee.__name__)

    def _declared_quiet(self, callee, owner, name):
        spec = self.effects.method(owner, name)
        if spec is None:
            return False
        key = (id(spec), home(owner))
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = is_quiet(spec)
            if known:
                self._note(spec, home(owner))
        return known

    def _pure(self, function):
        spec = self.effects.function(function)
        if spec is None:
            return False
        # by position or by keyword, any argument may be there
        quiet = spec["effect"] == _PURE or is_quiet(spec, {param[0] for param in spec["params"]})
        if quiet:
            self._note(spec, function.__module__)
        return quiet

    def _note(self, spec, module):
        """Note a quiet callee of this module: options of rare use may decide its effects."""
        noted = self.recorder.settings.read_unseen
        package = module.partition(".")[0] if type(module) is str else None
        if package == "IPython":
            # the call may show a figure
            noted.add(FIGURE_FORMATS)
        elif DRAWING not in noted and (
            package == "matplotlib"
            or any(["world", DRAWING] in action for action in flat_actions(spec["effect"]))
        ):
            noted.add(DRAWING)

    def _makes_quietly(self, cls):
        """Whether the creation of an instance runs no code without probes that changes anything."""
        init = self.foreign_init(cls)
        return init is None or self._pure(init)

    def foreign_init(self, cls):
        """The `__init__` for new instances, if it has no probes: a library's, or a generated one."""
        for base in cls.__mro__:
            init = base.__dict__.get("__init__")
            if init is not None:
                if not issubclass(type(init), types.FunctionType):
                    return None
                if init.__globals__ is not self.recorder.namespace:
                    return init
                return (
                    None
                    if self.is_instrumented(init)
                    or self._is_of_record(cls, init)
                    or not init.__closure__
                    else init
                )
        return None

    def _is_of_record(self, cls, init):
        """Whether `dataclasses` has made the method, and all callees of the method have probes or
        are plain.
        """
        if "__dataclass_fields__" not in cls.__dict__ or init.__code__.co_filename != "<string>":
            return False
        factories = [
            field.default_factory
            for field in cls.__dict__["__dataclass_fields__"].values()
            if field.default_factory is not dataclasses.MISSING
        ]
        return all(
            self.is_own(factory) or factory in (list, dict, set, tuple, str, int, float)
            for factory in factories
        ) and not hasattr(cls, "__post_init__")

    def bound_anew(self, name, value):
        """Record that this value is now bound to a global name which uninstrumented versions call
        without a probe.
        """
        if callable(value) and not self.changes_nothing(value):
            self.recorder.escape(
                "%s was a function that other functions call, and is something else now" % name,
                lasting=True,
            )


def _nothing():
    pass


def _documented():
    """A docstring is the first constant."""


_CONSTANT = frozenset(function.__code__.co_code for function in (_nothing, _documented))
"""The code of functions that only return a constant, and need no probe."""
