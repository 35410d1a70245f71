"""Sees the data at the places of a leak while cells run, and changes rows of their source."""

import ast
import json


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
