"""Compares the declared result of a call with the real one."""

import importlib
import numbers


class Returns:
    """The possible results of one call, looked up before the call, which may remove elements."""

    def __init__(self, returns, claims):
        self.claims = claims
        self.results = self.chosen(returns)
        self.given = [
            claims.values(result[1]) if result[0] != "made" else None for result in self.results
        ]

    def chosen(self, returns):
        if not returns:
            return []
        if returns[0] == "any":
            return returns[1:]
        return self.chosen(returns[2] if self.claims.condition(returns[1]) else returns[3])

    def wrong(self, value):
        """In words, or None."""
        if not self.results or any(
            fits(result, given, value) for result, given in zip(self.results, self.given)
        ):
            return None
        return (
            f"gives a {type(value).__module__}.{type(value).__qualname__}, claimed: {self.results}"
        )


def fits(result, given, value):
    """Whether a value agrees with a stub; `given`: the objects at the declared place."""
    if result[0] == "made":
        return is_a(value, result[1])
    if result[0] in ("like", "view"):
        return any(type(value) is type(each) for each in given)
    # equal numbers or texts count as the same; elements of an iterator are unknown
    return not given or is_atom(value) or any(value is each for each in given)


def is_a(value, kind):
    """Whether a value is of a class; any immutable value stands for another."""
    module, _, name = kind.rpartition(".")
    if kind in (
        "builtins.int",
        "builtins.float",
        "builtins.str",
        "builtins.bool",
        "builtins.NoneType",
    ):
        return is_atom(value)
    if kind == "numpy.ndarray" and is_atom(value):
        return True  # of numbers, not of arrays
    if kind in ("builtins.list_iterator", "builtins.reversed"):
        return hasattr(value, "__next__")  # each class of containers has its own
    found = getattr(importlib.import_module(module), name, None)
    if isinstance(found, type):
        return isinstance(value, found)
    return type(value).__name__ == name


def is_atom(value):
    return (
        value is None
        or isinstance(value, (str, bytes, numbers.Number))
        or (
            type(value).__module__.split(".")[0] in ("numpy", "pandas", "datetime")
            and not hasattr(value, "__len__")
            or type(value).__name__
            in ("NAType", "Timestamp", "Timedelta", "NaTType", "str_", "bytes_")
        )
    )
