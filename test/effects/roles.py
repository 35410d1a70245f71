"""The roles oracle: calls real functions on all rows, on some of them and on rows in another order,
and compares the results with the declared roles. Reads calls and claims as JSON; prints
contradictions. Roles with a model of one's own (scores) are not checked.
"""

import importlib
import json
import random
import sys
import warnings

import numpy as np
import pandas as pd

warnings.simplefilter("ignore")

ROWS = 24
rng = np.random.RandomState(1)


def frame(count):
    whole = pd.DataFrame({"a": np.arange(count) % 4, "b": rng.randint(1, 6, count)})
    numbers = pd.DataFrame({"a": rng.rand(count), "b": rng.rand(count) * 9 - 3})
    return numbers, numbers.mask(rng.rand(count, 2) < 0.2), whole, np.arange(count) % 3 % 2


X, G, V, y = frame(ROWS)
# (the largest is not among the first)
X.iloc[-1] = 20
P, PG, PV, Py = frame(12)
WORDS = ["red", "green", "blue", "cat", "dog", "sun"]
T = [" ".join(rng.choice(WORDS, 3)) + f" w{i}" for i in range(ROWS)]
PT = ["red cat sun", "blue dog", "green w1"]
N = np.arange(ROWS)


def value(expression, module, rows):
    """The expression on some rows, as an array or a list of arrays."""
    random.seed(0)
    np.random.seed(0)
    names = {"at": module, "np": np, "pd": pd, "P": P, "PG": PG, "PV": PV, "PT": PT, "Py": Py}
    for name, data in (("X", X), ("G", G), ("V", V)):
        names[name] = data.iloc[rows].reset_index(drop=True)
    names.update(
        y=y[rows],
        M=X.to_numpy()[rows],
        N=N[rows],
        T=[T[i] for i in rows],
        uneven=(N[rows] % 5 == 0).astype(int),
    )
    return eval(expression, names)


def plain(found):
    if hasattr(found, "toarray"):
        found = found.toarray()
    if hasattr(found, "numpy"):
        found = found.numpy()
    if isinstance(found, tuple):
        found = [plain(each) for each in found]
        return np.concatenate([each.ravel() for each in found])
    if isinstance(found, (pd.DataFrame, pd.Series)):
        found = found.to_numpy()
    return np.asarray(found)


def same(one, other):
    if one.shape != other.shape:
        return False
    if one.dtype.kind in "OUb" or other.dtype.kind in "OUb":
        return bool((one == other).all())
    return bool(
        np.allclose(one.astype(float), other.astype(float), rtol=1e-4, atol=1e-5, equal_nan=True)
    )


def trouble(claims, expression, module):
    """The contradiction between the claims and the results, or None."""
    if not claims:
        return "no roles are declared"
    everything, half = list(range(ROWS)), list(range(ROWS // 2))
    mixed = random.Random(5).sample(everything, ROWS)
    if "splits" in claims:
        parts = [
            sorted(np.asarray(part).ravel().tolist())
            for part in value(expression, module, everything)
        ]
        together = sorted(parts[0] + parts[1])
        return (
            None
            if len(set(together)) == len(together) and set(together) <= set(everything)
            else "the parts share rows"
        )
    whole = plain(value(expression, module, everything))
    if "resamples" in claims:
        rows = whole.ravel().tolist()
        return None if len(set(rows)) < len(rows) else "no row is there twice"
    if "stacks" in claims:
        return None if len(whole) > ROWS else "there are no more rows than in one"
    if "rearranges" in claims:
        return (
            None if whole.ravel().tolist() != everything else "all rows are there, in their order"
        )
    part = plain(value(expression, module, half))
    if "groups" in claims:
        return (
            None
            if len(whole) < ROWS and not same(whole, part)
            else "there are no fewer rows, or they do not depend on all"
        )
    if claims.intersection(("learns", "fits")) and "rowwise" not in claims:
        if "keys" in claims:
            return None if same(whole, part) else "other values than those that there are count"
        return "it does not depend on all rows" if same(whole, part) else None
    if len(whole) != ROWS:
        return (
            None
            if "rowwise" in claims and same(part, plain(value(expression, module, half)))
            else "there are other rows"
        )
    first = whole[: len(half)]
    if "codes" in claims:
        pairs = set(zip(first.ravel().tolist(), part.ravel().tolist()))
        return (
            None
            if len({a for a, _ in pairs}) == len(pairs) == len({b for _, b in pairs})
            else "codes are not one for one"
        )
    alone = same(first, part) and same(whole[mixed], plain(value(expression, module, mixed)))
    if "keys" in claims or "learns" not in claims:
        return None if alone else "rows depend on others"
    return "rows do not depend on others" if alone else None


report = {"checked": 0, "missing": [], "wrong": [], "failed": []}
for call in json.load(sys.stdin):
    try:
        module = importlib.import_module(call["module"])
    except Exception:
        if call["module"] not in report["missing"]:
            report["missing"].append(call["module"])
        continue
    try:
        found = trouble(set(call["claims"]), call["expression"], module)
    except Exception as error:
        report["failed"].append(f"{call['name']}: {type(error).__name__}: {str(error)[:100]}")
        continue
    report["checked"] += 1
    if found is not None:
        report["wrong"].append(f"{call['name']} ({', '.join(call['claims'])}): {found}")
print(json.dumps(report))
