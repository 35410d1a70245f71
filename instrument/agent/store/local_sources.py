"""The files of the user's loaded modules. A module may use any other one, so all files count for
each.
"""

from __future__ import annotations

import hashlib
import sys
from typing import TYPE_CHECKING

from ..world.local_modules import local_file
from ..world.paths import isfile, real
from .place import asks_where

if TYPE_CHECKING:
    from ..world.used_modules import UsedModules
    from .place import Place


class LocalSources:
    """`files`: by module, its file and the files read while the module was loaded, each with a digest
    of the content at the time.
    """

    def __init__(self, used: UsedModules, place: Place) -> None:
        self.used = used
        self.place = place
        self.files: dict[str, dict[str, str]] = {}
        self.seen: set[str] = set()
        self._digest = ""
        self.places = False

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
            self.places |= any(
                [path.endswith(".py") and asks_where(_content(path)) for path in fresh]
            )
            found = [
                (module, sorted((self._named(path), digest) for path, digest in files.items()))
                for module, files in sorted(self.files.items())
            ]
            self._digest = hashlib.sha1(repr(found).encode()).hexdigest()
        return fresh

    def _named(self, path: str) -> str:
        return path if self.places else self.place.relative(path)

    def is_local(self, module: str) -> bool:
        return module in self.files

    def digest(self) -> str:
        """A digest of all of these files, and of their place if one of them may ask for it."""
        return self._digest


def _digest_of(path: str) -> str:
    content = _content(path)
    return hashlib.sha1(content).hexdigest() if content or isfile(path) else ""


def _content(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""
