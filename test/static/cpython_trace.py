"""Runs small programs and prints, per program, which global names it really read before binding
them, and which it bound.

Input: a JSON list of sources on standard input. Each is run with a recording namespace, several
times with different answers of the oracle function `coin()`, so that different paths are taken; the
results are merged. Output: a JSON list of {"reads": [...], "always": [...], "ever": [...],
"spared": [...], "runs": n}: read before bound on some run; bound or deleted on every completed run;
bound on some run; missing in some completed run; completed runs.
"""

import json
import random
import sys


NAMES = "abcde"


class Namespace(dict):
    """Records loads, stores and deletes of names. (`global x; x = 1` in a function would bypass
    it.)
    """

    def __init__(self, initial):
        super().__init__(initial)
        self.read, self.bound, self.touched = set(), set(), set()

    def __getitem__(self, name):
        if name not in self.touched:
            self.read.add(name)
        return super().__getitem__(name)

    def __setitem__(self, name, value):
        self.bound.add(name)
        self.touched.add(name)
        super().__setitem__(name, value)

    def __delitem__(self, name):
        super().__delitem__(name)
        self.touched.add(name)


def run(source, seed, missing=None):
    rng = random.Random(seed)
    steps = 0

    def coin():
        nonlocal steps
        steps += 1
        if steps > 200:
            raise SystemExit
        return rng.random() < 0.5

    def items():
        return range(rng.choice([0, 1, 2]))

    names = {name: 1 for name in NAMES if name != missing}
    space = Namespace({**names, "coin": coin, "items": items})
    try:
        # A subclass of dict as globals: CPython then asks it also for the globals of functions and
        # comprehensions.
        exec(compile(source, "<program>", "exec"), space)
    except BaseException:
        return space.read, None, space.bound
    return space.read, set(space.touched), space.bound


def main():
    results = []
    for source in json.load(sys.stdin):
        reads, ever, always, completed = set(), set(), None, 0
        for seed in range(24):
            read, touched, bound = run(source, seed)
            reads |= read
            ever |= bound
            if touched is not None:
                completed += 1
                always = touched if always is None else always & touched
        spared = [
            name
            for name in NAMES
            if any(run(source, seed, name)[1] is not None for seed in range(8))
        ]
        results.append(
            {
                "reads": sorted(reads),
                "always": sorted(always or ()),
                "ever": sorted(ever),
                "spared": spared,
                "runs": completed,
            }
        )
    json.dump(results, sys.stdout)


main()
