"""Files that change while code runs that says nowhere which ones: `COPY … TO 'out.csv'`, a folder
with a file for each group. The folder of the notebook, and what is below paths that the code was
given, are compared before and after the statement.

Unsound: files that unknown code changes outside of the current folder are missed, unless the code
got their paths.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..objects.locations import WHOLE
from .file_signatures import MANY, entries
from .files import made_folder, record_file
from .paths import absolute, getcwd, join

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from ..record.recorder import Recorder
    from .file_signatures import Signature


class ChangedFiles:
    """The files as they were before. `before`: how the file system describes them, by path."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.folders: list[str] = []
        self.before: dict[str, Signature] = {}

    def watch(self, paths: Iterable[str]) -> None:
        """Such code is about to run."""
        self.recorder.kept_files.note_all()
        for folder in (getcwd(), *map(absolute, paths)):
            if not any(join(folder, "").startswith(join(known, "")) for known in self.folders):
                self.folders.append(folder)
                self.before.update(entries(folder))
                self.recorder.kept_files.note_below(folder) if folder != getcwd() else None

    def report(self) -> None:
        """Record what has changed, come or gone as written."""
        after = {}
        for folder in self.folders:
            after.update(entries(folder))
        record_changes(self.recorder, self.before, after)


def record_changes(recorder: Recorder, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Record what differs between two descriptions of files, by path, as written."""
    if max(len(before), len(after)) >= MANY:
        recorder.mutate("file", WHOLE, "assumed")
        return
    for path in sorted(before.keys() | after.keys()):
        was, now = before.get(path), after.get(path)
        if was == now:
            continue
        recorder.kept_files.note_changed(path)
        if now is not None and now[0] == "folder":
            made_folder(recorder, path)
        else:
            record_file(recorder, path, "w" if was is None else "rw")
