"""What a call may do, decided just before it happens, in the order of DESIGN 3: the notebook's own code (its probes
see everything), the agent's special cases, the effects library, and else comparing before and after.
"""

import ast
import functools
import re
import sys
import types

from .compare import Watch
from .locations import ATOMIC, GLOBALS, WHOLE
from .reach import code_names, is_iterator

_IDENTIFIER = re.compile(r"[^\W\d]\w*")


class Calls:
    """Records the effects of calls."""

    def __init__(self, recorder, reach, effects, applied, load_attribute, store_attribute):
        self.recorder = recorder
        self.load_attribute = load_attribute
        self.store_attribute = store_attribute
        self.filenames = set()
        self.quiet_methods = {}
        self.reach = reach
        self.effects = effects
        self.applied = applied
        applied.on_unknown = self.watch
        self.shell = None
        self.before_library = None
        self.special = {
            id(setattr): self._setattr,
            id(delattr): self._setattr,
            id(getattr): self._getattr,
            id(hasattr): self._getattr,
            id(exec): self._exec,
            id(eval): self._exec,
            id(vars): self._vars,
            id(globals): self._pure,
            id(locals): self._pure,
            id(dir): self._pure,
        }

    def call(self, line, callee, args, kwargs, full):
        """Record a call that is about to happen. `full`: the arguments' content is not covered by widening."""
        recorder = self.recorder
        statement = recorder.current
        if statement is None or (not full and self.quiet(callee)):
            return
        if line:
            statement.line = line
        special = self.special.get(id(callee))
        if special is not None:
            special(args)
            return
        kind = type(callee)
        namespace = recorder.namespace
        if kind is types.FunctionType:
            if callee.__globals__ is namespace and self._instrumented(callee):
                self._own(args, kwargs, full)
                return
        elif kind is types.MethodType:
            function = callee.__func__
            if getattr(function, "__globals__", None) is namespace and self._instrumented(function):
                self._own((callee.__self__, *args), kwargs, full)
                return
            if self.shell is not None and callee.__self__ is self.shell:
                self._shell_call(callee.__name__, args)
                return
        elif isinstance(callee, type):
            if callee.__module__ == "__main__":
                self._own(args, kwargs, full)
                if _library_init(callee, namespace):
                    self.unknown(callee, args, kwargs)
                return
        elif kind is functools.partial:
            self.call(line, callee.func, (*callee.args, *args), {**callee.keywords, **kwargs}, full)
            return
        elif hasattr(kind, "__call__") and kind.__module__ == "__main__":
            self._own((callee, *args), kwargs, full)
            return
        if kind is types.BuiltinFunctionType and type(callee.__self__) in ATOMIC:
            # a method of str, int, ...: only the arguments can matter
            for value in args:
                if type(value) not in ATOMIC:
                    self.reach.deep_read(value)
            return
        found = self.effects.find(callee)
        if found is not None:
            self.applied.apply(found, args, kwargs, deep=full)
            if kind is not types.BuiltinFunctionType and not isinstance(callee, type):
                self.enter_library(statement)
            return
        if hasattr(callee, "cache_info") and hasattr(callee, "__wrapped__"):
            # functools.lru_cache: the answer may come from an earlier call
            self.reach.deep_read(*args, *kwargs.values())
            recorder.mutate(recorder.tokens.of(callee), WHOLE)
            return
        self.enter_library(statement)
        self.unknown(callee, args, kwargs)

    def enter_library(self, statement):
        """The first library call of a statement: hidden draws from random streams are looked for from here on."""
        if not statement.library:
            statement.library = True
            self.before_library()

    def quiet(self, callee):
        """Whether a call changes nothing by itself: in a light copy, where reads are covered, it needs no record."""
        kind = type(callee)
        if kind is types.MethodType:
            callee = callee.__func__
            kind = type(callee)
        if kind is types.FunctionType:
            return callee.__globals__ is self.recorder.namespace and callee.__code__.co_filename in self.filenames
        if kind is not types.BuiltinFunctionType:
            return False
        owner = type(callee.__self__)
        if owner is types.ModuleType:
            return self.effects.functions.get(id(callee), _LOUD)["effect"] == _PURE
        key = (owner, callee.__name__)
        known = self.quiet_methods.get(key)
        if known is None:
            spec = self.effects.method(*key)
            known = self.quiet_methods[key] = spec is not None and spec["effect"] == _PURE
        return known

    def _instrumented(self, function):
        return function.__code__.co_filename in self.filenames

    def _own(self, args, kwargs, full):
        """A call of the notebook's own code: probed. From an instrumented copy still in flight after tracing was switched
        off, it enters a light copy with values that the widening may not have reached: they are read deeply.
        """
        if full and not self.recorder.current.on:
            self.reach.deep_read(*args, *kwargs.values(), kind="widened", follow_globals=True)

    def unknown(self, callee, args, kwargs):
        """Nothing is declared: everything is read, and compared before and after the statement."""
        roots = [*args, *kwargs.values()]
        suspects = []
        owner = getattr(callee, "__self__", None)
        if owner is not None and not isinstance(owner, types.ModuleType):
            roots.append(owner)
            suspects.append(owner)
        self.reach.deep_read(*roots)
        module_globals = getattr(getattr(callee, "__func__", callee), "__globals__", None)
        self.watch(roots, suspects, callee)
        if isinstance(module_globals, dict) and module_globals is not self.recorder.namespace:
            self.watch_module(module_globals)

    def watch(self, roots, suspects=(), callee=None):
        statement = self.recorder.current
        if statement is None:
            return
        if statement.watched is None:
            statement.watched = Watch(self.recorder, self.reach)
        if callee is not None:
            roots = [*roots, callee]
        suspects = [*suspects, *(r for r in roots if is_iterator(r))]
        statement.watched.add(roots, suspects)

    def watch_module(self, module_globals):
        """Registries and counters among the callee's module globals."""
        module = sys.modules.get(module_globals.get("__name__", ""))
        if module is None:
            return
        containers = [v for v in module_globals.values() if type(v) in (list, dict, set)]
        watched = self.recorder.current.watched
        watched.add([c for c in containers if c is not module_globals.get("__builtins__")])
        watched.module(module)
        for obj in [module, *containers]:
            token = self.recorder.tokens.peek(obj)
            if token is not None and token in self.recorder.written:
                self.recorder.read(token, WHOLE)

    def drawn(self, obj):
        """`obj` is iterated by a loop, a comprehension or unpacking."""
        if isinstance(obj, (list, dict, set)):
            self.reach.shallow_read(obj)
        else:
            self.applied.draw(obj)

    # -- special callees ------------------------------------------------------------------------------------

    def _pure(self, args):
        if not args:
            return
        self.reach.deep_read(*args)

    def _setattr(self, args):
        if len(args) >= 2 and isinstance(args[1], str):
            self.store_attribute(args[0], args[1], len(args) == 2, False)

    def _getattr(self, args):
        if len(args) >= 2 and isinstance(args[1], str) and type(args[0]) not in ATOMIC:
            self.load_attribute(args[0], args[1])

    def _vars(self, args):
        if args:
            own = getattr(args[0], "__dict__", None)
            if type(own) is dict:
                self.recorder.tokens.make_alias(own, args[0])

    def _exec(self, args):
        """Code in a string has no probes: its names are read deeply and what they reach is compared."""
        if not args:
            return
        source = args[0]
        if isinstance(source, (str, bytes)):
            try:
                code = compile(source, "<string>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
            except (SyntaxError, ValueError):
                return
        elif isinstance(source, types.CodeType):
            code = source
        else:
            return
        if any(n.startswith("_sluice_") for n in code_names(code)):
            return
        scopes = [a for a in args[1:3] if isinstance(a, dict) and a is not self.recorder.namespace]
        self.opaque_names(code_names(code))
        for scope in scopes:
            self.reach.deep_read(scope)
            self.watch([scope])

    def opaque_names(self, names):
        """Names used by code or text without probes."""
        namespace = self.recorder.namespace
        roots = []
        for name in names:
            if name in namespace:
                self.recorder.read(GLOBALS, name)
                roots.append(namespace[name])
        if roots:
            self.reach.deep_read(*roots, follow_globals=True)
            reached = list(self.reach.walk(roots, follow_globals=True))
            self.watch(reached, [o for o in reached if is_iterator(o)])

    def _shell_call(self, name, args):
        """A magic or a shell command. `%time` and its like re-enter the rewriter; others use names in their text."""
        texts = [a for a in args if isinstance(a, str)]
        if name in ("run_line_magic", "run_cell_magic") and texts and texts[0] in _REENTERING:
            return
        if name in ("run_line_magic", "run_cell_magic", "system", "getoutput", "ev", "ex", "run_cell"):
            body = texts[1:] if name.startswith("run_") and len(texts) > 1 else texts
            self.opaque_names({n for text in body for n in _IDENTIFIER.findall(text)})
        if name in ("system", "getoutput") or (texts and texts[0] in _PROCESSES):
            self.recorder.mutate("file", WHOLE, "assumed")


_PURE = ["pure"]
_LOUD = {"effect": None}
_REENTERING = frozenset({"time", "capture", "prun"})
_PROCESSES = frozenset({"bash", "sh", "script", "system", "sx", "writefile", "run", "perl", "ruby", "python3"})


def _library_init(cls, namespace):
    """Whether creating an instance runs a library's `__init__` (a notebook class that extends a library's)."""
    for base in cls.__mro__:
        init = base.__dict__.get("__init__")
        if init is not None:
            if isinstance(init, types.FunctionType):
                return init.__globals__ is not namespace
            return False
    return False
