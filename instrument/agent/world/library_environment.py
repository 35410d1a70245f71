"""The environment under which libraries were loaded.

A process loads a library once. A second import under another environment does nothing, but a run
from the top would load the library otherwise: only a restart helps. A library is taken to read a
variable if one of its files has the variable's name, or the beginning of the name in quotes
(`"DASK_"`).

Unsound: environment variables are missed that compiled code reads, or that no cell had written
before the library was loaded.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from ..objects.locations import WHOLE
from .local_modules import is_local
from .plain_files import open_plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .imports import Imports

ENVIRONMENT = "environ"
LOADED_UNDER = "environment of libraries"
"""The world location, by load, of reads of the environment by libraries."""
_LONGEST = 2_000_000
"""Bytes of the largest file searched for names of variables."""


class LibraryEnvironment:
    """The environment after each load. `at_load`: by the number of the load (`imports`)."""

    def __init__(self, imports: Imports) -> None:
        self.imports = imports
        self.recorder = imports.recorder
        self.at_load: dict[int, dict[str, str]] = {}

    def loaded(self, number: int) -> None:
        """A statement has loaded modules."""
        if ENVIRONMENT in self.recorder.written:
            self.at_load[number] = dict(os.environ)
            self.recorder.write(LOADED_UNDER, "n%d" % number)

    def imported(self, names: Iterable[str]) -> None:
        """Record imports of a statement. A load by an earlier run of the cell stands for the load
        of this statement.
        """
        loads, loaders = self.imports.loads, self.imports.loaders
        # (a package and its parts are mostly of one load, whose files are searched once)
        for number in self.at_load.keys() & {loads.get(name) for name in names}:
            if loaders[number] == self.imports.used.cell:
                self._stands_again(number)

    def _stands_again(self, number: int) -> None:
        recorder, field = self.recorder, "n%d" % number
        recorder.read(ENVIRONMENT, WHOLE)
        then, now = self.at_load[number], os.environ
        changed = {key for key in {*then, *now} if then.get(key) != now.get(key)}
        if changed and self._reads_any(number, changed):
            recorder.mutate(LOADED_UNDER, field)
        else:
            recorder.write(LOADED_UNDER, field)

    def _reads_any(self, number: int, variables: set[str]) -> bool:
        """Whether a file of these libraries has the name of one of these variables, or its
        beginning.
        """
        texts = {text.encode() for key in variables for text in (key, *_beginnings(key))}
        for name, load in self.imports.loads.items():
            file = getattr(sys.modules.get(name), "__file__", None)
            if load != number or type(file) is not str or is_local(file):
                continue
            try:
                with open_plain(file) as opened:
                    content = opened.read(_LONGEST)
            except OSError:
                continue
            if any(text in content for text in texts):
                return True
        return False


def _beginnings(key: str) -> tuple[str, ...]:
    start, mark, _ = key.partition("_")
    return ('"%s_"' % start, "'%s_'" % start) if mark else ()
