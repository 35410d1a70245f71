"""Signals that raise an error at any time, in a plain IPython shell: `interrupts.py SEED COUNT`
gives one JSON answer.

Each line of `test/cases/interrupts.jsonl` is a cell that tracing has work with. They run in turns,
each time with an alarm whose handler raises an error after a random part of the time that the cell
takes. The answer: where the alarms came (`hits`), and what went wrong.
"""

import collections
import contextlib
import io
import json
import os
import random
import signal
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "harness"))
import host

ERRORS = (KeyboardInterrupt, TimeoutError)
"""An interrupt of the kernel, and a time limit of the notebook's own."""


class Alarm:
    """The handler. `hit`: where the last one came: in our code, called from the notebook's or not;
    in the notebook's; or elsewhere.
    """

    error = KeyboardInterrupt
    hit = None

    def __call__(self, number, frame):
        ours, notebooks = False, False
        while frame is not None and not notebooks:
            name = frame.f_code.co_filename
            notebooks = name.startswith("<ipython-input")
            ours = ours or name.startswith("<sluice")
            frame = frame.f_back
        self.hit = (
            ("ours within" if notebooks else "ours")
            if ours
            else "notebook"
            if notebooks
            else "elsewhere"
        )
        raise self.error()


class Session:
    def __init__(self, setup):
        self.shell = host.make_shell()
        self.traces = []
        self.agent = host.loader_scope(setup)["start"](self.shell, self.traces.append)
        self.alarm = Alarm()
        self.number = 0
        signal.signal(signal.SIGALRM, self.alarm)

    def run(self, source, seconds=None):
        """The traces of the cell, the printed text, and whether the cell ended well."""
        self.number += 1
        self.agent.pending_request = {
            "exec": self.number,
            "cell": "c%d" % (self.number % 9),
            "keeps": True,
        }
        self.traces.clear()
        self.alarm.hit = None
        printed = io.StringIO()
        well = False
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            try:
                if seconds is not None:
                    signal.setitimer(signal.ITIMER_REAL, seconds)
                well = self.shell.run_cell(source, store_history=False).success
                signal.setitimer(signal.ITIMER_REAL, 0)
            except ERRORS:
                # (it comes once: late, and nothing is left to stop)
                pass
        return list(self.traces), printed.getvalue(), well


def wrong_with(session, source, seconds, hits):
    """Faults after a cell was interrupted after so many seconds; `hits` counts the places of
    interrupts.
    """
    traces, printed, well = session.run(source, seconds)
    hit, error = session.alarm.hit, session.alarm.error.__name__
    text = json.dumps(traces)
    hits[hit] += 1
    if hit in ("notebook", "ours within"):
        if well and "stopped" not in printed and error not in printed:
            yield "%s was swallowed" % error
        if hit == "notebook" and traces and "was interrupted" not in text:
            yield "the interrupt is not in the trace"
    traces, _, well = session.run("w = [1]\nw.append(2)")
    if not (
        well
        and len(traces) == 1
        and traces[0]["instrumented"]
        and len(traces[0]["statements"]) == 2
    ):
        yield "the next cell is not traced"


def main():
    rng = random.Random(int(sys.argv[1]))
    session = Session(json.loads(sys.stdin.readline()))
    with open(os.path.join(HERE, "..", "cases", "interrupts.jsonl")) as lines:
        first, *cells = [json.loads(line)["source"] for line in lines]
    session.run(first)
    takes = {}
    for source in cells:
        started = time.perf_counter()
        session.run(source)
        takes[source] = time.perf_counter() - started
    hits, wrong = collections.Counter(), collections.Counter()
    for turn in range(int(sys.argv[2])):
        source = cells[turn % len(cells)]
        session.alarm.error = ERRORS[turn // len(cells) % 2]
        for text in wrong_with(session, source, rng.uniform(0.0002, 1.2 * takes[source]), hits):
            wrong["%s (%s): %s" % (text, session.alarm.error.__name__, source)] += 1
    print(
        json.dumps({"hits": {str(where): count for where, count in hits.items()}, "wrong": wrong})
    )


main()
