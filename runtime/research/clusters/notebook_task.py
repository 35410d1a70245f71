"""The task of a cluster: one notebook, run by a `sluice worker` process that stays for the next
notebook. Dask and Ray send these functions by value: their machines need no module of Sluice's.
"""

from __future__ import annotations


def run_notebook(start: str, notebook: str, command: list[str]) -> str:
    """Run a notebook; return the answer of the worker process, a line of JSON. `start`, `notebook`:
    the messages to the process, lines of JSON; `command`: Node and Sluice on the client's machine,
    used where they exist; else `sluice` from the path. Raises RuntimeError without an answer.
    """
    import os
    import shutil
    import subprocess
    import sys
    import threading
    import types

    kept = vars(sys.modules.setdefault("_sluice_workers", types.ModuleType("_sluice_workers")))
    key = (threading.get_ident(), start)
    for _ in range(2):
        process = kept.get(key)
        if process is None or process.poll() is not None:
            installed = shutil.which("sluice")
            if all(map(os.path.exists, command)):
                found = command
            elif installed is not None:
                found = [installed]
            else:
                raise RuntimeError("no Sluice here: neither %s, nor on the path" % command[-1])
            process = kept[key] = subprocess.Popen(
                [*found, "worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            notebook_lines = [start, notebook]
        else:
            notebook_lines = [notebook]
        try:
            for line in notebook_lines:
                process.stdin.write(line + "\n")
            process.stdin.flush()
        except OSError:
            # (it had waited too long for a notebook, and ended)
            process.kill()
            continue
        answer = process.stdout.readline()
        if answer:
            return answer
        process.kill()
    raise RuntimeError("sluice worker ended without an answer")


def end_workers() -> None:
    """End the worker processes of this process, with their kernels."""
    import sys

    kept = vars(sys.modules.get("_sluice_workers", sys))
    for key, process in list(kept.items()):
        if type(key) is tuple:
            process.terminate()
            del kept[key]


for _function in (run_notebook, end_workers):
    # functions of the main module are sent by value
    _function.__module__ = "__main__"
