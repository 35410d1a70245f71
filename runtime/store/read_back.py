"""Reads stored values back, in a process that has nothing of the session but the folders of its
modules, and says the digest of what came back.

The first line of standard input is {"agent": the agent's loader and modules, "cache": the prefix of
files with the compiled modules, "path": folders}; each further one {"path", "sha256", "size"} is answered with {"fingerprint", "seconds"} or {"error"}.
"""

import json
import os
import sys
import time

SECONDS = 60
SHORT = 0.01


def main():
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a module prints is no answer
    setup = json.loads(sys.stdin.readline())
    sys.path[:] = setup["path"]
    scope = {"__name__": "_sluice_loader"}
    exec(compile(setup["agent"]["loader"], "<sluice loader>", "exec"), scope)
    package = scope["load"](setup["agent"]["modules"], setup["cache"])  # pyright: ignore[reportCallIssue]
    for line in sys.stdin:
        out.write(json.dumps(answer_of(package.store, json.loads(line))) + "\n")
        out.flush()


def answer_of(store, file):
    try:
        loaded = len(sys.modules)
        found, seconds = read(store, file)
        if seconds > SHORT and len(sys.modules) > loaded:
            # (the first time, libraries were loaded)
            found, seconds = read(store, file)
        digest = store.portable_digest.portable_digest(found, SECONDS)
        return {"fingerprint": digest, "seconds": seconds}
    except BaseException as fault:
        return {"error": "%s: %s" % (type(fault).__name__, fault)}


def read(store, file):
    started = time.perf_counter()
    found = store.value_files.read_values(file["path"], file["sha256"], file["size"])
    return found, time.perf_counter() - started


if __name__ == "__main__":
    main()
