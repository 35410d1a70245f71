"""Paths as arguments of undeclared functions: C code opens files out of sight (`cv2.imwrite(path,
image)`), and Python code asks for sizes or removes files.

The file under such a path is read, and compared before and after the statement.

Unsound: a file is missed that C code writes under another path than its arguments, or changes
within a tick of the clock without a new size.
"""

from ..objects.locations import WHOLE
from ..world.changed_files import record_changes
from ..world.file_signatures import entries
from ..world.files import record_file
from ..world.named_paths import is_path_type, may_be_path
from ..world.paths import absolute, isdir, real, stat, text_of

_FEW = 1000
"""The most members of a list searched for paths."""


class GivenPaths:
    """The paths in arguments of a statement's unknown calls, each with the former state of its
    file. `others`: texts known to be no paths while the notebook uses the same number of files and
    folders (`known`). `folders`: by path, the former entries of folders.
    """

    def __init__(self, recorder):
        self.recorder = recorder
        self.before = {}
        self.folders = {}
        self.others = set()
        self.known = 0

    def note(self, values):
        """Note the paths among the arguments of a call that is about to happen."""
        for value in values:
            kind = type(value)
            if is_path_type(kind):
                self._note(value)
            elif kind in (list, tuple, set) and len(value) <= _FEW:
                for part in value:
                    if is_path_type(type(part)):
                        self._note(part)

    def _note(self, path):
        recorder = self.recorder
        text = text_of(path)
        if text in self.before:
            return
        known = len(recorder.known_files.files) + len(recorder.known_files.folders)
        if known != self.known:
            self.others.clear()
            self.known = known
        if text in self.others:
            return
        if not may_be_path(text, recorder):
            if len(self.others) < _FEW:
                self.others.add(text)
            return
        state = self.before[text] = _state(text)
        known = absolute(text)
        if isdir(text):
            recorder.kept_files.note_all()
            self.folders[text] = entries(real(text))
        else:
            recorder.kept_files.note(real(text), is_named=False)
        if known in recorder.known_files.folders:
            recorder.read("file", WHOLE)
        elif state is not None or known in recorder.known_files.files:
            record_file(recorder, text, "r")

    def report(self):
        """Record changed files as written."""
        for text, before in self.before.items():
            known = self.folders.get(text, {})
            if known or (before is None and isdir(text)):
                record_changes(self.recorder, known, entries(real(text)))
            if _state(text) != before:
                record_file(self.recorder, text, "rw")


def _state(text):
    try:
        found = stat(text)
    except (OSError, ValueError):
        return None
    return (found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, found.st_mode)
