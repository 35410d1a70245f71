"""Keeps entries of `sys.path` out of it until a cell runs: what the kernel imports by itself before
is not looked for there.
"""

import sys


def hold_back(shell, entries):
    """Take the entries out of `sys.path`, and put them back at their places right before the first
    cell that is not silent.
    """
    held = [(place, entry) for place, entry in enumerate(sys.path) if entry in entries]
    sys.path[:] = [entry for entry in sys.path if entry not in entries]

    def put_back(info=None):
        shell.events.unregister("pre_run_cell", put_back)
        for place, entry in held:
            sys.path.insert(place, entry)

    shell.events.register("pre_run_cell", put_back)
