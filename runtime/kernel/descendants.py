"""What this process has started, directly or through others, also when those in between have ended
and nothing of the environment tells whose it is. Linux only: elsewhere nothing is found.
"""

import ctypes
import os
import signal
import threading
import time

PR_SET_CHILD_SUBREAPER = 36
# more than any library starts: those that divide work start one for each processor
MOST = 1_000
LOOK_SECONDS = 0.2
END_SECONDS = 3.0


def adopt():
    """Become the parent of descendants whose parents end. Returns whether the system does that."""
    try:
        return ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0
    except (OSError, AttributeError):
        return False


def numbers():
    """The numbers of all processes."""
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []


def descendants(root):
    """The numbers of the processes below one."""
    children = {}
    for pid in numbers():
        try:
            with open(f"/proc/{pid}/stat", encoding="latin-1") as file:
                # the name of the program, in brackets, may hold anything
                parent = int(file.read().rpartition(")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        children.setdefault(parent, []).append(pid)
    found = []
    waiting = [root]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def send(pids, name):
    """Send all of them a signal."""
    for pid in pids:
        try:
            os.kill(pid, name)
        except OSError:
            pass


def end_all(seconds=END_SECONDS):
    """End all descendants. Those that start others meanwhile are stopped first."""
    until = time.monotonic() + seconds
    seen = set()
    while time.monotonic() < until:
        found = [pid for pid in descendants(os.getpid()) if pid not in seen]
        if not found:
            break
        send(found, signal.SIGSTOP)
        seen.update(found)
    send(seen, signal.SIGKILL)


def watch_number():
    """End all descendants, kernels too, when there are so many that the machine would be of no more
    use to others.
    """
    common = len(numbers())

    def watch():
        nonlocal common
        while True:
            time.sleep(LOOK_SECONDS)
            # (counting all is cheap, and looking whose they are is not)
            count = len(numbers())
            if count - common > MOST and len(descendants(os.getpid())) > MOST:
                end_all()
            common = min(common, count)

    threading.Thread(target=watch, daemon=True).start()
