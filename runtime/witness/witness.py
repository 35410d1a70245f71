"""Runs the cells of a notebook several times and compares the data of training and test.
The order of the runs and the places of a leak come as JSON in a file; what was seen goes to the
standard output, a line for each leak. The caller chooses the leaks.
"""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from witness_runs import preload, watched  # noqa: E402

# cells find no modules of ours
sys.path[:] = [folder for folder in sys.path if folder != HERE]

# how many rows are tried one by one
ROWS = 8


def test_positions(seen):
    """Which rows of the source are tested on, as positions; None: they cannot be followed."""
    if not seen["sources"] or seen["renumbered"]:
        return None
    for tests in seen["tests"]:
        for count, index in seen["sources"]:
            if index is not None and len(set(index)) == len(index):
                at = {label: i for i, label in enumerate(index)}
                if all(each in at for each in list(tests)):
                    return [at[each] for each in tests]
            if len(tests) and max(tests) < count:
                return [int(each) for each in tests]
    for _, _, labels in seen["scores"]:
        for _, index in seen["sources"]:
            if labels is None or index is None or len(set(index)) != len(index):
                continue
            at = {label: i for i, label in enumerate(index)}
            if 0 < len(labels) < len(index) and all(each in at for each in labels):
                return [at[each] for each in labels]
    return None


def differing(one, other, leave=()):
    """How many rows of two arrays differ, and of how many; rows in `leave` do not count."""
    import numpy as np

    if one.shape != other.shape:
        return len(one), len(one)
    kept = [i for i in range(len(one)) if i not in leave]
    if one.dtype.kind == "f":
        same = (
            np.isclose(one, other, rtol=1e-9, atol=1e-12, equal_nan=True)
            if one.dtype == other.dtype
            else np.zeros(one.shape, bool)
        )
    else:
        same = one == other
    same = same.reshape(len(one), -1).all(axis=1)
    return int(sum(not same[i] for i in kept)), len(kept)


def fitted(seen, key):
    return next((rows for k, rows, _ in seen["fits"] if k == key and rows), None)


def changes(task, before, after, leave=()):
    """The first training whose data differ."""
    for key in dict.fromkeys(key for key, _, _ in before["fits"]):
        rows = fitted(before, key)
        others = fitted(after, key)
        if not rows or others is None:
            continue
        skip = leave if before["sources"] and len(rows[0]) == before["sources"][0][0] else ()
        count, total = differing(rows[0], others[0], skip)
        if count:
            return count, total
    return None


def preprocessing(task):
    before = watched(task, None)
    again = watched(task, None)
    if before.get("error"):
        return None, before["error"]
    if not before["fits"]:
        return None, "no training was reached"
    if changes(task, before, again):
        return None, "the training data are not the same in two runs"
    tested = test_positions(before)
    if tested is None and is_folded(before) and before["sources"]:
        count = before["sources"][0][0]
        tested = list(range(count - max(1, count // 5), count))
    if tested is None:
        return one_by_one(task, before)
    after = watched(task, tested, set(before["labels"]))
    if after.get("error"):
        # what the cells do may not suit numbers below zero
        after = watched(task, tested, set(before["labels"]), down=False)
    if after.get("error"):
        return None, f"with other values in the test rows {after['error']}"
    found = changes(task, before, after, set(tested))
    if found is None:
        return (
            False,
            f"with other values in the {len(tested)} test rows of the source, the training data stay the same",
        )
    return (
        True,
        f"with other values in the {len(tested)} test rows of the source, {found[0]} of {found[1]} training rows differ",
    )


def is_folded(seen):
    """A cross-validation gets all rows at once."""
    return bool({key for key, _, _ in seen["fits"]} & {key for key, _, _ in seen["scores"]})


def in_folds(task, seen):
    """Copies in data that are divided into folds, or rows that were made up of others."""
    rows = seen["fits"][0][1][0]
    copies = len(rows) - len({row.tobytes() for row in rows})
    if copies:
        return (
            True,
            f"{copies} of {len(rows)} rows are copies of others, and are divided from them by the folds",
        )
    if not seen["sources"]:
        return None, "it cannot be told where the rows come from"
    for row in range(min(ROWS, seen["sources"][0][0])):
        after = watched(task, [row], set(seen["labels"]))
        if after.get("error") or not after["fits"] or after["fits"][0][1][0].shape != rows.shape:
            continue
        count, total = differing(rows, after["fits"][0][1][0])
        if count > 1:
            return (
                True,
                f"with other values in one row of the source, {count} of {total} rows differ, which the folds divide",
            )
    return False, "no row is a copy of another, or made of others"


def one_by_one(task, before):
    """Where rows cannot be followed: what gets other values, one row at a time, is on the side that
    changes most.
    """
    import random

    if not before["sources"]:
        return None, "it cannot be told where the rows come from"
    count, tested = before["sources"][0][0], 0
    for row in random.Random(0).sample(range(count), min(ROWS, count)):
        after = watched(task, [row], set(before["labels"]))
        if after.get("error"):
            continue
        trained, judged = (farthest(before[side], after[side]) for side in ("fits", "scores"))
        if trained is None or judged is None or judged <= trained:
            continue
        tested += 1
        found = changes(task, before, after)
        if found is not None:
            return (
                True,
                f"with other values in one row of the source, which is tested on, {found[0]} of {found[1]} training rows differ",
            )
    if tested:
        return (
            False,
            f"with other values in {tested} rows of the source that are tested on, one at a time, the training data stay the same",
        )
    return None, "it cannot be told which rows of the source are tested on"


def farthest(before, after):
    """How far a value has moved at most; None: there are other rows now."""
    import numpy as np

    most = 0.0
    for (_, rows, _), (_, others, _) in zip(before, after):
        for one, other in zip(rows, others):
            if one.shape != other.shape:
                return None
            if one.dtype.kind == "f" and other.dtype.kind == "f" and one.size:
                most = max(most, float(np.nanmax(abs(one - other), initial=0)))
    return most


def overlap(task):
    seen = watched(task, None)
    if seen.get("error"):
        return None, seen["error"]
    best = None
    for _, fit, _ in seen["fits"]:
        for _, test, _ in seen["scores"]:
            if not fit or not test or fit[0].ndim < 2 or fit[0].shape[1:] != test[0].shape[1:]:
                continue
            trained = [row.tobytes() for row in fit[0]]
            known = set(trained)
            shared = sum(row.tobytes() in known for row in test[0])
            repeated = 1 - len(known) / max(1, len(trained))
            if best is None or shared > best[0]:
                best = (shared, len(test[0]), repeated)
    if best is None or best[0] == 0:
        # rows that were made up of several equal none of them
        return in_folds(task, seen) if is_folded(seen) else one_by_one(task, seen)
    return True, f"{best[0]} of {best[1]} test rows are among the training rows"


def multi_test(task):
    seen = watched(task, None)
    if seen.get("error"):
        return None, seen["error"]
    groups = {}
    for _, rows, _ in seen["scores"]:
        if rows:
            groups[rows[0].tobytes()] = groups.get(rows[0].tobytes(), 0) + 1
    most = max(groups.values(), default=0)
    if most < 2:
        return None, "the same test rows were not seen twice"
    return True, f"the same test rows were scored {most} times before the last score was known"


def target(task):
    before = watched(task, None)
    if before.get("error"):
        return None, before["error"]
    if not before["sources"] or not before["fits"] or not before["labels"]:
        return None, "the label has no name that could be followed"
    after = watched(task, list(range(before["sources"][0][0])), set(before["labels"]), True)
    if after.get("error"):
        return None, f"with other labels {after['error']}"
    found = changes(task, before, after)
    if found is None:
        return False, "with other labels the features stay the same"
    return True, f"with other labels, the features of {found[0]} of {found[1]} training rows differ"


def both_scores(task, scores):
    """The score with the leak, and that of the corrected cells, in words; nothing where they are no
    numbers.
    """
    if scores is None:
        return ""
    with_leak = watched({**task, "places": [scores["place"]]}, None)
    without = watched({**task, "cells": scores["cells"], "places": [scores["corrected"]]}, None)
    if without.get("error"):
        return f"; the corrected cells do not run ({without['error']})"
    told = [
        next((value for value in seen.get("results", ()) if value is not None), None)
        for seen in (with_leak, without)
    ]
    if None in told:
        return ""
    return f"; the score is {told[0]:.3g} with the leak, {told[1]:.3g} without"


KINDS = {
    "preprocessing": preprocessing,
    "overlap": overlap,
    "multi-test": multi_test,
    "target": target,
}


def main():
    with open(sys.argv[1]) as file:
        task = json.load(file)
    preload(task["cells"])
    for leak in task["leaks"]:
        try:
            confirmed, evidence = KINDS[leak["kind"]]({**task, "places": leak["places"]})
            if confirmed:
                evidence += both_scores(task, leak["scores"])
        except TimeoutError:
            confirmed, evidence = None, f"a run takes more than {task['seconds']} seconds"
        except Exception as error:  # what data look like is not known before
            confirmed, evidence = None, f"what came could not be compared ({type(error).__name__})"
        print(json.dumps({"confirmed": confirmed, "evidence": evidence}), flush=True)


main()
