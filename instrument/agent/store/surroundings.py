"""The state around a run that decides about its results, as digests that another process can compare:
settings, environment, installed packages, streams of random numbers.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import sys
import types
from typing import TYPE_CHECKING, Any

from ..kinds.kind import Inexact
from ..world.local_modules import is_local
from ..world.table import STREAMS, WORLD
from .portable_digest import portable_digest

if TYPE_CHECKING:
    from collections.abc import Collection

_SECONDS = 5
"""The limit for one setting: without a digest, nothing notices a change of the setting."""
PERSONAL = re.compile(
    r"_|PWD|OLDPWD|SHLVL|TERM\w*|COLUMNS|LINES|WINDOWID|DISPLAY|WAYLAND_DISPLAY|LS_COLORS|CLICOLOR"
    r"|(?:SSH|XDG|DBUS|TMUX|JPY|IPY|SLUICE|VSCODE|NPM|NODE|VITEST|GIT|PYDEVD|SYSTEMD)_\w+|npm_\w+"
    r"|PAGER|FORCE_COLOR|INVOCATION_ID|JOURNAL_STREAM|VITEST|TEST|INIT_CWD|COLOR|EDITOR|STY|MAIL"
)
"""Variables of the environment that describe a terminal or a session."""


def digest_of(value: object) -> str | None:
    try:
        return portable_digest(value, _SECONDS)
    except (Inexact, RecursionError):
        return None


def environment() -> dict[str, str]:
    return {
        name: value
        for name, value in sorted(os.environ.items())
        if PERSONAL.fullmatch(name) is None
    }


def names_personal(source: str) -> bool:
    """Whether a text names a variable of the environment that is not compared."""
    return any(
        len(word) > 2 and PERSONAL.fullmatch(word) is not None and word in os.environ
        for word in re.findall(r"\w+", source)
    )


def installed() -> str:
    """A digest of Python, the platform, and the installed packages with their versions."""
    found = [sys.version, platform.platform(), sys.prefix]
    for folder in sys.path:
        if not folder or is_local(os.path.join(folder, "")):
            continue
        try:
            with os.scandir(folder) as entries:
                found += sorted(
                    "%s %d" % (entry.path, entry.stat().st_mtime_ns)
                    for entry in entries
                    if entry.name.endswith((".dist-info", ".egg-info", ".egg-link", ".pth"))
                )
        except OSError:
            continue
    return hashlib.sha256("\n".join(found).encode("utf-8", "surrogateescape")).hexdigest()[:32]


def stream_values(streams: Collection[str]) -> dict[str, Any]:
    """The states of random streams."""
    found = {}
    for name in streams:
        if name not in STREAMS:
            raise Inexact("the random numbers of " + name)
        state = WORLD[name].read()[""]
        found[name] = getattr(state, "value", state)
    return found


def put_streams(values: dict[str, Any]) -> None:
    for name, state in values.items():
        WORLD[name].put("", state if name == "random" else types.SimpleNamespace(value=state))
