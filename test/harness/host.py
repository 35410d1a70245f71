"""Runs cells under the agent in a plain IPython shell, one forked process per job: what the tests
use in place of a kernel.

Reads one JSON job per line on standard input, writes one JSON answer per line. What every job needs
(the heavy libraries, the shell, the agent's modules) is made once in the parent; every job runs in
a child forked from it, in a directory of its own, so no state leaks from job to job. Jobs with
probes are forked from a second parent, in which the agent has been started: that takes most of the
time of a short job.

Job:    {"cells": [[id, source], ...], "probes": true, "budget": 400, "names": ["y"], "observe":
{"2": ["x"]}, "timeout": 60,
         "folder": "files to start with"}
Answer: {"runs": [{"status", "stdout", "result", "error", "trace", "values"}, ...], "values": {"y":
[repr, digest]},
         "folder": "where it ran"}
A job with "session" true is answered with {"folder": where it runs} ("at" names it, "env" adds
variables), and runs cells as they come:
each further line is {"exec", "cell", "source", "keeps", "copies", …} and is answered with a run, or
{"restore": cell}, {"place": cells}, {"foreign": cell}, {"undo": exec, "order", "dry"}, {"redo":
exec, "order"} or {"store": question, "with": arguments}
and is answered as the agent does, or {"values": expressions}, until a
line {}. With "copies" true in the job, copies are kept of all that can be copied, however fast it
was. Names may be expressions; what cannot be evaluated has no value.

The file stays whole: the tests start it by its path, and all of it is one exchange.
"""

import contextlib
import functools
import gc
import io
import json
import os
import random
import select
import shutil
import signal
import socket
import sys
import tempfile
import traceback


def main():
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for whoever gives the jobs
    setup = json.loads(sys.stdin.readline())
    for module in setup.get("preload", []):
        with contextlib.suppress(ImportError):
            __import__(module)
    with tempfile.TemporaryDirectory() as directory:
        os.environ["IPYTHONDIR"] = directory
        shell = make_shell(setup.get("briefly", False))
        setup["modules"] = load_agent(setup)
        setup["digest"] = setup["modules"]["_sluice.values.digest"].digest
        gc.collect()
        gc.freeze()  # a collection in a child would walk, and so copy, the parent's objects
        probed = start_probed(setup, shell)
        for line in sys.stdin:
            job = json.loads(line)
            if job.get("probes", True) and not job.get("session"):
                probed.write(line)
                probed.flush()
                answer = probed.readline()
            else:
                answer = in_child(job, setup, shell) + "\n"
            sys.stdout.write(
                answer or json.dumps({"failure": "the parent of jobs with probes died"}) + "\n"
            )
            sys.stdout.flush()


def start_probed(setup, shell):
    """A process with the agent, from which jobs with probes are forked. Gives a file to write jobs
    to and read answers from.
    """
    ours, theirs = socket.socketpair()
    if os.fork() == 0:
        ours.close()
        traces = []
        setup["agent"] = (loader_scope(setup)["start"](shell, traces.append), traces)  # pyright: ignore[reportCallIssue]
        gc.collect()
        gc.freeze()
        with theirs.makefile("rw", encoding="utf-8") as jobs:
            for line in jobs:
                jobs.write(in_child(json.loads(line), setup, shell) + "\n")
                jobs.flush()
        os._exit(0)
    theirs.close()
    return ours.makefile("rw", encoding="utf-8")


def make_shell(briefly=False):
    """Make the shell. `briefly`: it shows errors without their lines, which saves half a second for
    the first error of a process.
    """
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    config.InteractiveShell.xmode = "Minimal" if briefly else "Context"
    shell = InteractiveShell.instance(config=config)
    shell.enable_gui = lambda gui=None: None  # as in a kernel, `%matplotlib inline` works
    shell.run_cell("pass", store_history=False)  # the imports of a first cell
    return shell


@functools.cache
def compile_once(source, filename, mode):
    return compile(source, filename, mode)


def load_agent(setup):
    """Load the agent's modules and take these out of `sys.modules` again: children start from a
    process without them.
    """
    loader_scope(setup)["load"](setup["sources"])  # pyright: ignore[reportCallIssue]
    names = [name for name in sys.modules if name.split(".")[0] == "_sluice"]
    return {name: sys.modules.pop(name) for name in names}


def loader_scope(setup):
    """The loader's namespace, with the loaded modules if there are any: a second load would be most
    of the cost of a job.
    """
    modules = setup.get("modules")
    payload = {
        "sources": setup["sources"] if modules is None else {},
        "library": setup["library"],
        "config": {},
    }
    scope = {"PAYLOAD": json.dumps(payload)}
    exec(compile_once(setup["loader"], "<sluice loader>", "exec"), scope)
    if modules is not None:
        scope["load"] = lambda *_: sys.modules.update(modules) or modules["_sluice"]
    return scope


def in_child(job, setup, shell):
    # the parent deletes it: a child deletes nothing after a timeout
    directory = tempfile.mkdtemp()
    try:
        if "folder" in job:
            shutil.copytree(job["folder"], directory, symlinks=True, dirs_exist_ok=True)
        if job.get("session"):
            return session_of(job, setup, shell, directory)
        return answer_of(job, setup, shell, directory)
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def answer_of(job, setup, shell, directory):
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        os.setpgid(0, 0)
        try:
            text = json.dumps(run_job(job, setup, shell, directory))
        except BaseException:
            text = json.dumps({"failure": traceback.format_exc()})
        with os.fdopen(write, "w") as out:
            out.write(text)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as source:
        text, status = read_from(source, pid)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)  # processes of open pools
    return text.decode().replace("\n", " ") or json.dumps({"failure": death_of(status)})


def death_of(status):
    """The cause of death of a process without an answer. The limits of time by `prepare` end a
    process by a signal.
    """
    if not os.WIFSIGNALED(status):
        return "the process died"
    kinds = {
        signal.SIGPROF: ", its processor time was over",
        signal.SIGALRM: ", its time by the clock was over",
    }
    ended = signal.Signals(os.WTERMSIG(status))
    return "the process died (%s%s)" % (ended.name, kinds.get(ended, ""))


def read_from(source, pid):
    """All output of a process until its end, and its status. Its own child processes may hold the
    pipe open for ever.
    """
    parts, ended, status = [], False, 0
    while not ended:
        found, status = os.waitpid(pid, os.WNOHANG)
        ended = found == pid
        while select.select([source], [], [], 0 if ended else 0.1)[0]:
            part = os.read(source.fileno(), 1 << 16)
            if not part:
                if not ended:
                    _, status = os.waitpid(pid, 0)
                return b"".join(parts), status
            parts.append(part)
    return b"".join(parts), status


def session_of(job, setup, shell, directory):
    pid = os.fork()
    if pid == 0:
        lines, out = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
        try:
            prepare(job, job.get("at", directory))
            traces = []
            agent = loader_scope(setup)["start"](shell, traces.append)  # pyright: ignore[reportCallIssue]
            agent.recorder.streams.chance = (
                sys.modules["_sluice.world.chance"].CHANCE if job.get("chance") else ()
            )
            copies = sys.modules["_sluice.values.kept_copies"]
            # (how long a cell takes on a busy machine decides nothing)
            copies.SECONDS, copies.SHARE = (0 if job.get("copies") else float("inf")), float("inf")
            out.write(
                json.dumps({"folder": os.getcwd()}) + "\n"
            )  # the sender of the lines waits for it, so that the parent has read none of them
            out.flush()
            for line in lines:
                request = json.loads(line)
                if not request:
                    break
                if "restore" in request:
                    answer = agent.questions.restore(request["restore"])
                elif "place" in request:
                    answer = agent.questions.place(request["place"])
                elif "store" in request:
                    answers = sys.modules["_sluice.store.answers"]
                    answer = answers.answer(agent, request["store"], request["with"])
                elif "undo" in request or "redo" in request:
                    way = "undo" if "undo" in request else "redo"
                    wanted = request[way], request["order"], request.get("dry", False)
                    answer = getattr(agent.questions, way)(*wanted)
                elif "values" in request:
                    answer = values_and_names(shell, setup["digest"], request["values"])
                elif "foreign" in request:
                    answer = agent.questions.foreign(request["foreign"])
                else:
                    answer = run_cell(shell, agent, traces, request)
                out.write(json.dumps(answer) + "\n")
                out.flush()
        finally:
            os._exit(0)
    os.waitpid(pid, 0)
    return json.dumps({"runs": [], "values": {}, "folder": directory})


def run_job(job, setup, shell, directory):
    prepare(job, directory)
    return {**run_cells(job, setup, shell), "folder": os.path.realpath(directory)}


def prepare(job, directory):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # of processor time; a busy machine takes longer by the clock
    signal.setitimer(signal.ITIMER_PROF, job.get("timeout", 60))
    signal.alarm(4 * int(job.get("timeout", 60)))
    os.chdir(directory)
    processes = sys.modules.get("multiprocessing.process")
    if processes is not None:
        # (a kernel imports it in its folder, where new processes find modules)
        processes.ORIGINAL_DIR = os.getcwd()
    os.environ.update(job.get("env", {}))
    if "folder" in job or "at" in job:
        # (a kernel also finds modules in it)
        sys.path.insert(0, "")
    numpy = sys.modules.get("numpy")
    if not job.get("chance"):
        random.seed(1)
        if numpy is not None:
            numpy.random.seed(1)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # output of shell commands must not come between the answers
        os.dup2(null, stream)


def run_cells(job, setup, shell):
    agent, traces = setup.get("agent", (None, []))
    if agent is not None:
        agent.recorder.budget = job.get("budget", agent.recorder.budget)
        # streams seeded by `prepare`
        agent.recorder.streams.chance = (
            sys.modules["_sluice.world.chance"].CHANCE if job.get("chance") else ()
        )
    runs = []
    for number, (cell, source) in enumerate(job["cells"], 1):
        run = run_cell(shell, agent, traces, {"exec": number, "source": source, "id": cell})
        run["values"] = values_of(
            shell, setup["digest"], job.get("observe", {}).get(str(number), [])
        )
        runs.append(run)
        if run["status"] == "error" and job.get("stop"):
            break
    return {"runs": runs, "values": values_of(shell, setup["digest"], job.get("names", []))}


def values_of(shell, digest, names):
    found = {}
    for name in names:
        with contextlib.suppress(Exception):
            value = shell.user_ns[name] if name.isidentifier() else eval(name, dict(shell.user_ns))
            found[name] = [repr(value)[:2000], digest(value)]
    return found


def values_and_names(shell, digest, expressions):
    """The values of expressions, and the names that cells have bound."""
    names = [name for name in shell.user_ns if name not in shell.user_ns_hidden and name[0] != "_"]
    return {"values": values_of(shell, digest, expressions), "names": sorted(names)}


def run_cell(shell, agent, traces, request):
    del traces[:]
    if agent is not None:
        agent.pending_request = request
    out = io.StringIO()
    before = shell.user_ns.get("_%d" % shell.execution_count)
    count = shell.execution_count
    with contextlib.redirect_stdout(out):
        result = shell.run_cell(
            request["source"], store_history=True, cell_id=request.get("id", request.get("cell"))
        )
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
