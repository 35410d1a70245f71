"""Runs the cells of a notebook several times and compares the data of training and test.
The order of the runs and the places of a leak come as JSON in a file; what was seen goes to
another. Each run is a process of its own, forked when the libraries are there, so that nothing of
one reaches the next. The caller chooses the leaks.
"""

import ast
import importlib
import importlib.util
import json
import os
import pickle
import signal
import sys
import tempfile
import time


# how many rows are tried one by one
ROWS = 8


def position(source, offset):
    """Line and column (in bytes of UTF-8, as in syntax trees) of an offset in UTF-16 units."""
    before = source.encode("utf-16-le")[: 2 * offset].decode("utf-16-le")
    line = before.rsplit("\n", 1)[-1]
    return before.count("\n") + 1, len(line.encode())


class Watching(ast.NodeTransformer):
    """Hands the calls at some places over to the watcher."""

    def __init__(self, places):
        self.places = places

    def visit_Call(self, node):
        self.generic_visit(node)
        key = (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
        roles = self.places.get(key)
        if roles is None:
            return node
        watcher = ast.copy_location(ast.Name("__sluice_watcher__", ast.Load()), node)
        attribute = ast.copy_location(ast.Attribute(watcher, "call", ast.Load()), node)
        given = [
            ast.copy_location(ast.Constant(value), node)
            for value in (json.dumps(key), ",".join(roles))
        ]
        root = root_name(node.func) if "learned" in roles else None
        if root is not None:
            # before the method is looked up: what it is of may be a copy of a part
            attribute.value = ast.copy_location(
                ast.Call(
                    ast.copy_location(ast.Attribute(watcher, "meet", ast.Load()), node), [root], []
                ),
                node,
            )
        return ast.copy_location(
            ast.Call(attribute, [*given, node.func, *node.args], node.keywords), node
        )


def root_name(function):
    """The name of the data that a method is of: `df` of `df['a'].mean`."""
    node = function
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return (
        ast.copy_location(ast.Name(node.id, ast.Load()), node)
        if node is not function and isinstance(node, ast.Name)
        else None
    )


class Watcher:
    """Sees the data at the places of a leak. `changed`: positions of source rows that are given
    other values.
    """

    def __init__(self, changed, label, only_label, down):
        self.changed, self.label, self.only_label = changed, label, only_label
        # up and down in turns: what is learned may be the largest or the smallest
        self.signs = [-1 if down and row % 2 else 1 for row in changed or ()]
        self.sources, self.tests, self.fits, self.scores, self.labels, self.results = (
            [],
            [],
            [],
            [],
            [],
            [],
        )
        self.renumbered = False

    def meet(self, data):
        """Data that something is learned from: if nobody knows where the rows come from, they are
        followed from here on.
        """
        if (
            not self.sources
            and hasattr(data, "shape")
            and hasattr(data, "__setitem__")
            and len(data.shape) > 0
        ):
            self.change(data)
        return self

    def call(self, key, roles, function, *args, **kwargs):
        import numpy as np

        roles = roles.split(",")
        if "split" in roles:
            self.divide(function, args, kwargs, np)
        if "fit" in roles:
            self.note(self.fits, key, args, kwargs)
        if "score" in roles:
            self.note(self.scores, key, args, kwargs)
        if "learned" in roles and not self.sources and args and hasattr(args[0], "shape"):
            # nobody knows where the rows come from: they are followed from here on
            args = (self.change(args[0]), *args[1:])
        result = function(*args, **kwargs)
        if "split" in roles and hasattr(result, "__next__"):
            result = list(result)
            if result and isinstance(result[0], tuple):
                self.tests.append(np.asarray(result[0][1]))
        if "source" in roles:
            result = self.change(result)
        if "result" in roles:
            self.results.append(number(result))
        return result

    def note(self, where, key, args, kwargs):
        data = [
            value
            for value in (*args, *kwargs.values())
            if hasattr(value, "shape") or isinstance(value, list)
        ]
        rows = [plain(value) for value in data]
        index = next((list(value.index) for value in data if hasattr(value, "iloc")), None)
        if len(where) < 400:
            where.append((key, rows, index))
        for value in data[1:2]:
            if getattr(value, "name", None) is not None:
                self.labels.append(value.name)

    def divide(self, function, args, kwargs, np):
        """The same division of numbers tells which rows go where."""
        if not args or getattr(function, "__name__", "") != "train_test_split":
            return
        state = np.random.get_state()
        try:
            first = args[0]
            count = first.shape[0] if hasattr(first, "shape") else len(first)
            _, test = function(np.arange(count), **kwargs)
            index = first.index if hasattr(first, "iloc") else None
            if index is None or list(index) == list(range(count)):
                # numbered anew: the numbers are those of a source only if that has as many rows
                self.renumbered = self.renumbered or all(
                    count != known for known, _ in self.sources
                )
            self.tests.append(np.asarray(test) if index is None else [index[i] for i in test])
        finally:
            np.random.set_state(state)

    def change(self, value):
        import numpy as np

        # what scikit-learn loads has a member of this name, and so have arrays, of another meaning
        bundled = value if hasattr(value, "shape") else getattr(value, "data", value)
        frame = value[0] if isinstance(value, tuple) and value else bundled
        if not hasattr(frame, "shape") or len(frame.shape) == 0:
            return value
        self.sources.append((frame.shape[0], list(frame.index) if hasattr(frame, "iloc") else None))
        if self.changed is None or not len(self.changed):
            return value
        if max(self.changed) >= frame.shape[0]:
            return value
        if hasattr(frame, "iloc"):
            frame = frame.copy() if isinstance(value, tuple) else frame
            self.change_frame(frame)
        elif not self.only_label and frame.dtype.kind in "iuf":
            shifted = frame
            shift = (
                np.asarray(self.signs).reshape(-1, *[1] * (shifted.ndim - 1))
                * 3
                * (abs(shifted).max() + 1)
            )
            shifted[self.changed] = (shifted[self.changed] * 2 + shift).astype(shifted.dtype)
            if isinstance(value, tuple):
                return (shifted, *value[1:])
            if hasattr(value, "data") and value is not frame and isinstance(value, dict):
                value["data"] = shifted
                return value
            return shifted
        return (frame, *value[1:]) if isinstance(value, tuple) else value

    def change_frame(self, frame):
        import numpy as np

        columns = getattr(frame, "columns", None)
        if columns is None:
            if frame.dtype.kind in "iuf" and not self.only_label:
                frame.iloc[self.changed] = (
                    frame.iloc[self.changed] * 2
                    + np.asarray(self.signs) * 3 * (abs(frame).max() + 1)
                ).astype(frame.dtype)
            return
        for at, name in enumerate(columns):
            if (name in self.label) != self.only_label:
                continue
            column = frame.iloc[:, at]
            if self.only_label:
                frame[name] = column.to_numpy()[::-1]
                continue
            if column.dtype.kind in "if":
                values = column.astype(float)
                values.iloc[self.changed] = values.iloc[self.changed] * 1.7 + np.asarray(
                    self.signs
                ) * 3 * (abs(values).max() + 1)
                frame[name] = values
            elif column.dtype.kind == "O" and column.astype(str).str.len().mean() > 15:
                values = column.copy()
                values.iloc[self.changed] = values.iloc[self.changed].astype(str) + " sluicewitness"
                frame[name] = values


def number(value):
    """The score that a call has given, as one number; None without a score."""
    import numpy as np

    value = getattr(value, "best_score_", value)
    try:
        array = np.asarray(value, float)
    except (TypeError, ValueError):
        return None
    return float(array.mean()) if array.ndim < 2 and array.size else None


def plain(value):
    """Rows as an array of numbers, where they are."""
    import numpy as np

    if hasattr(value, "toarray"):
        value = value.toarray()
    array = np.asarray(value)
    try:
        return array.astype(float)
    except (TypeError, ValueError):
        return array.astype(str)


def run(task, out):
    """One run of all cells, watched."""
    import random

    import numpy as np
    from IPython.core.interactiveshell import InteractiveShell

    watcher = Watcher(task["changed"], task["label"], task["onlyLabel"], task["down"])
    shell = InteractiveShell.instance()
    shell.user_ns["__sluice_watcher__"] = watcher
    random.seed(0)
    np.random.seed(0)
    error = None
    for number, source in enumerate(task["cells"], 1):
        places = {}
        for place in task["places"]:
            if place["run"] == number:
                key = (*position(source, place["from"]), *position(source, place["to"]))
                places.setdefault(key, []).append(place["role"])
        shell.ast_transformers[:] = [Watching(places)]
        result = shell.run_cell(source, store_history=False)
        if not result.success:
            error = f"run {number} fails: {told(result.error_in_exec or result.error_before_exec)}"
            break
    found = {
        name: getattr(watcher, name)
        for name in ("sources", "tests", "fits", "scores", "labels", "results", "renumbered")
    }
    with open(out, "wb") as file:
        pickle.dump({**found, "error": error}, file)


def told(error):
    """An exception in a line; where a package is not there, with the Python that lacks it."""
    line = f"{type(error).__name__}: {error}".split("\n")[0][:200]
    return f"{line} (in {sys.executable})" if isinstance(error, ModuleNotFoundError) else line


def watched(task, changed, label=(), only_label=False, down=True):
    """A run in a process of its own."""
    asked = {
        **task,
        "changed": changed,
        "label": list(label),
        "onlyLabel": only_label,
        "down": down,
    }
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        child = os.fork()
        if child == 0:
            alone(asked, out)
        wait(child, task["seconds"])
        if not os.path.exists(out):
            return {"error": "the process ended early"}
        with open(out, "rb") as file:
            return pickle.load(file)


def preload(cells):
    """Imports the libraries that cells import, once for all runs."""
    for source in cells:
        try:
            tree = ast.parse(source)
        except SyntaxError:
            continue
        for node in ast.walk(tree):
            names = (
                [node.module]
                if isinstance(node, ast.ImportFrom)
                else [each.name for each in getattr(node, "names", ())]
                if isinstance(node, ast.Import)
                else []
            )
            for name in names:
                try:
                    spec = importlib.util.find_spec((name or "").partition(".")[0])
                    if spec is not None and "site-packages" in (spec.origin or ""):
                        importlib.import_module(name)
                except Exception:  # the run tells
                    continue


def alone(task, out):
    """The part of the child, of which no state stays."""
    code = 1
    try:
        null = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(null, stream)
        run(task, out)
        code = 0
    finally:
        os._exit(code)


def wait(child, seconds):
    """Waits for a process; one that takes longer is ended."""
    end = time.monotonic() + seconds
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            raise TimeoutError
        time.sleep(0.02)


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
