"""What runs change of files: what is there before is kept, so that a cell that runs again finds
what its last run found.

Bounded: files of up to LONGEST bytes, TOTAL of all, in a file of our own that has no name and so is
gone with the process. Only in the folder that the kernel began in, and in that of temporary files.
What another program has changed since is left as it is.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import stat
import sys
import tempfile
from types import MappingProxyType
from typing import TYPE_CHECKING

from ..objects.memory_maps import memory_maps
from .log_files import descriptors, go_on, let_go, open_logs
from .paths import getcwd, real

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from typing import IO, Any, TypeAlias

    FileState: TypeAlias = tuple[Any, ...]
    """The content of a path: its kind, its mode and the content; ABSENT or UNKNOWN."""
    Signature: TypeAlias = tuple[Any, ...]
    """How the file system describes a path: times, size, inode, mode."""

TOTAL = 64_000_000
LONGEST = 16_000_000
MANY_NOTED = 200
"""Files of one folder whose content is kept before it is moved or removed, or a command runs."""
SMALL, SMALL_IN_ALL = 1_000_000, 16_000_000
"""Bytes of a file that is kept before a command runs, and of all such files."""
MANY = 5_000
"""Entries of the folder that are compared around a command."""
_FILE, _FOLDER, _LINK = "file", "folder", "link"
_HIDDEN = (".git", ".sluice", ".ipynb_checkpoints")
ABSENT = ("absent",)
UNKNOWN = ("unknown",)


class KeptFiles:
    """Notes what is there, once in a run. `left`: what the notebook has left under a path, and how
    the file system describes that; `moved`: paths that are as a cell above leaves them, and not as
    all cells do. `seen`: what was under paths before commands, with signatures. `lost`: paths that
    a command has changed, and of which nobody has kept what was there; `unplaced`: those that are
    not as they were wanted when the run began; `others`: those of them that somebody else has
    changed; `going_on`: files that were open for writing when they were left; `steady`: those of
    them that no other program had changed when the run began.
    """

    def __init__(self) -> None:
        self.roots = [
            os.path.join(real(folder), "") for folder in (getcwd(), tempfile.gettempdir())
        ]
        self.store = Store()
        self.noted: dict[str, FileState] = {}
        self.tree: dict[str, Signature] | None = None
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
        self.steady = self.going_on - set(self.foreign(self.going_on))

    def note(self, path: str) -> None:
        """Something is about to change what is under a path."""
        if path not in self.noted:
            self.noted[path] = self.state(path) if self.is_ours(path) else UNKNOWN

    def note_mapped(self, path: str, is_about_to: bool) -> None:
        """A memory map is about to change a file, or has perhaps changed it already: then nobody
        knows what was there.
        """
        self._see_maps()
        if not is_about_to and path not in self.noted:
            self.noted[path] = UNKNOWN

    def note_below(self, path: str) -> None:
        """Something is about to change a path, and all paths below it when it is a folder."""
        self.note(path)
        if self.noted[path][0] == _FOLDER:
            for each in itertools.islice(entries(path, _described), MANY_NOTED):
                self.note(each)

    def note_new(self, path: str) -> None:
        """A path is new; or it is gone, and nobody knows its former state."""
        if path not in self.noted:
            self.noted[path] = ABSENT if os.path.lexists(path) and self.is_ours(path) else UNKNOWN

    def note_changed(self, path: str) -> None:
        """What is under a path has changed since `note_all`."""
        if path not in self.noted:
            self.noted[path] = self._was(path, self.tree or {}) if self.is_ours(path) else UNKNOWN

    def _was(self, path: str, tree: Mapping[str, Signature]) -> FileState:
        """The state of a path at the time of these signatures of all paths; UNKNOWN when nobody has
        kept it.
        """
        if path not in tree:
            return ABSENT
        left = self.left.get(path)
        if left is not None and tree[path] == left[0]:
            return left[1]
        return self.seen[path][1] if path in self.seen else UNKNOWN

    def note_all(self) -> None:
        """A command, or whatever else changes files that nobody can name, is about to run."""
        if self.tree is None:
            self._see_maps()
            self.tree = self._known_files()
            self._see_small(self.tree)

    def _see_small(self, tree: Mapping[str, Signature]) -> None:
        """Keep the state of small files under these paths (with their signatures). A file that is
        as the notebook left it is kept already.
        """
        self.seen = {path: known for path, known in self.seen.items() if tree.get(path) == known[0]}
        left = SMALL_IN_ALL
        new = [path for path in tree if path not in self.seen and self.is_ours(path)]
        for path in new[:MANY_NOTED]:
            size = 0 if tree[path][0] == _FOLDER else tree[path][1]
            if size <= min(SMALL, left):
                left -= size
                state = self.state(path)
                if state not in (ABSENT, UNKNOWN) and self.store.keep(state):
                    self.seen[path] = (tree[path], state)

    def _known_files(self) -> dict[str, Signature]:
        """The signatures of the paths in the kernel's folder, and of the paths that the notebook
        has left elsewhere, with their folders.
        """
        folder = self.roots[0]
        elsewhere = {path for path in self.left if not path.startswith(folder)}
        elsewhere.update(filter(self.is_ours, set(map(os.path.dirname, elsewhere))))
        beside = {path: self._signature(path) for path in elsewhere}
        return {
            **entries(folder, self._signature),
            **{path: signature for path, signature in beside.items() if signature is not None},
        }

    def _signature(self, path: str) -> Signature | None:
        """How the file system describes what is under a path; of what is mapped in memory, also
        what is in it: writing there need not show.
        """
        found = _described(path)
        if found is None or found[0] == "folder" or found[2] not in self.mapped:
            return found
        kind, _, content = self.state(path)
        return (*found, content.digest) if kind == _FILE else found

    def _see_maps(self) -> None:
        """Find the files that are mapped in memory; one that was counts as mapped for good."""
        new = _mapped() - self.mapped
        if not new:
            return
        self.mapped |= new
        for path, (signature, state) in self.left.items():
            if (
                signature is not None
                and signature[0] != "folder"
                and signature[2] in new
                and state[0] == _FILE
            ):
                self.left[path] = ((*signature, state[2].digest), state)

    def is_ours(self, path: str) -> bool:
        """Whether a path lies where files are put back."""
        root = next((root for root in self.roots if path.startswith(root)), None)
        return (
            root is not None
            and not path.endswith(".ipynb")
            and not any(part in _HIDDEN for part in path[len(root) :].split(os.sep))
        )

    def state(self, path: str) -> FileState:
        """What is under a path: `(kind, mode, content)`; ABSENT; UNKNOWN where it cannot be
        kept.
        """
        try:
            found = os.lstat(path)
        except OSError:
            return ABSENT
        mode = stat.S_IMODE(found.st_mode)
        try:
            if stat.S_ISDIR(found.st_mode):
                return (_FOLDER, mode, None)
            if stat.S_ISLNK(found.st_mode):
                return (_LINK, 0, os.readlink(path))
            if stat.S_ISREG(found.st_mode) and found.st_size <= LONGEST:
                with open(path, "rb") as file:
                    return (_FILE, mode, Content(file.read(LONGEST + 1)))
        except OSError:
            pass
        return UNKNOWN

    def finish(
        self, any_file: bool
    ) -> tuple[dict[str, tuple[FileState, FileState]], dict[str, FileState]]:
        """What has changed: states before and after, by path; and the paths of which both are
        known, with what was there. `any_file`: a statement may have changed files that nobody can
        name.
        """
        self.quiet = not any_file or self.tree is not None
        self._compare_tree()
        changes, known = {}, {}
        opened = _inodes_written() if self.noted else frozenset()
        for path, before in self.noted.items():
            after = self.state(path)
            if UNKNOWN in (before, after) or not (
                self.store.keep(before) and self.store.keep(after)
            ):
                continue
            known[path] = before
            signature = self._signature(path)
            self.left[path] = (signature, after)
            self.going_on.discard(path)
            if after[0] == _FILE and signature is not None and signature[2] in opened:
                self.going_on.add(path)
            self.moved.discard(path)
            if before != after or path in self.unplaced:
                # (a run that writes what it finds has changed what it should have found)
                changes[path] = (before, after)
        # (a library writes to the open file when it likes)
        self._take_over(self.steady - self.noted.keys())
        return changes, known

    def contents(self, known: Mapping[str, FileState]) -> list[list[str]]:
        """`[path, before, after]` of each plain file among the paths that the run has written, with
        their states before it: digests of the contents, empty where there is no file. Files that
        are still open are left out, because their contents go on changing.
        """
        found = []
        for path, before in known.items():
            digests = [_digest_of(before), _digest_of(self.left[path][1])]
            if path not in self.going_on and None not in digests:
                found.append([path, *digests])
        return found

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
        """The paths among these that another program has changed since the notebook left them, and
        not into the `wanted` state, as a library does that removes its lock file.
        """
        return [
            path
            for path in paths
            if path in self.left
            and not self._is_as_left(path)
            and not (path in wanted and self.state(path) == wanted[path])
        ]

    def _is_as_left(self, path: str) -> bool:
        signature, state = self.left[path]
        now = self._signature(path)
        if now == signature:
            return True
        if UNKNOWN == state or self.state(path) != state:
            return False
        # (it was saved as it was)
        self.left[path] = (now, state)
        return True

    def found_foreign(self, read: set[str]) -> list[str]:
        """The paths among these, which the run in progress has read, that another program had
        changed before. A path that the run has written counts as it was placed. A program may still
        have written to a file that an earlier run left open.
        """
        return sorted(
            (read & (self.others | set(self.foreign(read - self.noted.keys())))) - self.going_on
        )

    def close(self, close: Callable[[Any], object], value: Any) -> None:
        """Close an opened file of the notebook's: what it writes then is no other program's
        change.
        """
        ours = self.left.keys() - set(self.foreign(self.left))
        close(value)
        self._take_over(ours)

    def _take_over(self, paths: Collection[str]) -> None:
        """What these files hold now, the notebook has left in them."""
        for path in self.foreign(paths):
            self.left[path] = (self._signature(path), self.state(path))

    def place(self, wanted: Mapping[str, FileState], final: bool) -> list[str]:
        """Put the wanted states under paths. Gives the paths that now have them. `final`: the
        states are as all cells leave them.
        """
        foreign = set(self.foreign(wanted, wanted))
        self.others |= foreign
        paths = [path for path in wanted if path not in foreign]
        removed = sorted((path for path in paths if wanted[path] == ABSENT), key=len, reverse=True)
        made = sorted((path for path in paths if wanted[path] != ABSENT), key=len)
        placed = [path for path in (*removed, *made) if self._put(path, wanted[path])]
        go_on()
        self.unplaced = set(wanted).difference(placed)
        for path in placed:
            self.left[path] = (self._signature(path), wanted[path])
        self.moved = self.moved.difference(placed) if final else self.moved.union(placed)
        return placed

    def _put(self, path: str, state: FileState) -> bool:
        try:
            now = self.state(path)
            if now == state:
                return True
            if now == UNKNOWN:
                return False
            logs = open_logs(path)
            is_open = _is_open(path, descriptors(logs))
            if is_open and not (
                now[0] == _FILE and _may_change(path, state[2].size if state[0] == _FILE else None)
            ):
                return False
            let_go(logs)
            if is_open and state[0] == _FILE:
                # whoever has it open goes on with it
                with open(path, "r+b") as file:
                    file.write(self.store.read(state[2]))
                    file.truncate()
                return True
            if now != ABSENT and (now[0], state[0]) != (_FILE, _FILE):
                os.rmdir(path) if now[0] == _FOLDER else os.unlink(path)
            if state == ABSENT:
                return True
            kind, mode, content = state
            if kind == _FOLDER:
                os.mkdir(path)
            elif kind == _LINK:
                os.symlink(content, path)
            else:
                beside = "%s.%d.sluice" % (path, os.getpid())
                with open(beside, "wb") as file:
                    file.write(self.store.read(content))
                os.chmod(beside, mode)
                os.replace(beside, path)
            return True
        except OSError:
            return False


def _digest_of(state: FileState) -> str | None:
    """The digest of a plain file's content, empty for no file; None for other states."""
    if state == ABSENT:
        return ""
    return state[2].digest.hex() if state[0] == _FILE else None


class Content:
    """The bytes of a file, until `Store` keeps them; equal by their digest."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.size = len(data)
        self.digest = hashlib.sha1(data, usedforsecurity=False).digest()

    def __eq__(self, other: object) -> bool:
        return type(other) is Content and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)


class Store:
    """Keeps contents in a file without a name. `places`: where each begins, by digest."""

    def __init__(self) -> None:
        self.file: IO[bytes] | None = None
        self.end = 0
        self.places: dict[bytes, int] = {}

    def keep(self, state: FileState) -> bool:
        """Whether a state can be put back later."""
        if state[0] != _FILE:
            return True
        content = state[2]
        if content.digest not in self.places:
            if content.data is None or self.end + content.size > TOTAL:
                return False
            try:
                self.file = file = self.file or tempfile.TemporaryFile()
                file.seek(self.end)
                file.write(content.data)
            except OSError:
                return False
            self.places[content.digest] = self.end
            self.end += content.size
        content.data = None
        return True

    def read(self, content: Content) -> bytes:
        """The data of a content that `keep` has kept."""
        file: Any = self.file
        file.seek(self.places[content.digest])
        return file.read(content.size)


def _described(path: str) -> Signature | None:
    try:
        found = os.lstat(path)
    except OSError:
        return None
    if stat.S_ISDIR(found.st_mode):
        # what is in it has paths of its own
        return ("folder", found.st_ino)
    return (found.st_mtime_ns, found.st_size, found.st_ino, found.st_mode)


def entries(
    root: str, signature: Callable[[str], Signature | None] | None = None
) -> dict[str, Signature]:
    """The files and folders below a folder, with their signatures; not all where there are many."""
    signature = signature or _described
    found = {}
    pending = [root]
    while pending and len(found) < MANY:
        try:
            with os.scandir(pending.pop()) as entries:
                for entry in entries:
                    if entry.name not in _HIDDEN and not entry.name.endswith(".ipynb"):
                        found[entry.path] = signature(entry.path)
                        if entry.is_dir(follow_symlinks=False):
                            pending.append(entry.path)
        except OSError:
            continue
    return found


def _is_open(path: str, known: Collection[str]) -> bool:
    """Whether this process has the file open by other descriptors than those that are `known`, and
    would go on with one that is not there any more.
    """
    return any(name not in known for name in _descriptors(path))


def _may_change(path: str, size: int | None) -> bool:
    """Whether those that have a file open in this process notice when it changes: readers, memory
    maps where it stays as long, and databases outside of a transaction.
    """
    writing = sum(map(_writes, _descriptors(path)))
    if writing == 0 or (size == os.path.getsize(path) and writing <= _maps_of(path)):
        return True
    with open(path, "rb") as file:
        database = file.read(len(_SQLITE)) == _SQLITE
    return database and not any(os.path.lexists(path + end) for end in ("-journal", "-wal"))


def _maps_of(path: str) -> int:
    """How many memory maps of this process share a file, each of which has a descriptor of its
    own.
    """
    return _shared_maps().count(os.stat(path).st_ino)


def _mapped() -> set[int]:
    """The numbers (inodes) of files that memory maps of this process share. None has been made
    before somebody has loaded `mmap`.
    """
    return set(_shared_maps()) if "mmap" in sys.modules else set()


def _shared_maps() -> list[int]:
    return [each.inode for each in memory_maps() if each.is_shared]


_SQLITE = b"SQLite format 3\0"


def _descriptors(path: str) -> Iterator[str]:
    """The open files of this process that are the one under a path."""
    try:
        found = os.stat(path)
        names = os.listdir("/proc/self/fd")
    except OSError:
        return
    for name in names:
        try:
            other = os.stat("/proc/self/fd/" + name)
        except OSError:
            continue
        if (other.st_dev, other.st_ino) == (found.st_dev, found.st_ino):
            yield name


def _inodes_written() -> Collection[int]:
    """The numbers (inodes) of the files that this process has open for writing."""
    try:
        names = os.listdir("/proc/self/fd")
    except OSError:
        return frozenset()
    found = set()
    for name in filter(_writes, names):
        try:
            found.add(os.stat("/proc/self/fd/" + name).st_ino)
        except OSError:
            continue
    return found


def _writes(descriptor: str) -> bool:
    try:
        with open("/proc/self/fdinfo/" + descriptor) as info:
            flags = next(int(line.split()[1], 8) for line in info if line.startswith("flags"))
    except (OSError, StopIteration, ValueError):
        return True
    return flags & os.O_ACCMODE != os.O_RDONLY
