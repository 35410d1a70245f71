"""Runs all cells of a notebook, watched, in a process of their own, forked when the libraries are
there, so that nothing of one run reaches the next.
"""

import ast
import importlib
import importlib.util
import os
import pickle
import signal
import sys
import tempfile
import time

from witness_watcher import Watcher, Watching, position


def run(task, out):
    """One run of all cells, watched."""
    import random

    import numpy as np
    from IPython.core.interactiveshell import InteractiveShell

    watcher = Watcher(task["changed"], task["label"], task["onlyLabel"], task["down"])
    shell = InteractiveShell.instance()
    shell.user_ns["__sluice_watcher__"] = watcher
    random.seed(0)
    np.random.seed(0)
    error = None
    for number, source in enumerate(task["cells"], 1):
        places = {}
        for place in task["places"]:
            if place["run"] == number:
                key = (*position(source, place["from"]), *position(source, place["to"]))
                places.setdefault(key, []).append(place["role"])
        shell.ast_transformers[:] = [Watching(places)]
        result = shell.run_cell(source, store_history=False)
        if not result.success:
            error = f"run {number} fails: {told(result.error_in_exec or result.error_before_exec)}"
            break
    found = {
        name: getattr(watcher, name)
        for name in ("sources", "tests", "fits", "scores", "labels", "results", "renumbered")
    }
    with open(out, "wb") as file:
        pickle.dump({**found, "error": error}, file)


def told(error):
    """An exception in a line; where a package is not there, with the Python that lacks it."""
    line = f"{type(error).__name__}: {error}".split("\n")[0][:200]
    return f"{line} (in {sys.executable})" if isinstance(error, ModuleNotFoundError) else line


def watched(task, changed, label=(), only_label=False, down=True):
    """A run in a process of its own."""
    asked = {
        **task,
        "changed": changed,
        "label": list(label),
        "onlyLabel": only_label,
        "down": down,
    }
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        child = os.fork()
        if child == 0:
            alone(asked, out)
        wait(child, task["seconds"])
        if not os.path.exists(out):
            return {"error": "the process ended early"}
        with open(out, "rb") as file:
            return pickle.load(file)


def preload(cells):
    """Imports the libraries that cells import, once for all runs."""
    for source in cells:
        try:
            tree = ast.parse(source)
        except SyntaxError:
            continue
        for node in ast.walk(tree):
            names = (
                [node.module]
                if isinstance(node, ast.ImportFrom)
                else [each.name for each in getattr(node, "names", ())]
                if isinstance(node, ast.Import)
                else []
            )
            for name in names:
                try:
                    spec = importlib.util.find_spec((name or "").partition(".")[0])
                    if spec is not None and "site-packages" in (spec.origin or ""):
                        importlib.import_module(name)
                except Exception:  # the run tells
                    continue


def alone(task, out):
    """The part of the child, of which no state stays."""
    code = 1
    try:
        null = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(null, stream)
        run(task, out)
        code = 0
    finally:
        os._exit(code)


def wait(child, seconds):
    """Waits for a process; one that takes longer is ended."""
    end = time.monotonic() + seconds
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            raise TimeoutError
        time.sleep(0.02)
