"""Starts ipykernel so that nothing of the notebook's folder is imported before a cell runs: instead
of `-m ipykernel_launcher`.

It is run in a folder without modules, with the notebook's folder in SLUICE_FOLDER, and goes there
before it imports anything. SLUICE_HISTORY names the file of IPython's history, where that is not
the user's own. To cells everything is as `ipykernel_launcher` leaves it: `sys.path`, `sys.argv`,
the working directory, the environment.
"""

import os
import sys

EMPTY = os.getcwd()
os.chdir(os.environ.pop("SLUICE_FOLDER"))
HISTORY = os.environ.pop("SLUICE_HISTORY", None)
if not getattr(sys.flags, "safe_path", False):
    del sys.path[0]  # where this file is


def in_folder(entry):
    """What was relative in PYTHONPATH began in the empty folder, and is meant from the
    notebook's.
    """
    inside = entry == EMPTY or entry.startswith(os.path.join(EMPTY, ""))
    return os.getcwd() + entry[len(EMPTY) :] if inside else entry


def main():
    whole = [in_folder(entry) for entry in sys.path]
    held = {"", *(entry for entry, was in zip(whole, sys.path) if entry != was)}
    sys.path[:] = [entry for entry in whole if entry not in held]

    import ipykernel_launcher
    from ipykernel.iostream import IOPubThread
    from ipykernel.kernelapp import IPKernelApp

    scope = {}
    for name in ("hold_back.py", "private_pipe.py"):
        with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
            exec(compile(file.read(), file.name, "exec"), scope)
    app = IPKernelApp.instance()
    if HISTORY is not None:
        app.config.HistoryManager.hist_file = HISTORY
    scope["make_private"](IOPubThread, app)

    def init_path():
        del app.init_path
        sys.path[:] = whole
        app.init_path()
        scope["hold_back"](app.kernel.shell, held)

    app.init_path = init_path
    place = sys.orig_argv.index(sys.argv[0])
    sys.orig_argv[place : place + 1] = ["-m", "ipykernel_launcher"]
    sys.argv[0] = str(ipykernel_launcher.__file__)
    del sys.modules["ipykernel_launcher"]
    IPKernelApp.launch_instance()


main()
