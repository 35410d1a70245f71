"""The command `sluice` of the wheel: hands over to the command in Node.js, with the environment of
the wheel as Sluice's own Python.
"""

from __future__ import annotations

import os
import subprocess
import sys

from . import PACKAGE
from .node import NoNode, find_node

MAIN = os.path.join(PACKAGE, "dist", "runtime", "cli", "main.js")


def main() -> None:
    """Replace this process by the command in Node.js. On Windows, wait for the command."""
    try:
        node = find_node()
    except NoNode as error:
        print(f"sluice: {error}", file=sys.stderr)
        sys.exit(3)
    os.environ["SLUICE_PYTHON"] = sys.executable
    command = [node, MAIN, *sys.argv[1:]]
    if os.name == "nt":
        # Windows starts another process for `execv`, and the shell does not wait for that process
        sys.exit(subprocess.call(command))
    os.execv(node, command)
