"""Further changes when an object changes in place: of the file behind a handle, the arrays of a
frame, the database of a connection.
"""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

from ..kinds.arrays import attached_arrays
from ..kinds.blocks import blocks, shared_blocks, shared_manager
from ..kinds.owners import alias_root
from ..kinds.tables import is_table
from ..kinds.tensors import is_tensor
from ..objects.handles import is_handle, named_handle, only_reads
from ..objects.libraries import holds_numbers
from ..objects.locations import ATOMIC, WHOLE
from ..objects.mapped_files import MappedFile, cannot_write
from ..world.files import record_file

if TYPE_CHECKING:
    from typing import Any

    from ..objects.locations import Kind
    from ..record.recorder import Recorder
    from ..world.files import Mode
    from .handed_over import HandedOver

_SLOW = 4
"""Objects that a walk visits in the time for the path, or the arrays, of one object."""


class Changing:
    """The part of `ApplyEffects` for changes of objects and files."""

    recorder: Recorder
    handed: HandedOver

    def mutate(self, obj: Any, kind: Kind = "observed") -> None:
        """The content of `obj` changes in place."""
        if type(obj) in ATOMIC:
            return
        recorder = self.recorder
        owner = alias_root(obj)
        if type(owner) is MappedFile and cannot_write(obj):
            # the position in the file, and whether the file is open
            recorder.read(owner.token, WHOLE, kind)
            recorder.mutate(recorder.tokens.of(obj), WHOLE, kind)
            return
        recorder.contents.mutate(recorder.tokens.of(owner), owner, kind)
        if holds_numbers(owner):
            return
        if is_tensor(obj):
            # the storage may be replaced
            recorder.mutate(recorder.tokens.of(obj), WHOLE, kind)
        if owner is sys.modules.get("sqlite3"):
            for path in recorder.known_files.databases:
                self.file(path, "rw")
        if is_handle(obj):
            named = named_handle(obj)
            if type(getattr(named, "name", None)) is str:
                self.file(named.name, "r" if only_reads(named) else "rw")
        if is_table(owner):
            self.mutate_arrays(owner, kind)
        elif type(obj).__module__.startswith("scipy.sparse"):
            # its arrays may have been arguments
            for held in attached_arrays(obj):
                recorder.mutate(recorder.tokens.of(alias_root(held)), WHOLE, kind)
        elif type(obj).__module__ == "_csv":
            # a writer holds the method for its output
            for held in gc.get_referents(obj):
                self.handed.callback(held)

    def mutate_arrays(self, owner: Any, kind: Kind = "observed") -> None:
        """Record changes in place of the arrays of a frame or series: other objects may share them,
        and an array may be lent to the frame (`copy=False`).
        """
        recorder = self.recorder
        if recorder.current is not None:
            recorder.current.budget.visit(_SLOW)
        for array in shared_blocks(owner) if _copies_on_write() else blocks(owner):
            recorder.mutate(recorder.tokens.of(alias_root(array)), WHOLE, kind)
        self.mutate_manager(owner, kind)

    def mutate_manager(self, owner: Any, kind: Kind = "observed") -> None:
        """Record replaced columns or labels of a frame or series, also of the objects on the same
        data.
        """
        manager = shared_manager(owner) if is_table(owner) else None
        if manager is not None:
            self.recorder.mutate(self.recorder.tokens.of(manager), WHOLE, kind)

    def file(self, path: Any, mode: Mode) -> None:
        """A file is read ("r"), written anew ("w") or updated ("rw"). An open handle stands for its
        file.
        """
        if self.recorder.current is not None:
            self.recorder.current.budget.visit(_SLOW)
        record_file(self.recorder, path, mode)


def _copies_on_write() -> bool:
    """Whether pandas frames never share memory as far as a reader can tell."""
    pandas = sys.modules.get("pandas")
    if pandas is None or int(pandas.__version__.split(".")[0]) >= 3:
        return True
    try:
        return pandas.options.mode.copy_on_write is True
    except Exception:
        return False
