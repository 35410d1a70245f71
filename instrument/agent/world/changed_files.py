"""Files changed by code without a file name for each: `COPY … TO 'out.csv'`, a folder with a file
for each group. The files are compared before and after the statement: the notebook's folder, the
paths among the code's arguments with everything below, and files open for writing.

Unsound: files that unknown code opens and changes outside of the current folder are missed, unless
the code got their paths.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..objects.locations import WHOLE
from .file_signatures import MANY, described, entries
from .files import made_folder, record_file
from .open_files import files_written
from .paths import absolute, getcwd, isdir, join

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from ..record.recorder import Recorder
    from .file_signatures import Signature


AT_START = frozenset(files_written())
"""Files of the kernel itself, such as IPython's history."""


class ChangedFiles:
    """The files before the statement. `files`: those outside of the `folders`; `before`: their
    signatures by path.
    """

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.folders: list[str] = []
        self.files: set[str] = set()
        self.before: dict[str, Signature | None] = {}

    def watch(self, paths: Iterable[str]) -> None:
        """Watch the files before such code runs. `paths`: its folders and files."""
        kept = self.recorder.kept_files
        kept.note_all()
        files = set(map(absolute, paths))
        if not self.folders:
            # no argument names the file of a writer opened by a cell above
            files.update(files_written())
            files -= AT_START
        for folder in (getcwd(), *filter(isdir, files)):
            if not self._is_below(folder):
                self.folders.append(folder)
                self.before.update(entries(folder))
                kept.note_below(folder) if folder != getcwd() else None
        for path in files - self.files:
            if not self._is_below(path):
                self.files.add(path)
                self.before[path] = described(path)
                kept.note_beside(path)

    def _is_below(self, path: str) -> bool:
        """Whether a path is one of the folders, or inside one."""
        return any(join(path, "").startswith(join(known, "")) for known in self.folders)

    def report(self) -> None:
        """Record changed, new and removed files as written."""
        after: dict[str, Signature | None] = {path: described(path) for path in self.files}
        for folder in (*self.folders, *filter(isdir, self.files)):
            after.update(entries(folder))
        record_changes(self.recorder, self.before, after)


def record_changes(recorder: Recorder, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Record as written the differences between two sets of signatures, by path."""
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
