"""Calls that run a module's code without probes, or read its file: importlib, runpy, inspect."""

import importlib.util
import sys
import types

from ..objects.locations import WHOLE
from ..world.local_modules import local_file
from ..world.module_code import Loading
from ..world.module_search import watch_places
from ..world.paths import text_of
from .declared_uses import READ_SOURCES


class RunModules:
    """Records modules imported, loaded again or run by name. `special` records their code."""

    def __init__(self, special):
        self.special = special
        self.recorder = special.recorder

    def imported(self, callee, args, kwargs):
        """Record an import by name, a load by path, or a reload: the module's code runs without
        probes.
        """
        name = getattr(callee, "__name__", None)
        values = [*args, *kwargs.values()]
        asked = _asked(values) if name in ("import_module", "__import__") else None
        if asked is not None:
            self.recorder.imports.aside.load_again((asked,))
            self.recorder.imports.read(asked)
            self.special.before_import((asked,))
            return True
        if name not in ("reload", "exec_module", "load_module") or not values:
            return False
        module = values[0]
        spec = getattr(module, "__spec__", None)
        loading = Loading(())
        if name == "reload":
            loading.run_again(getattr(module, "__name__", ""))
            self.recorder.kept_objects.note_object(module)
        elif spec is not None:
            loading.run_spec(spec)
        self.special.load(loading)
        self.special.enter_library(self.recorder.current)
        if issubclass(type(module), types.ModuleType):
            self.recorder.mutate(self.recorder.tokens.of(module), WHOLE)
        return True

    def looked_for(self, callee, args, kwargs):
        """Record a search for a module. The module is not loaded, but the packages around it are."""
        asked = (
            _asked([*args, *kwargs.values()])
            if getattr(callee, "__name__", None) == "find_spec"
            else None
        )
        if asked is not None:
            self.recorder.imports.read(asked)
            package = asked.rpartition(".")[0]
            if package:
                self.special.before_import((package,))
            watch_places(self.recorder, Loading((asked,)))
        return False

    def run_by_name(self, callee, args, kwargs):
        """Record the run of a script or module, by its path or name."""
        values = [*args, *kwargs.values()]
        if callee.__name__ not in ("run_path", "run_module") or not values:
            return False
        main = "__main__" in values
        if callee.__name__ == "run_path":
            self.run_script(values[0], main)
        elif issubclass(type(values[0]), str):
            self.run_module(values[0], main)
        return False

    def run_module(self, name, main):
        """Record the run of the module of this name, loaded or not."""
        loading = Loading((name,))
        loading.run_again(name, main)
        self.special.load(loading)

    def run_script(self, path, main):
        """Record the run of a file as a script."""
        try:
            path = text_of(path)
        except TypeError:
            return
        self.special.applied.file(path, "r")
        loading = Loading(())
        loading.run_script(path, main)
        self.special.load(loading)

    def inspected(self, callee, args, kwargs):
        """Record a read of the source of a function or class: its file may have changed."""
        made = args[0] if args else None
        if callee.__name__ in READ_SOURCES and issubclass(
            type(made), (types.ModuleType, types.FunctionType, types.MethodType, type)
        ):
            file = local_file(
                made
                if issubclass(type(made), types.ModuleType)
                else sys.modules.get(made.__module__)
            )
            if file is not None and self.recorder.imports.may_be_new(file):
                self.special.applied.file(file, "r")
        return False


def _asked(values):
    """The name of a module, with its package for a relative name; None for other values than text."""
    if not values or not issubclass(type(values[0]), str):
        return None
    package = values[1] if len(values) > 1 and issubclass(type(values[1]), str) else ""
    return (
        importlib.util.resolve_name(values[0], package)
        if values[0][:1] == "." and package
        else values[0]
    )
