"""Checks every stub of some libraries with sample objects: usage: python check.py SAMPLES.txt… <
compiled library.

Prints one JSON object per line: {"start": callee} before a callee's calls, the same with "wrong"
after wrong calls, and at the end of each file {"library", "callees", "checked", "wrong": […],
"unchanged": […], "failed": […]}. The last line of a dead process names the callee, to be named in
`skip` at the next start.
"""

import contextlib
import fcntl
import json
import os
import shutil
import signal
import sys
import time
import warnings
import zlib

from claims import Library
from isolate import FOLDER, block_network, clear_folder
from reads import check_reads
from run_call import run_call
from samples import candidates, read_samples

#: calls of one callee that succeed before it is the next one's turn
ENOUGH = 2
#: seconds that one call may take, and of computing that all tries of a callee may
PATIENCE = 10
TOO_LONG = f"takes over {PATIENCE} seconds"


class TooLong(BaseException):
    pass


def give_up(*_):
    raise TooLong


def check(path, compiled, skip, is_taken, say):
    samples = read_samples(path)
    missing = missing_packages(samples.packages)
    name = os.path.basename(path)[:-4]
    if missing:
        return {"library": name, "missing": missing}
    exec(samples.prepare, {})
    library = Library(compiled)
    results = {}
    for candidate in candidates(library, samples):
        known = results.get(candidate.name)
        if known and known.succeeded or candidate.name in skip or not is_taken(candidate.name):
            continue
        say({"start": candidate.name})
        clear_folder()
        results[candidate.name] = attempt(library, samples, candidate)
        if results[candidate.name].failures:
            say({"start": candidate.name, "wrong": results[candidate.name].failures})
    return {
        "library": name,
        "callees": len(results),
        "checked": sum(bool(result.succeeded) for result in results.values()),
        "wrong": [failure for result in results.values() for failure in result.failures],
        "unchanged": [
            name
            for name, result in results.items()
            if result.succeeded and result.claimed and not result.changed
        ],
        "failed": [
            f"{name}: {result.error}" for name, result in results.items() if not result.succeeded
        ],
    }


def taking(sample):
    """Whether a callee is taken; `sample`: the number of one sample and how many there are, or None
    for all callees.
    """
    return lambda name: sample is None or zlib.crc32(name.encode()) % sample[1] == sample[0]


class Result:
    """The outcome of one callee's calls: how many succeeded, whether a change was claimed, and
    whether one was seen.
    """

    def __init__(self):
        self.succeeded, self.claimed, self.changed, self.failures, self.error = (
            0,
            False,
            False,
            [],
            "no arguments",
        )


def attempt(library, samples, candidate):
    found, started = Result(), time.process_time()
    for at, arguments in enumerate([*candidate.named, *candidate.guessed]):
        if found.succeeded and 0 < len(candidate.named) <= at:
            break
        if (
            found.succeeded >= ENOUGH
            or found.failures
            or found.error == TOO_LONG
            or time.process_time() > started + PATIENCE
        ):
            break
        result = {"failures": found.failures}
        changed = None
        signal.alarm(PATIENCE)
        try:
            callee, args, kwargs = candidate.make(arguments)
            describe = f"auto {candidate.name}{arguments}"
            changed = run_call(library, callee, args, kwargs, describe, result, samples)
            if (
                changed is not None
                and not found.failures
                and first_of_its_function(callee, arguments, samples)
            ):
                found.failures += check_reads(library, candidate.make, arguments, samples, describe)
        except TooLong:
            result["error"] = TOO_LONG
        except BaseException as problem:  # Rust's panics are no Exception
            result["error"] = repr(problem)[:200]
        finally:
            signal.alarm(0)
            os.chdir(FOLDER)
        if changed is None:
            found.error = result.get("error", "no stub")
            continue
        found.succeeded += 1
        found.changed |= changed
        found.claimed |= result["claimed"]
    return found


def first_of_its_function(callee, arguments, samples):
    """Whether no other class with this method has been checked for reads: figures take long to
    make.
    """
    inherited = (getattr(callee, "__func__", callee), arguments)
    if samples.plots and inherited in samples.asked:
        return False
    samples.asked.add(inherited)
    return True


def missing_packages(packages):
    missing = []
    for package in packages:
        try:
            __import__(package)
        except ImportError as error:
            missing.append(f"{package} ({str(error).splitlines()[0][:80]})")
    return missing


def main():
    warnings.simplefilter("ignore")
    data = json.load(sys.stdin)
    output = os.fdopen(fcntl.fcntl(1, fcntl.F_DUPFD, 200), "w")

    def say(value):
        output.write(json.dumps(value) + "\n")
        output.flush()

    for number in range(10):  # a call may close a number as a file
        os.dup2(os.open(os.devnull, os.O_RDWR), number)
    os.environ["MPLBACKEND"] = "agg"
    os.environ["OMP_NUM_THREADS"] = (
        "1"  # threads of one call put each other's warnings filters back
    )
    signal.signal(signal.SIGALRM, give_up)
    block_network()
    paths = [os.path.abspath(path) for path in sys.argv[1:]]
    os.chdir(FOLDER)
    try:
        for path in paths:
            with contextlib.redirect_stderr(open(os.devnull, "w")):
                say(check(path, data["effects"], set(data["skip"]), taking(data["sample"]), say))
    finally:
        os.chdir("/")
        shutil.rmtree(FOLDER)
    output.close()
    os._exit(0)  # an orderly end after these calls is not worth the time


main()
