"""Settings of libraries and of the interpreter (how figures look, how frames print, how IPython
shows a type, which warnings are errors) that no declared call has set, but code inside a library, a
module while it was imported, or a magic. They are compared after every statement. It does not know
who reads them.
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
    """The options as they were after the last statement. `found`: those among them that we make of
    what is there, which are the same object while that is the same. `versions`: of the tables of
    `magics`. `beside`: what matplotlib keeps beside its options, as far as those who set options
    set it, when somebody had last set or drawn something.
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
        """Record the options that are not what they were after the last statement, or when their
        library was loaded.
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
                # another version of the library, or one that is not loaded to its end
                continue
            if by_drawing(before, now) != before:
                self.recorder.mutate(name, WHOLE, "compared")
            elif name == DRAWING:
                # a later `rc_context` brings back what was there before
                self.recorder.write(BACKEND, WHOLE, "compared")

    def _restored(self, name: str) -> None:
        """Options are what they were: a statement that has set some and brought them back (`with
        pd.option_context(…):`), that has set what was set already, or that failed first, has
        changed none.
        """
        statement = self.recorder.current
        if statement is None or name == FIGURE_FORMATS:
            # (`%config InlineBackend.rc = …` is looked at by a later `%matplotlib inline`)
            return
        if name == DRAWING:
            if (name, WHOLE) not in statement.writes and (PYPLOT, WHOLE) not in statement.writes:
                return
            beside, self.beside = self.beside, kept_beside(sys.modules["matplotlib"])
            # (a `with` also brings back what the first drawing has chosen in it: for good)
            if beside != self.beside:
                return
        if name == "numpy.options":
            handling, self.handling = self.handling, error_handling()
            if handling != self.handling:
                return
        statement.withdraw((name, WHOLE))

    def report_magics(self) -> None:
        """Record the magics that were registered, replaced or removed, one by one."""
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
