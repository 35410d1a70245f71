"""Puts kept states of files back."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from .file_contents import ABSENT, FILE, FOLDER, LINK, UNKNOWN, state_of
from .log_files import descriptors, let_go, open_logs
from .open_files import is_open, may_change

if TYPE_CHECKING:
    from .file_contents import FileState, Store


def put(path: str, state: FileState, store: Store) -> bool:
    """Put a stored state under a path. Returns whether the path now has the state. A file stays as
    it is if a process has it open and would not notice the change.
    """
    try:
        now = state_of(path)
        if now == state:
            return True
        if now == UNKNOWN:
            return False
        logs = open_logs(path)
        held = is_open(path, descriptors(logs))
        if held and not (
            now[0] == FILE and may_change(path, state[2].size if state[0] == FILE else None)
        ):
            return False
        let_go(logs)
        if held and state[0] == FILE:
            # the open descriptors stay valid
            with open(path, "r+b") as file:
                file.write(store.read(state[2]))
                file.truncate()
            return True
        if now != ABSENT and (now[0], state[0]) != (FILE, FILE):
            os.rmdir(path) if now[0] == FOLDER else os.unlink(path)
        if state == ABSENT:
            return True
        kind, mode, content = state
        if kind == FOLDER:
            os.mkdir(path)
        elif kind == LINK:
            os.symlink(content, path)
        else:
            beside = "%s.%d.sluice" % (path, os.getpid())
            with open(beside, "wb") as file:
                file.write(store.read(content))
            os.chmod(beside, mode)
            os.replace(beside, path)
        return True
    except OSError:
        return False
