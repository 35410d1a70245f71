"""Code in strings and code objects (`exec`, `eval`, text for libraries): without probes. All names
in the code are read deeply, and the objects behind the names are compared.
"""

from __future__ import annotations

import ast
import sys
import types

from ..kinds.figures import is_artist
from ..objects.callables import code_names, names_looked_up
from ..objects.cpython import imports_anything, nested_codes, stores_attributes
from ..objects.frames import local_values
from ..objects.iterators import is_iterator
from ..objects.locations import GLOBALS, WHOLE
from ..rewriting.probe_names import PREFIX
from ..world.module_bodies import leads_outside
from ..world.module_code import Loading
from ..world.paths import OWN
from .hidden_state import write_open_files


def _variables():
    """The variables around the probe's caller: of a function or class body. A cell has none,
    because its variables are global names.
    """
    frame = sys._getframe(1)
    while frame.f_code.co_filename.startswith(OWN):
        frame = frame.f_back
    return {} if frame.f_locals is frame.f_globals else local_values(frame)


class CodeInStrings:
    """Records effects of code without probes."""

    def __init__(self, calls):
        self.recorder = calls.recorder
        self.reach = calls.reach
        self.applied = calls.applied
        self.watch = calls.unknown.watch
        self.load = calls.loads.load
        self.enter_library = calls.enter_library
        self.own_modules = calls.unknown.own_modules

    def run(self, args):
        """Record `exec` or `eval`. Without given namespaces, code in a string finds the variables
        of the calling function.
        """
        given = any(scope is not None for scope in args[1:3])
        self.code(args, {} if given else _variables())

    def code(self, args, variables=types.MappingProxyType({})):
        """Record code in these namespaces. `variables`: those of the surrounding function."""
        if not args:
            return
        source = args[0]
        if issubclass(type(source), (str, bytes)):
            try:
                code = compile(
                    source, "<string>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True
                )
            except (SyntaxError, ValueError):
                return
        elif issubclass(type(source), types.CodeType):
            code = source
        else:
            return
        if any(n.startswith(PREFIX) for n in code_names(code)):
            return
        self.enter_library(self.recorder.current)
        scopes = [
            a for a in args[1:3] if issubclass(type(a), dict) and a is not self.recorder.namespace
        ]
        # with a dictionary that stands for the globals, names are not looked for in the notebook
        own = scopes[0] if scopes and scopes[0] is args[1] else None
        self.own_modules.run(code, self.recorder.namespace if own is None else own)
        names = code_names(code)
        variables = {name: variables[name] for name in names & variables.keys()}
        # (functions in it look for theirs in the notebook)
        hidden = {*variables, *(scopes[-1] if scopes else ())} - set().union(
            *map(code_names, nested_codes(code))
        )
        if own is None:
            self.opaque_names(names - hidden, variables.values())
            # whoever binds a missing name changes the outcome
            missing = names - hidden - self.recorder.namespace.keys()
            for name in missing and missing & names_looked_up(code):
                self.recorder.global_names.read(name)
        used = [
            {
                name: self.recorder.namespace[name]
                for name in (names - hidden) & self.recorder.namespace.keys()
            },
            variables,
            *scopes,
        ]
        named = [dict.get(scope, name) for scope in used for name in names]
        self._beyond_objects(code, names, named)
        if imports_anything(code) or any(map(leads_outside, named)):
            loading = Loading(())
            loading.run(code, used)
            self.load(loading)
        for scope in scopes:
            self.reach.deep_read(scope)
            self.watch([scope])

    def _beyond_objects(self, code, names, named):
        """Record effects beside changes of the named objects (`named`): of files, figures,
        attributes of classes and modules.
        """
        if "open" in names:
            self.recorder.mutate("file", WHOLE, "assumed")
        for value in named:
            if is_artist(value):
                self.applied.mutate(value, "assumed")
        if stores_attributes(code) and any(
            issubclass(type(value), (type, types.ModuleType)) for value in named
        ):
            self.recorder.escape(
                "code in a string stores attributes, and names a class or module", lasting=True
            )

    def opaque_names(self, names, values=()):
        """Record the use of names by code without probes, and of further `values`."""
        namespace = self.recorder.namespace
        roots = list(values)
        for name in sorted(names):
            if name in namespace:
                self.recorder.read(GLOBALS, name)
                roots.append(namespace[name])
        if roots:
            # a switch has covered the names of the statement, not those in strings
            self.reach.deep_read(
                *roots,
                kind="observed" if self.recorder.current.on else "widened",
                follow_globals=True,
            )
            reached = self.reach.reached(roots, follow_globals=True)
            # (an opaque object may be changed by whoever names it)
            write_open_files(
                self.applied,
                self.watch(reached, [*roots, *(o for o in reached if is_iterator(type(o)))]),
            )
