"""Runs cells under the agent in a plain IPython shell, one forked process per job: what the tests use in place of a kernel.

Reads one JSON job per line on standard input, writes one JSON answer per line. The parent imports the heavy libraries
once; every job runs in a child forked from it, in a directory of its own, so no state leaks from job to job.

Job:    {"cells": [[id, source], ...], "probes": true, "budget": 400, "names": ["y"], "timeout": 60}
Answer: {"runs": [{"status", "stdout", "result", "error", "trace"}, ...], "values": {"y": [repr, fingerprint]}}
"""

import contextlib
import io
import json
import os
import random
import signal
import sys
import tempfile
import traceback


def main():
    setup = json.loads(sys.stdin.readline())
    for module in setup.get("preload", []):
        with contextlib.suppress(ImportError):
            __import__(module)
    import IPython.core.interactiveshell  # noqa: F401

    for line in sys.stdin:
        answer = in_child(json.loads(line), setup)
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()


def in_child(job, setup):
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        try:
            text = json.dumps(run_job(job, setup))
        except BaseException:
            text = json.dumps({"failure": traceback.format_exc()})
        with os.fdopen(write, "w") as out:
            out.write(text)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as source:
        text = source.read()
    os.waitpid(pid, 0)
    return text.replace("\n", " ") or json.dumps({"failure": "the process died"})


def run_job(job, setup):
    signal.alarm(int(job.get("timeout", 60)))
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        os.environ["IPYTHONDIR"] = directory
        random.seed(1)
        numpy = sys.modules.get("numpy")
        if numpy is not None:
            numpy.random.seed(1)
        with open(os.devnull, "w") as null:
            os.dup2(null.fileno(), 2)
        return run_cells(job, setup)


def run_cells(job, setup):
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    shell = InteractiveShell.instance(config=config)
    traces = []
    config = {"budget": job["budget"]} if "budget" in job else {}
    payload = {"sources": setup["sources"], "library": setup["library"], "config": config}
    scope = {"PAYLOAD": json.dumps(payload)}
    exec(compile(setup["loader"], "<sluice loader>", "exec"), scope)
    if job.get("probes", True):
        agent = scope["start"](shell, traces.append)
    else:
        scope["load"](setup["sources"])
        agent = None
    runs = []
    for number, (cell, source) in enumerate(job["cells"], 1):
        runs.append(run_cell(shell, agent, traces, number, cell, source))
        if runs[-1]["status"] == "error" and job.get("stop"):
            break
    values = {}
    fingerprint = sys.modules["_sluice.fingerprint"].fingerprint
    for name in job.get("names", []):
        if name in shell.user_ns:
            value = shell.user_ns[name]
            values[name] = [repr(value)[:2000], fingerprint(value)]
    return {"runs": runs, "values": values}


def run_cell(shell, agent, traces, number, cell, source):
    del traces[:]
    if agent is not None:
        agent.pending_number = number
    out = io.StringIO()
    before = shell.user_ns.get("_%d" % shell.execution_count)
    count = shell.execution_count
    with contextlib.redirect_stdout(out):
        result = shell.run_cell(source, store_history=True, cell_id=cell)
    shown = shell.user_ns.get("_%d" % count)
    error = result.error_in_exec or result.error_before_exec
    return {
        "status": "ok" if result.success else "error",
        "stdout": out.getvalue(),
        "result": repr(shown)[:2000] if shown is not None and shown is not before else None,
        "error": None if error is None else "%s: %s" % (type(error).__name__, error),
        "trace": traces[0] if traces else None,
    }


if __name__ == "__main__":
    main()
