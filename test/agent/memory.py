"""Memory and work of the agent over a long session, in a plain IPython shell. One JSON answer per
question on the command line.

`executions N`: many small cells; growth of the process in MB, and the agent's own calls per cell
early and late. `passing N`: the locations in the record of a cell that makes N objects and keeps
one. `turns FILE`: cells with a loop that makes and drops some 20 MB in each of 40 turns; how far
the process has grown at most, in MB. `drops FILE`: cases that hold some 200 MB and drop them again,
as MB above what there was before: held, dropped.
"""

import collections
import gc
import json
import os
import resource
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "harness"))
import host

ARRAY = 25_000_000
SAMPLE = 200
"""Cells over which the agent's calls are counted."""


class Session:
    def __init__(self, setup):
        self.shell = host.make_shell()
        self.traces = []
        self.agent = host.loader_scope(setup)["start"](self.shell, self.traces.append)
        self.number = 0

    def run(self, source):
        self.number += 1
        # 200 cells that are run again and again
        request = {"exec": self.number, "cell": "c%d" % (self.number % 200), "source": source}
        run = host.run_cell(self.shell, self.agent, self.traces, request)
        if run["status"] != "ok" or run["trace"]["fault"] is not None:
            sys.exit("%s\n%s" % (source, run))
        return run["trace"]


def small_cell(i):
    k = i % 200
    if k == 0:
        return "base = list(range(10))\ndef f(a):\n    return a + 1"
    if k % 10 == 1:
        return "d%d = {'a': %d, 'b': [1, %d]}\nd%d['c'] = f(%d)" % (k, i, i, k, i)
    if k % 10 == 2:
        return "d%d['b'].append(%d)\nlen(d%d)" % (k - 1, i, k - 1)
    if k % 10 == 3:
        return (
            "class C%d:\n    def __init__(self, v):\n        self.v = v\no%d = C%d(%d)\no%d.w = [o%d.v]"
            % (k, k, k, i, k, k)
        )
    if k % 10 == 4:
        return "total%d = 0\nfor j in base:\n    total%d += j" % (k, k)
    return "x%d = globals().get('x%d', 0) + %d\ny%d = [x%d]" % (k, k - 1, i, k, k)


def executions(session, count):
    calls = {}
    start = None
    for i in range(count):
        if i == 2 * SAMPLE:
            start = megabytes()
        if i in (2 * SAMPLE, count - SAMPLE):
            calls[i] = count_calls(session, i)
        session.run(small_cell(i))
    early, late = ([total / SAMPLE for total in counted] for counted in calls.values())
    return {"grown": megabytes() - start, "early": early, "late": late}


def count_calls(session, first):
    """The agent's calls, of Python and of C functions, over a sample of cells."""
    counts = collections.Counter()

    def profile(frame, event, _):
        if event in ("call", "c_call") and frame.f_code.co_filename.startswith("<sluice"):
            counts[event] += 1

    sys.setprofile(profile)
    try:
        for i in range(first, first + SAMPLE):
            session.run(small_cell(i))
    finally:
        sys.setprofile(None)
    return counts["call"], counts["c_call"]


def passing(session, count):
    session.run(
        "elsewhere = {'__name__': 'elsewhere'}\nexec('class Node:\\n    def __init__(self, v): self.v = v', elsewhere)\nNode = elsewhere['Node']"
    )
    session.run(
        "def climb(n):\n    state = [0]\n    for i in range(n):\n        state = [*state[-3:], i]\n        state[:1] = [i]\n        best = Node(state)\n    return best"
    )
    trace = session.run("best = climb(%d)" % count)
    return sum(
        len(statement["reads"]) + len(statement["writes"]) for statement in trace["statements"]
    )


def drops(session, path):
    session.run("import numpy as np, pandas as pd\nN = %d" % ARRAY)
    session.run("class Box: pass\nclass Slot: __slots__ = ('v',)\nbox = Box(); slot = Slot()")
    found = {}
    with open(path) as lines:
        for case in map(json.loads, lines):
            before = megabytes()
            session.run(case["hold"])
            held = megabytes() - before
            session.run(case["drop"])
            found[case["name"]] = [held, megabytes() - before]
    return found


def turns(session, path):
    found = {}
    with open(path) as lines:
        for case in map(json.loads, lines):
            read, write = os.pipe()
            child = os.fork()
            if child == 0:
                before = megabytes()
                session.run(case["cell"])
                os.write(
                    write,
                    b"%d" % (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000 - before),
                )
                os._exit(0)
            os.close(write)
            os.waitpid(child, 0)
            found[case["name"]] = int(os.read(read, 100) or 10**6)
            os.close(read)
    return found


def megabytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def main():
    question, argument = sys.argv[1:]
    setup = json.loads(sys.stdin.readline())
    with tempfile.TemporaryDirectory() as directory:
        os.environ["IPYTHONDIR"] = directory
        session = Session(setup)
        gc.collect()
        answers = {"executions": executions, "passing": passing, "drops": drops, "turns": turns}
        print(
            json.dumps(
                answers[question](
                    session, argument if question in ("drops", "turns") else int(argument)
                )
            )
        )


if __name__ == "__main__":
    main()
