"""What code does that names a function, class or method of a library, by the declarations."""

from ..effects.arguments import flat_actions
from ..objects.attributes import PATHS, home

READ_SOURCES = frozenset({"getsource", "getsourcelines", "findsource", "getcomments"})
"""Functions of `inspect` that read the file of what they are handed."""
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
"""Modules that change files without a call of `open`, which a hook would see."""


class DeclaredUses:
    """Adds the actions of declarations to what code has `reached`."""

    def __init__(self, effects):
        self.effects = effects

    def of(self, value, reached):
        """The function or class `value` is named."""
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
        """What the methods of an object of a library are declared to do that have these names."""
        for name in {name for base in kind.__mro__[:-1] for name in names & vars(base).keys()}:
            spec = self.effects.method(kind, name)
            if spec is not None:
                self._actions(spec, home(kind), reached)

    def of_class(self, cls, names, reached):
        """Methods of a class of a library, and those that it inherits not, have these names."""
        for name in names & vars(cls).keys():
            spec = self.effects.method(cls, name)
            if spec is not None:
                self._actions(spec, home(cls), reached)

    def _actions(self, spec, module, reached):
        for action in flat_actions(spec["effect"]):
            if action[0] != "file" or module in _ON_PATHS:
                reached.actions[id(action)] = action
