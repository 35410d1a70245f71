"""`%load_ext sluice`: a companion for the kernel that runs, where no kernelspec can be installed."""

from __future__ import annotations

import importlib.util
import os
import sys

from . import PACKAGE
from .node import NoNode, find_node

COMPANION = os.path.join(PACKAGE, "runtime", "companion", "companion.py")
PROGRAM = os.path.join(PACKAGE, "dist", "runtime", "companion", "companion-worker.js")


def load(shell) -> None:
    """Start a companion, and register `%sluice`. A second time, change nothing."""
    if getattr(shell, "kernel", None) is None:
        return complain("%load_ext sluice needs a Jupyter kernel, and this is a plain shell")
    if "_sluice" in sys.modules:
        return complain("this kernel already has Sluice: use %sluice")
    try:
        node = find_node()
    except NoNode as error:
        return complain(str(error))
    module = companion_module()
    link = module.attach(shell, module.Companion([node, PROGRAM, str(os.getpid())]))
    # the last input is the cell with %load_ext itself
    link.record_earlier(shell.user_ns.get("In", [])[1:-1])
    return None


def companion_module():
    """Return the module that kernelspecs load by its path, too."""
    spec = importlib.util.spec_from_file_location("_sluice_companion", COMPANION)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def complain(why: str) -> None:
    """Say why there is no companion. The cell goes on."""
    print(f"sluice: {why}", file=sys.stderr)
