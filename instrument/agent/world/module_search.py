"""Python's search for modules: its settings, and files that the search may find in place of a
statement's modules.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..objects.locations import WHOLE
from .local_modules import find_module, is_local
from .paths import basename, dirname, isdir, join, real

if TYPE_CHECKING:
    from ..record.recorder import Recorder
    from .module_code import Loading


def read_search(recorder: Recorder) -> None:
    """Read the settings of the search for modules."""
    live = sys.modules["sys"]
    for obj in (live.path, live.modules, live.meta_path, live.path_hooks):
        token = recorder.tokens.peek(obj)
        if token in recorder.written:
            recorder.read(token, WHOLE)
    for world in ("cwd", "environ"):
        if world in recorder.written:
            recorder.read(world, WHOLE)


def watch_places(recorder: Recorder, loading: Loading) -> None:
    """Modules are looked for: where there is none yet, in a folder of `sys.path` or of its
    package, another program may put one.
    """
    for name in loading.sought:
        holder, _, tail = name.rpartition(".")
        package = sys.modules.get(holder)
        folders = (
            loading.places.get(holder, getattr(package, "__path__", None)) if holder else sys.path
        )
        if name in sys.modules or folders is None or tail in getattr(package, "__dict__", {}):
            continue
        spec = find_module(name, folders if holder else None)
        file = getattr(spec, "origin", None)
        if spec is not None and not (type(file) is str and is_local(file)):
            continue
        for place in list(folders):
            place = real(place or ".")
            if not is_local(place):
                continue
            if not isdir(place):
                recorder.watched_files.read(place)
                continue
            if type(file) is str and dirname(real(file)) in (place, join(place, tail)):
                break
            importers = [
                body.code.co_filename
                for body in loading.bodies
                if body.code is not None and name in body.imports
            ]
            for path in (join(place, tail), join(place, tail + ".py")):
                recorder.watched_files.read(path)
                recorder.imports.used.reading(path, importers)


def module_names(path: str) -> set[str]:
    """The possible names of a module in this file, or in its folder."""
    return {basename(path).partition(".")[0], basename(dirname(path))}
