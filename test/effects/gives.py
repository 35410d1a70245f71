"""Compares the declared arguments of functions among a call's arguments with their real arguments."""

import functools
import types

from returns import fits


def with_ears(spec, args, kwargs):
    """The arguments, with functions that note their calls in place of those with a declaration; and
    the notes, by function.
    """
    heard = {}
    if not spec.get("gives"):
        return args, kwargs, heard

    def listening(value):
        if not isinstance(value, types.FunctionType):
            return value

        @functools.wraps(value)
        def listener(*got, **named):
            heard[value].append(got)
            return value(*got, **named)

        heard[value] = []
        return listener

    return (
        tuple(map(listening, args)),
        {name: listening(value) for name, value in kwargs.items()},
        heard,
    )


class Gives:
    """The possible arguments of functions, looked up before the call, which may remove elements."""

    def __init__(self, gives, claims):
        self.ways = {}
        for place, *results in gives or ():
            way = [
                (result, claims.values(result[1]) if result[0] != "made" else None)
                for result in results
            ]
            for function in claims.values(place):
                if isinstance(function, types.FunctionType):
                    self.ways.setdefault(function, []).append(way)

    def wrong(self, heard):
        """In words, or None."""
        for function, calls in heard.items():
            ways = self.ways.get(function, [])
            for got in calls if ways else ():
                if not any(
                    all(fits(result, there, value) for (result, there), value in zip(way, got))
                    for way in ways
                ):
                    types_ = [
                        f"{type(value).__module__}.{type(value).__qualname__}" for value in got
                    ]
                    return f"calls a function with {types_}, claimed: {[[result for result, _ in way] for way in ways]}"
        return None
