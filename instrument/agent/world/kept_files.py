"""The undo log for files: stores the states of files before a run changes them, so that the next
run of the cell finds the same files as the last.

Bounded: files of up to LONGEST bytes, TOTAL of all (`file_contents`), in the kernel's first folder
and the folder of temporary files. Later changes by other programs stay. The
file is long because every way to change a file stores the former state here.
"""

from __future__ import annotations

import itertools
import os
import tempfile
from types import MappingProxyType
from typing import TYPE_CHECKING

from .file_authors import FileAuthors
from .file_contents import ABSENT, FILE, FOLDER, UNKNOWN, Store, state_of
from .file_placing import put
from .file_signatures import MANY, described, entries, is_hidden
from .log_files import go_on
from .open_files import inodes_written, mapped_files
from .paths import getcwd, real

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from typing import Any

    from .file_contents import FileState
    from .file_signatures import Signature

MANY_NOTED = 200
"""The most files of one folder to store before its move or removal, or before a command."""
SMALL, SMALL_IN_ALL = 1_000_000, 16_000_000
"""The most bytes of a file stored before a command, and of all such files."""


class KeptFiles:
    """Stores the state of each path once in a run.

    `left`: the signature and state in which the notebook has left a path. `moved`: paths in the
    state after a cell above, not after all cells. `beside`: further files that a command may
    change. `seen`: signatures and states of paths before commands. `lost`: paths changed by a
    command without a stored state. `unplaced`: paths not in their wanted state at the beginning of
    the run; `others`: those changed by another program. `going_on`: files left open for writing;
    `steady`: those unchanged at the beginning of the run.
    """

    def __init__(self) -> None:
        self.roots = [
            os.path.join(real(folder), "") for folder in (getcwd(), tempfile.gettempdir())
        ]
        self.store = Store()
        self.authors = FileAuthors()
        self.noted: dict[str, FileState] = {}
        self.compared: set[str] = set()
        self.tree: dict[str, Signature] | None = None
        self.beside: set[str] = set()
        self.left: dict[str, tuple[Signature | None, FileState]] = {}
        self.moved: set[str] = set()
        self.seen: dict[str, tuple[Signature, FileState]] = {}
        self.lost: list[str] = []
        self.unplaced: set[str] = set()
        self.others: set[str] = set()
        self.going_on: set[str] = set()
        self.steady: set[str] = set()
        self.quiet = True
        self.mapped: set[int] = set()

    def begin(self) -> None:
        """A run begins, for which files have been placed or not."""
        self.noted, self.tree, self.lost, self.quiet = {}, None, [], True
        self.compared = set()
        self.beside.clear()
        self.authors.begin()
        self.steady = self.going_on - set(self.foreign(self.going_on))

    def begin_placing(self) -> None:
        """Files are about to be placed for a run."""
        self.unplaced, self.others = set(), set()

    def note(self, path: str, is_named: bool = True) -> None:
        """Store the state of a path that is about to change. `is_named`: a call names the path as
        its output; otherwise the call only mentions the path.
        """
        if path not in self.noted:
            self.noted[path] = state_of(path) if self.is_ours(path) else UNKNOWN
            if not is_named:
                self.authors.watch()
        elif path in self.compared:
            return
        if is_named:
            self.authors.named.add(path)

    def note_mapped(self, path: str, is_about_to: bool) -> None:
        """Store the state of a file that a memory map is about to change, or has perhaps changed.
        In the second case the state is UNKNOWN.
        """
        self._see_maps()
        if not is_about_to and path not in self.noted:
            self.noted[path] = UNKNOWN

    def note_below(self, path: str, is_named: bool = True) -> None:
        """Store the state of a path about to change, and of all paths below a folder (`note`)."""
        self.note(path, is_named)
        if self.noted[path][0] == FOLDER:
            for each in itertools.islice(entries(path, described), MANY_NOTED):
                self.note(each, is_named)

    def note_new(self, path: str) -> None:
        """Note a new path, or a removed path of unknown state."""
        if path not in self.noted:
            self.compared.add(path)
            self.noted[path] = ABSENT if os.path.lexists(path) and self.is_ours(path) else UNKNOWN

    def note_changed(self, path: str) -> None:
        """Note a path that has changed since `note_all`."""
        if path not in self.noted:
            self.compared.add(path)
            self.noted[path] = self._was(path, self.tree or {}) if self.is_ours(path) else UNKNOWN

    def note_gone_on(self, path: str) -> None:
        """Note a path that a run left open, and that has changed since by itself."""
        if path not in self.noted:
            self.compared.add(path)
            _, state = self.left.get(path, (None, UNKNOWN))
            self.noted[path] = state if self.is_ours(path) else UNKNOWN

    def _was(self, path: str, tree: Mapping[str, Signature]) -> FileState:
        """The state of a path at the time of these signatures; UNKNOWN without a stored state."""
        if path not in tree:
            return ABSENT
        left = self.left.get(path)
        if left is not None and tree[path] == left[0]:
            return left[1]
        return self.seen[path][1] if path in self.seen else UNKNOWN

    def note_all(self) -> None:
        """Store all states before a command, or other code that changes files without a name for
        them.
        """
        if self.tree is None:
            self.authors.watch()
            self._see_maps()
            self.tree = self._known_files()
            self._see_small(self.tree)

    def note_beside(self, path: str) -> None:
        """Add a file that may change as well, wherever it is. To be called after `note_all`."""
        if self.tree is None or path in self.tree or not self.is_ours(path):
            return
        self.beside.add(path)
        for each in filter(self.is_ours, (path, os.path.dirname(path))):
            signature = self._signature(each)
            if signature is not None:
                self.tree.setdefault(each, signature)

    def _see_small(self, tree: Mapping[str, Signature]) -> None:
        """Store the states of small files under these paths (with their signatures). States left by
        the notebook are stored already.
        """
        self.seen = {path: known for path, known in self.seen.items() if tree.get(path) == known[0]}
        left = SMALL_IN_ALL
        new = [path for path in tree if path not in self.seen and self.is_ours(path)]
        for path in new[:MANY_NOTED]:
            size = 0 if tree[path][0] == FOLDER else tree[path][1]
            if size <= min(SMALL, left):
                left -= size
                state = state_of(path)
                if state not in (ABSENT, UNKNOWN) and self.store.keep(state):
                    self.seen[path] = (tree[path], state)

    def _known_files(self) -> dict[str, Signature]:
        """The signatures of the paths in the kernel's folder, of the paths that the notebook has
        left elsewhere, with their folders, and of files `beside`.
        """
        folder = self.roots[0]
        elsewhere = {path for path in self.left if not path.startswith(folder)} | self.beside
        elsewhere.update(filter(self.is_ours, set(map(os.path.dirname, elsewhere))))
        beside = {path: self._signature(path) for path in elsewhere}
        return {
            **entries(folder, self._signature),
            **{path: signature for path, signature in beside.items() if signature is not None},
        }

    def _signature(self, path: str) -> Signature | None:
        """The signature of a path. For a file mapped in memory it includes the content: the file
        system need not notice writes.
        """
        found = described(path)
        if found is None or found[0] == "folder" or found[2] not in self.mapped:
            return found
        kind, _, content = state_of(path)
        return (*found, content.digest) if kind == FILE else found

    def _see_maps(self) -> None:
        """Find files mapped in memory. A file once mapped counts as mapped for good."""
        new = mapped_files() - self.mapped
        if not new:
            return
        self.mapped |= new
        for path, (signature, state) in self.left.items():
            if (
                signature is not None
                and signature[0] != "folder"
                and signature[2] in new
                and state[0] == FILE
            ):
                self.left[path] = ((*signature, state[2].digest), state)

    def is_ours(self, path: str) -> bool:
        """Whether a path lies where files are put back."""
        root = next(filter(path.startswith, self.roots), None)
        return root is not None and not any(map(is_hidden, path[len(root) :].split(os.sep)))

    def finish(
        self, any_file: bool
    ) -> tuple[dict[str, tuple[FileState, FileState]], dict[str, FileState]]:
        """End a run. Returns the changes (states before and after, by path), and the states before
        of all paths with both states known. `any_file`: code may have changed unnamed files.
        """
        self.quiet = not any_file or self.tree is not None
        self._compare_tree()
        changes, known = {}, {}
        opened = inodes_written() if self.noted else frozenset()
        for path, before in self.noted.items():
            after = state_of(path)
            if UNKNOWN in (before, after) or not (
                self.store.keep(before) and self.store.keep(after)
            ):
                continue
            known[path] = before
            signature = self._signature(path)
            self.left[path] = (signature, after)
            self.going_on.discard(path)
            if after[0] == FILE and signature is not None and signature[2] in opened:
                self.going_on.add(path)
            self.moved.discard(path)
            if before != after or path in self.unplaced:
                # (a run that writes back the same state has still changed the state meant for it)
                changes[path] = (before, after)
        changed = {path for path, (before, after) in changes.items() if before != after}
        self.authors.finish(changed, known.keys() - changed)
        # (a library writes to its open files at any time)
        self._take_over(self.steady - self.noted.keys())
        return changes, known

    def _compare_tree(self) -> None:
        before, self.tree = self.tree, None
        if before is None:
            return
        self._see_maps()
        now = self._known_files()
        changed = {path for path in before.keys() | now.keys() if before.get(path) != now.get(path)}
        for path in changed - self.noted.keys():
            state = self._was(path, before)
            if state != UNKNOWN:
                self.noted[path] = state
            else:
                self.quiet = False
                self.lost.append(path)
        self.quiet = self.quiet and len(before) < MANY and len(now) < MANY

    def foreign(
        self, paths: Iterable[str], wanted: Mapping[str, FileState] = MappingProxyType({})
    ) -> list[str]:
        """The paths among these that another program has changed since the notebook left them. A
        path in its `wanted` state does not count: a library may remove its lock file.
        """
        return [
            path
            for path in paths
            if path in self.left
            and not self._is_as_left(path)
            and not (path in wanted and state_of(path) == wanted[path])
        ]

    def doubtful(self, wanted: Mapping[str, FileState]) -> list[str]:
        """The paths that are not as wanted, and that another program may have changed during a
        run (`FileAuthors`).
        """
        return [
            path for path in self.authors.doubtful & wanted.keys() if state_of(path) != wanted[path]
        ]

    def found_by_others(self, wanted: Mapping[str, FileState]) -> dict[str, FileState]:
        """The states of the paths among these that another program has changed, if they can be
        kept.
        """
        found = {path: state_of(path) for path in self.foreign(wanted, wanted)}
        return {
            path: state
            for path, state in found.items()
            if state != UNKNOWN and self.store.keep(state)
        }

    def left_by_others(self) -> set[str]:
        """The paths that the run in progress may have changed, and that another program had changed
        before. Called before `finish`.
        """
        return {
            path
            for path, before in self.noted.items()
            if path in self.left
            and path not in self.going_on
            and before not in (UNKNOWN, self.left[path][1])
        }

    def _is_as_left(self, path: str) -> bool:
        signature, state = self.left[path]
        now = self._signature(path)
        if now == signature:
            return True
        if UNKNOWN == state or state_of(path) != state:
            return False
        # (a program has saved the same content)
        self.left[path] = (now, state)
        return True

    def found_foreign(self, read: set[str]) -> list[str]:
        """The paths among these, read by the run in progress, that another program had changed
        before. A path written by the run counts as placed. So does a file left open by an earlier
        run.
        """
        return sorted(
            (read & (self.others | set(self.foreign(read - self.noted.keys())))) - self.going_on
        )

    def close(self, close: Callable[[Any], object], value: Any) -> None:
        """Close an open file of the notebook's. The data written then are no change by another
        program.
        """
        ours = self.left.keys() - set(self.foreign(self.left))
        close(value)
        self._take_over(ours)

    def _take_over(self, paths: Collection[str]) -> None:
        """Take the present contents of these files as left by the notebook."""
        for path in self.foreign(paths):
            self.left[path] = (self._signature(path), state_of(path))

    def place(self, wanted: Mapping[str, FileState], final: bool) -> list[str]:
        """Put the wanted states under paths. Returns the paths that now have their state. `final`:
        these are the states after all cells.
        """
        foreign = set(self.foreign(wanted, wanted))
        self.others |= foreign
        paths = wanted.keys() - foreign - set(self.doubtful(wanted))
        removed = sorted((path for path in paths if wanted[path] == ABSENT), key=len, reverse=True)
        made = sorted((path for path in paths if wanted[path] != ABSENT), key=len)
        placed = [path for path in (*removed, *made) if put(path, wanted[path], self.store)]
        go_on()
        self.unplaced = set(wanted).difference(placed)
        for path in placed:
            self.left[path] = (self._signature(path), wanted[path])
        self.moved = self.moved.difference(placed) if final else self.moved.union(placed)
        return placed
