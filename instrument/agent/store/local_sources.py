"""The files of the user's loaded modules. A module may use any other one, so all files count for
each.
"""

from __future__ import annotations

import hashlib
import sys
from typing import TYPE_CHECKING

from ..world.local_modules import local_file
from ..world.paths import real

if TYPE_CHECKING:
    from ..world.used_modules import UsedModules


class LocalSources:
    """`files`: by module, its file and the files read while the module was loaded, each with a digest
    of the content at the time.
    """

    def __init__(self, used: UsedModules) -> None:
        self.used = used
        self.files: dict[str, dict[str, str]] = {}
        self.seen: set[str] = set()
        self._digest = ""

    def look(self) -> list[str]:
        """The files of the modules loaded since the last look."""
        fresh = []
        for name in set(sys.modules) - self.seen:
            self.seen.add(name)
            file = None if name == "__main__" else local_file(sys.modules.get(name))
            if file is not None:
                source = self.used.sources.get(name)
                digests = {} if source is None else source.digests
                self.files[name] = {
                    path: digests[path].hex() if digests.get(path) is not None else _digest_of(path)
                    for path in {real(file), *digests}
                }
                fresh += self.files[name]
        if fresh:
            self._digest = hashlib.sha1(repr(sorted(self.files.items())).encode()).hexdigest()
        return fresh

    def is_local(self, module: str) -> bool:
        return module in self.files

    def digest(self) -> str:
        """A digest of all of these files."""
        return self._digest


def _digest_of(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return hashlib.sha1(file.read()).hexdigest()
    except OSError:
        return ""
