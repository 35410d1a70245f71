"""Runs the cells of a notebook several times and compares what models are trained on and tested on. The order of the runs and the places of
a leak come as JSON in a file; what was seen goes to another. Each run is a process of its own, so that nothing of one reaches the next.
It does not decide which leaks to look into."""
import ast
import json
import os
import pickle
import subprocess
import sys
import tempfile


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
        given = [ast.copy_location(ast.Constant(value), node) for value in (json.dumps(key), ",".join(roles))]
        return ast.copy_location(ast.Call(attribute, [*given, node.func, *node.args], node.keywords), node)


class Watcher:
    """Sees the data at the places of a leak. `changed`: positions of source rows that are given other values."""

    def __init__(self, changed, label, only_label):
        self.changed, self.label, self.only_label = changed, label, only_label
        self.sources, self.tests, self.fits, self.scores, self.labels = [], [], [], [], []

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
        return result

    def note(self, where, key, args, kwargs):
        data = [value for value in (*args, *kwargs.values()) if hasattr(value, "shape") or isinstance(value, list)]
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
            self.tests.append(np.asarray(test) if index is None else [index[i] for i in test])
        finally:
            np.random.set_state(state)

    def change(self, value):
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
        elif not self.only_label:
            shifted = frame.astype(float) if frame.dtype.kind in "iub" else frame
            shifted[self.changed] = shifted[self.changed] * 1.7 + 3 * (abs(shifted).max() + 1)
            if isinstance(value, tuple):
                return (shifted, *value[1:])
            if hasattr(value, "data") and value is not frame and isinstance(value, dict):
                value["data"] = shifted
                return value
            return shifted
        return (frame, *value[1:]) if isinstance(value, tuple) else value

    def change_frame(self, frame):
        columns = getattr(frame, "columns", None)
        if columns is None:
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
                values.iloc[self.changed] = values.iloc[self.changed] * 1.7 + 3 * (abs(values).max() + 1)
                frame[name] = values
            elif column.dtype.kind == "O" and column.astype(str).str.len().mean() > 15:
                values = column.copy()
                values.iloc[self.changed] = values.iloc[self.changed].astype(str) + " sluicewitness"
                frame[name] = values


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

    watcher = Watcher(task["changed"], task["label"], task["onlyLabel"])
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
            error = f"run {number} fails: {type(result.error_in_exec or result.error_before_exec).__name__}"
            break
    found = {name: getattr(watcher, name) for name in ("sources", "tests", "fits", "scores", "labels")}
    with open(out, "wb") as file:
        pickle.dump({**found, "error": error}, file)


def watched(task, changed, label=(), only_label=False):
    """A run in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        given, out = os.path.join(folder, "task"), os.path.join(folder, "out")
        with open(given, "w") as file:
            json.dump({**task, "changed": changed, "label": list(label), "onlyLabel": only_label}, file)
        ended = subprocess.run([sys.executable, os.path.abspath(__file__), "--run", given, out], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=task["seconds"])
        if ended.returncode != 0 or not os.path.exists(out):
            return {"error": "the process ended early"}
        with open(out, "rb") as file:
            return pickle.load(file)


def test_positions(seen):
    """Which rows of the source are tested on, as positions; None: they cannot be followed."""
    if not seen["sources"]:
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
        same = np.isclose(one, other, rtol=1e-9, atol=1e-12, equal_nan=True) if one.dtype == other.dtype else np.zeros(one.shape, bool)
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
    folds = {key for key, _, _ in before["fits"]} & {key for key, _, _ in before["scores"]}
    if tested is None and folds and before["sources"]:
        count = before["sources"][0][0]
        tested = list(range(count - max(1, count // 5), count))
    if tested is None:
        return None, "it cannot be told which rows of the source are tested on"
    after = watched(task, tested, set(before["labels"]))
    if after.get("error"):
        return None, f"with other values in the test rows {after['error']}"
    found = changes(task, before, after, set(tested))
    if found is None:
        return False, f"with other values in the {len(tested)} test rows of the source, the training data stay the same"
    return True, f"with other values in the {len(tested)} test rows of the source, {found[0]} of {found[1]} training rows differ"


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
    if best is None:
        return None, "training and test rows cannot be compared"
    if best[0] == 0:
        return None, "no test row equals a training row; rows that were made up of several are like neither"
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


KINDS = {"preprocessing": preprocessing, "overlap": overlap, "multi-test": multi_test, "target": target}


def main():
    if sys.argv[1] == "--run":
        with open(sys.argv[2]) as file:
            run(json.load(file), sys.argv[3])
        return
    with open(sys.argv[1]) as file:
        task = json.load(file)
    for leak in task["leaks"]:
        try:
            confirmed, evidence = KINDS[leak["kind"]]({**task, "places": leak["places"]})
        except subprocess.TimeoutExpired:
            confirmed, evidence = None, f"a run takes more than {task['seconds']} seconds"
        except Exception as error:  # what data look like is not known before
            confirmed, evidence = None, f"what came could not be compared ({type(error).__name__})"
        print(json.dumps({"confirmed": confirmed, "evidence": evidence}), flush=True)


main()
