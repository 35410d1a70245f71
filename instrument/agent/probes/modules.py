"""Loads the user's modules with probes at the entries of their functions (`rewriting/modules`).

Python's own loader of sources returns code as ever, cached bytecode included, and this module
exchanges the code. Nothing is written. Modules of libraries have probes for lists of subclasses only
(`library_modules`). Modules from archives, without sources, of other loaders,
and scripts have no probes.
"""

import ast
import gc
import importlib.machinery

from ..rewriting.modules import ModuleRewriter
from ..world.local_modules import is_local
from ..world.module_code import GET_CODE, LOOKED_AT, SOURCE_TO_CODE, quietly
from .library_modules import library_code

_LOADER = importlib.machinery.SourceFileLoader
_OF_FUNCTIONS = (b"def", b"lambda", b"for")
"""In the source of every function, lambda or generator expression."""
_WRAPPER = """
def get_code(self, fullname):
    return given(original(self, fullname))
"""


class GetCode:
    """Replaces the loader's method `get_code`. Without a change in the code, the loader's own
    result is returned, so that errors look as ever.
    """

    def __init__(self, sites, plain, before_module):
        self.sites = sites
        self.plain = plain
        self.before_module = before_module

    def __get__(self, loader, cls=None):
        # the module being loaded may just have loaded a compiler or pickler
        self.before_module()
        original = GET_CODE.__get__(loader, cls)
        if type(loader) is not _LOADER:
            return original
        if not is_local(loader.path):
            return library_code(loader, self.plain)
        probed = quietly(lambda: _with_probes(loader, self.sites))
        if probed is None:
            return original

        def given(code):
            return probed if code is not None and self.plain.pair(probed, code) else code

        scope = {"given": given, "original": GET_CODE}
        # under the name of the import system, whose frames Python takes out of tracebacks
        exec(compile(_WRAPPER, "<frozen importlib._bootstrap_external>", "exec"), scope)
        return scope["get_code"].__get__(loader)


class SourceToCode:
    """Replaces the loader's method that compiles. A module already compiled for a look is not
    compiled again.
    """

    def __get__(self, loader, cls=None):
        original = SOURCE_TO_CODE.__get__(loader, cls)
        if type(loader) is not _LOADER or loader.path not in LOOKED_AT:
            return original

        def source_to_code(data, path, *, _optimize=-1):
            text, code = LOOKED_AT.pop(path, (None, None))
            return code if text == data else original(data, path, _optimize=_optimize)

        return source_to_code


def load_with_probes(sites, plain, before_module):
    """Load all modules so from now on. `plain` has the code without probes, for readers of code;
    `before_module()` is called before each module.
    """
    _LOADER.get_code = GetCode(sites, plain, before_module)
    _LOADER.source_to_code = SourceToCode()


def _with_probes(loader, sites):
    """The code of the module with probes; None for a module without functions."""
    path = loader.path
    text = loader.get_data(path)
    if not any(word in text for word in _OF_FUNCTIONS):
        return None
    tree = ast.parse(text, path)
    collects = gc.isenabled()
    gc.disable()
    try:
        return compile(ModuleRewriter(sites.new_entry).visit(tree), path, "exec", dont_inherit=True)
    finally:
        if collects:
            gc.enable()
