"""Who changed a file during a run: the notebook, or perhaps another program.

A file that changed while a command or unknown code ran may have been saved in an editor meanwhile.
Putting it back would then destroy the work of a person. Sluice therefore puts back a file only if
it knows the writer: a call that names the file, or a short run and no file of the kind that people
type.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from .paths import basename, dirname, getcwd, splitext

if TYPE_CHECKING:
    from collections.abc import Iterable

SHORT = 5.0
"""Seconds of a run during which a person hardly saves a data file."""
_TYPED = frozenset(
    ".py .pyi .pyx .ipynb .md .rst .tex .bib .sh .bash .r .rmd .jl .sql .js .ts .tsx .jsx .html .css "
    ".toml .yaml .yml .cfg .ini .env .c .h .cpp .hpp .rs .go .java .scala".split()
)
"""Endings of files that people type."""
_TYPED_NAMES = frozenset({"Makefile", "Dockerfile", "README", "LICENSE", ".gitignore", ".env"})


class FileAuthors:
    """`named`: the paths that calls of the present run write, as they say; `doubtful`: the paths
    that changed during earlier runs, and that another program may have written.
    """

    def __init__(self) -> None:
        self.named: set[str] = set()
        self.doubtful: set[str] = set()
        self._since: float | None = None

    def begin(self) -> None:
        """A run begins."""
        self.named = set()
        self._since = None

    def watch(self) -> None:
        """Code is about to run that does not say which files it changes."""
        if self._since is None:
            self._since = time.monotonic()

    def finish(self, changed: Iterable[str], same: Iterable[str]) -> None:
        """The run has ended. `changed`: the paths that differ from before; `same`: other paths that
        it may have written.
        """
        self.doubtful.difference_update(same)
        is_short = self._since is None or time.monotonic() - self._since <= SHORT
        for path in changed:
            if self._is_named(path) or (is_short and not _is_typed(path)):
                self.doubtful.discard(path)
            else:
                self.doubtful.add(path)

    def _is_named(self, path: str) -> bool:
        folder = getcwd()
        while path not in self.named:
            if path in (folder, dirname(path)):
                return False
            path = dirname(path)
        return True


def _is_typed(path: str) -> bool:
    return splitext(path)[1].lower() in _TYPED or basename(path) in _TYPED_NAMES
