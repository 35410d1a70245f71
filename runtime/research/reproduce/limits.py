"""Limits of a kernel that runs what somebody else wrote: beyond them a cell gets an error, and the
machine goes on. Processes of the administrator have no limit of their number.
"""

import os
import resource

# beside those that the user has already
THREADS = 4_000


def threads_of_user():
    """How many threads all processes of the user have; none is seen where there is no /proc."""
    count = 0
    for pid in filter(str.isdigit, os.listdir("/proc") if os.path.isdir("/proc") else []):
        try:
            if os.stat(f"/proc/{pid}").st_uid == os.getuid():
                count += len(os.listdir(f"/proc/{pid}/task"))
        except OSError:
            pass  # it has ended
    return count


def limit(memory):
    """Limit the bytes of this process, and of each that it starts, and how many threads the user
    may have while they start others.
    """
    resource.setrlimit(resource.RLIMIT_DATA, (memory, resource.getrlimit(resource.RLIMIT_DATA)[1]))
    known = [
        most for most in resource.getrlimit(resource.RLIMIT_NPROC) if most != resource.RLIM_INFINITY
    ]
    most = min([threads_of_user() + THREADS, *known])
    resource.setrlimit(resource.RLIMIT_NPROC, (most, most))
