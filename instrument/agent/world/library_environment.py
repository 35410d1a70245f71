"""The environment under which libraries were loaded.

A process loads a library once. Its import does nothing when it runs again under another
environment, where a run from the top would load the library otherwise: only a restart helps. A
library reads the variables whose name stands in one of its files, or the beginning of whose name
stands there in quotes (`"DASK_"`).

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
"""The world location, by load, of what libraries have read of the environment."""
_LONGEST = 2_000_000
"""Bytes of the largest file that is searched for names of variables."""


class LibraryEnvironment:
    """`at_load`: by the number of a load (`imports`), the environment after it."""

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
        """A statement imports modules. Where an earlier run of the cell has loaded them, that load
        stands for the one that the statement would make.
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
