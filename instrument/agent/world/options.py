"""Settings of libraries and of the interpreter set without a declared call: how figures look, how
frames print, how IPython displays a type, which warnings are errors. Code inside a library, an
imported module or a magic has set these. They are compared after every statement. Their readers are
not known here.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..objects.cpython import version_of
from ..objects.figures import PYPLOT
from ..objects.locations import WHOLE, is_of_world, key_field
from ..observer import Observer
from .compared_options import by_drawing, by_ipython, copied, error_handling, kept_beside
from .shell import current_shell, trait
from .table import BACKEND, DRAWING, ENTRIES, FIGURE_FORMATS, MAGICS

if TYPE_CHECKING:
    from typing import Any

    from ..record.recorder import Recorder
    from ..record.statement import Statement

_COMPARED: list[Any] = [entry for entry in ENTRIES if entry.now is not None]


class Options(Observer):
    """The options after the last statement. `found`: options computed from other data, by location;
    the same object while the data stay. `versions`: of the tables of `magics`. `beside`: state of
    matplotlib beside its options, set together with options, at the last setting or drawing.
    """

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.kept: dict[str, dict[Any, Any]] = {}
        self.found: dict[str, object] = {}
        self.magics: dict[str, dict[str, Any]] | None = None
        self.versions: list[int | None] | None = None
        self.handling: object = None
        self.beside: object = None

    def report(self, statement: Statement, state: None) -> None:
        if statement.foreign or any(map(is_of_world, statement.writes)):
            self.compare()

    def compare(self) -> None:
        """Record the options that have changed since the last statement, or since the load of their
        library.
        """
        self.report_magics()
        for entry in _COMPARED:
            module = entry.home()
            if module is None:
                continue
            name, find, first = entry.location, entry.now, entry.first
            try:
                now = find(module)
                if now is self.found.get(name):
                    self._restored(name)
                    continue
                if find is first:
                    # no options as they are there, but made of them
                    self.found[name] = now
                before = self.kept.get(name)
                if before is None:
                    before = self.kept[name] = copied(first(module))
                    if name == DRAWING:
                        self.beside = kept_beside(module)
                # matplotlib's own access converts and warns
                if dict.__eq__(now, before):
                    self._restored(name)
                    continue
                now = self.kept[name] = copied(now)
                if name == DRAWING:
                    self.beside = kept_beside(module)
            except (AttributeError, KeyError, TypeError, ValueError):
                # another version of the library, or a partly loaded one
                continue
            if by_drawing(before, now) != before:
                self.recorder.mutate(name, WHOLE, "compared")
            elif name == DRAWING:
                # a later `rc_context` restores this state
                self.recorder.write(BACKEND, WHOLE, "compared")

    def _restored(self, name: str) -> None:
        """Note unchanged options: a statement that has set options and restored these (`with
        pd.option_context(…):`), has set the same value again, or failed first, has changed none.
        """
        statement = self.recorder.current
        if statement is None or name == FIGURE_FORMATS:
            # (`%config InlineBackend.rc = …` is looked at by a later `%matplotlib inline`)
            return
        if name == DRAWING:
            if (name, WHOLE) not in statement.writes and (PYPLOT, WHOLE) not in statement.writes:
                return
            beside, self.beside = self.beside, kept_beside(sys.modules["matplotlib"])
            # (a `with` also reverts the choices of the first drawing in its block, for good)
            if beside != self.beside:
                return
        if name == "numpy.options":
            handling, self.handling = self.handling, error_handling()
            if handling != self.handling:
                return
        statement.withdraw((name, WHOLE))

    def report_magics(self) -> None:
        """Record registered, replaced and removed magics one by one."""
        shell = current_shell()
        if shell is None:
            return
        now, before = trait(trait(shell, "magics_manager"), "magics"), self.magics
        versions = list(map(version_of, now.values()))
        if versions == self.versions and None not in versions:
            return
        self.versions = versions
        if now == before:
            return
        self.magics = {kind: dict(named) for kind, named in now.items()}
        if before is None:
            return
        for kind, named in now.items():
            for name in named.keys() | before[kind].keys():
                old, new = before[kind].get(name), named.get(name)
                # IPython loads its own when they are first used
                if old != new and not (by_ipython(old) and by_ipython(new)):
                    self.recorder.write(MAGICS, key_field(name))
