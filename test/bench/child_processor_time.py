"""Prints the processor time, in ms, of each of N runs of a program: `child_processor_time.py N PROGRAM ARGUMENT…`."""

import resource
import subprocess
import sys


def used() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    for _ in range(int(sys.argv[1])):
        before = used()
        subprocess.run(
            sys.argv[2:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
        )
        print(1000 * (used() - before))


main()
