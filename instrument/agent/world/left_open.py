"""Files that a statement leaves open for writing: what is not written yet follows later, in a statement
that need not name the file, as when a list lets go of the last reference to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..observer import Observer
from .file_signatures import described
from .files import Recorded, record_file
from .open_files import inodes_written
from .paths import absolute, join, real

if TYPE_CHECKING:
    from ..record.recorder import Recorder
    from ..record.statement import Statement
    from .file_signatures import Signature

MOST = 8
"""The most files that are looked at after each statement."""


class LeftOpen(Observer):
    """Records these later writes. `files`: the signature of each open file after the last statement."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.files: dict[str, Signature | None] = {}

    def report(self, statement: Statement, state: None) -> None:
        used = statement.states.get(Recorded, ())
        if not used and not self.files:
            return
        written = {
            real(absolute(text) if folder is None else join(folder, text))
            for mode, text, folder in used
            if mode != "r"
        }
        changed = {path for path, was in self.files.items() if described(path) != was} - written
        for path in sorted(changed):
            self.recorder.kept_files.note_gone_on(path)
            record_file(self.recorder, path, "rw")
        if not written and not changed:
            return
        opened = inodes_written()
        for path in written | changed:
            self.files.pop(path, None)
            signature = described(path)
            if signature is not None and signature[2] in opened:
                self.files[path] = signature
        for path in list(self.files)[:-MOST]:
            del self.files[path]
