"""Processes, as Linux, macOS and Windows tell of them and end them: the side of `running.ts` and
`end-process.ts` in Python. Functions take the system as an argument, so tests run every branch on
one machine.
"""

import os
import signal
import subprocess
import sys


def start_of(pid, system=sys.platform):
    """Return the start time of a process in the system's own unit, as `running.ts` compares it."""
    if system == "win32":
        return "0"
    if system == "darwin":
        asked = ["ps", "-o", "lstart=", "-p", str(pid)]
        env = {**os.environ, "LC_ALL": "C", "TZ": "UTC"}
        answer = subprocess.run(asked, env=env, capture_output=True, text=True, check=False)
        return " ".join(answer.stdout.split()) or "0"
    try:
        with open(f"/proc/{pid}/stat", encoding="latin-1") as file:
            return file.read().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return "0"


def python_in(prefix, system=sys.platform):
    """Return the path of the Python of a virtual environment."""
    if system == "win32":
        return "\\".join((prefix, "Scripts", "python.exe"))
    return "/".join((prefix, "bin", "python"))


def end_tree(process, system=sys.platform):
    """Kill a process that leads a group, with the group; on Windows with all that it started."""
    try:
        if system == "win32":
            killing = ["taskkill", "/PID", str(process.pid), "/T", "/F"]
            subprocess.run(killing, capture_output=True, check=True)
        else:
            os.killpg(process.pid, signal.SIGKILL)
    except (OSError, subprocess.SubprocessError):
        process.kill()


def signals_of_terminal(module=signal):
    """Return the signals that a terminal sends. Windows has no SIGHUP."""
    names = ("SIGINT", "SIGHUP")
    return [getattr(module, name) for name in names if hasattr(module, name)]


def has_unix_sockets(module):
    """Whether the module `socket` of this Python has sockets with paths. Windows has none."""
    return hasattr(module, "AF_UNIX")
