"""Declared effects of the library functions, classes and methods that code names."""

from ..effects.arguments import flat_actions
from ..objects.attributes import PATHS, home

READ_SOURCES = frozenset({"getsource", "getsourcelines", "findsource", "getcomments"})
"""Functions of `inspect` that read the source file of their argument."""
_READ_FILES = ["file", "r"]
_ON_PATHS = frozenset(
    {
        "os",
        "posix",
        "shutil",
        PATHS,
        "glob",
        "tempfile",
        "os.path",
        "posixpath",
        "genericpath",
        "subprocess",
    }
)
"""Modules that change files without a call of `open`, so that no hook notices."""


class DeclaredUses:
    """Adds the actions of declarations to what code has `reached`."""

    def __init__(self, effects):
        self.effects = effects

    def of(self, value, reached):
        """Add the actions of a named function or class."""
        if getattr(value, "__module__", None) == "inspect" and value.__name__ in READ_SOURCES:
            reached.actions[id(value)] = _READ_FILES
        found = self.effects.find(value)
        if found is not None:
            self._actions(
                found.spec,
                home(value) if issubclass(type(value), type) else getattr(value, "__module__", ""),
                reached,
            )

    def of_methods(self, kind, names, reached):
        """Add the declared actions of an object's methods with these names."""
        for name in {name for base in kind.__mro__[:-1] for name in names & vars(base).keys()}:
            spec = self.effects.method(kind, name)
            if spec is not None:
                self._actions(spec, home(kind), reached)

    def of_class(self, cls, names, reached):
        """Add the actions of a class's own methods with these names, without inherited ones."""
        for name in names & vars(cls).keys():
            spec = self.effects.method(cls, name)
            if spec is not None:
                self._actions(spec, home(cls), reached)

    def _actions(self, spec, module, reached):
        for action in flat_actions(spec["effect"]):
            if action[0] != "file" or module in _ON_PATHS:
                reached.actions[id(action)] = action
