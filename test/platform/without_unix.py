"""Runs cells under the agent in a Python without the names that only Unix has, and without the
modules of Unix: an approximation of Windows on other systems.

Standard input: {"loader", "sources", "library", "preload", "cells", "hides": bool}. Standard output: a line of JSON for each
cell, with its error, its output and its trace.
"""

import contextlib
import io
import json
import os
import signal
import socket
import sys
import time

OF_OS = (
    "fork forkpty killpg setsid getpgid setpgid getuid geteuid getgid getegid getgroups getpgrp "
    "wait waitpid wait3 wait4 uname getloadavg mkfifo mknod chown fchown lchown fchmod statvfs "
    "fstatvfs sched_getaffinity sched_setaffinity register_at_fork openpty ttyname pread pwrite "
    "sync fdatasync posix_spawn O_NOFOLLOW O_DIRECTORY O_CLOEXEC O_NONBLOCK O_PATH WNOHANG nice "
    "getxattr setxattr listxattr umount sysconf confstr"
).split()
OF_SIGNAL = (
    "SIGALRM SIGUSR1 SIGUSR2 SIGHUP SIGPIPE SIGKILL SIGSTOP SIGCONT SIGQUIT SIGCHLD SIGPROF "
    "setitimer getitimer alarm pthread_sigmask pthread_kill sigwait ITIMER_PROF ITIMER_REAL"
).split()
MODULES = "fcntl resource pwd grp termios pty tty posix syslog readline curses crypt".split()


def main():
    setup = json.loads(sys.stdin.read())
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "harness"))
    from host import loader_scope, make_shell

    os.environ["IPYTHONDIR"] = os.getcwd()
    shell = make_shell()
    for module in setup["preload"]:
        with contextlib.suppress(ImportError):
            __import__(module)
    if setup["hides"]:
        hide()
    traces = []
    loader_scope(setup)["start"](shell, traces.append)  # pyright: ignore[reportCallIssue]
    for number, source in enumerate(setup["cells"], 1):
        agent = sys.modules["_sluice"].agent
        agent.pending_request = {"exec": number, "cell": f"c{number}", "copies": True}
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            result = shell.run_cell(source, store_history=True)
        error = result.error_in_exec or result.error_before_exec
        trace = traces[-1] if traces else {}
        print(
            json.dumps(
                {"error": error and repr(error), "printed": printed.getvalue(), "trace": trace}
            )
        )


def hide():
    """Remove the names, so that a use is an AttributeError or an ImportError, as on Windows."""
    for module, names in (
        (os, OF_OS),
        (signal, OF_SIGNAL),
        (socket, ["AF_UNIX"]),
        (time, ["tzset"]),
    ):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    for name in MODULES:
        sys.modules[name] = None  # pyright: ignore[reportArgumentType]


main()
