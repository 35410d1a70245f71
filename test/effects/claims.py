"""What a compiled effect claims about one call: which fields and world locations it may change.

A second reading of the JSON contract, on purpose not shared with the agent.
"""
import importlib
import os
import sys


def top_package(thing):
    return (getattr(thing, "__module__", None) or "builtins").split(".")[0]


class Library:
    def __init__(self, compiled):
        self.functions, self.classes = {}, {}
        for module, content in compiled["modules"].items():
            try:
                self.add(importlib.import_module(module), content)
            except ImportError:
                continue

    def add(self, module, content):
        for name, spec in content["functions"].items():
            target = getattr(module, name, None)
            if target is not None and name != "__default__":
                self.functions.setdefault(id(target), spec)
        for name, methods in content["classes"].items():
            target = getattr(module, name, None)
            if isinstance(target, type):
                self.classes.setdefault(target, {}).update(methods)

    def spec_of(self, callee):
        """(spec, receiver or None) of a callable, or None when nothing is known."""
        if id(callee) in self.functions:
            return self.functions[id(callee)], None
        if isinstance(callee, type):
            spec = self.method(callee, "__init__", ("__init__", "__new__"))
            return spec and (spec, callee)
        receiver = getattr(callee, "__self__", None)
        name = getattr(callee, "__name__", None)
        if receiver is None or name is None or isinstance(receiver, type(sys)):
            spec = self.method(type(callee), "__call__", ("__call__",))
            return spec and (spec, callee)
        owner = receiver if isinstance(receiver, type) else type(receiver)
        spec = self.method(owner, name, (name,))
        return spec and (spec, receiver)

    def method(self, owner, name, definitions):
        """The stub of a method, only if it was written for the package of the definition that really runs."""
        mro = owner.__mro__
        definer = next((c for c in mro if any(d in c.__dict__ for d in definitions)), None)
        fitting = [c for c in mro if c in self.classes and (c is definer or top_package(c) == top_package(definer))]
        for wanted in (name, "__default__"):
            for candidate in fitting:
                if wanted in self.classes[candidate] and not (wanted == "__default__" and name == "__init__"):
                    return self.classes[candidate][wanted]
        return None


def bind(spec, args, kwargs):
    """Parameter name → argument; an argument list for *args, a dict for **kwargs."""
    bound, rest, named = {}, list(args), dict(kwargs)
    for name, kind, _note, *default in spec["params"]:
        if kind == "pos":
            if rest:
                bound[name] = rest.pop(0)
            elif name in named:
                bound[name] = named.pop(name)
            elif default:
                bound[name] = default[0]
        elif kind == "kw":
            if name in named:
                bound[name] = named.pop(name)
            elif default:
                bound[name] = default[0]
        elif kind == "var":
            bound[name], rest = Each(rest), []
        else:
            bound[name], named = Each(named.values()), {}
    return bound, rest, named


class Each(list):
    """Several values that one place stands for."""


class Claims:
    """Fields and world locations that may change; `everything` for Unknown."""

    def __init__(self, bound):
        self.bound = bound
        self.fields, self.world = [], set()
        self.everything = False
        self.files = []

    def allows(self, value, field, appeared):
        """`appeared`: the field was not there before, or is not there any more."""
        for claimed, wanted in self.fields:
            if claimed is value and (wanted is None or wanted == field or wanted == "length" and appeared):
                return True
        return self.everything

    def values(self, place):
        tag = place[0]
        if tag == "param":
            found = self.bound.get(place[1])
            return list(found) if isinstance(found, Each) else [] if found is None else [found]
        if tag == "const":
            return [place[1]]
        if tag == "attr":
            return [getattr(base, place[2]) for base in self.values(place[1]) if hasattr(base, place[2])]
        if tag == "each":
            return [item for base in self.values(place[1]) for item in base]
        if tag == "item":
            return [item for base in self.values(place[1]) for key in self.values(place[2]) for item in pick(base, key)]
        return []

    def change(self, place):
        if place[0] == "world":
            self.world.add(place[1])
        elif place[0] == "length":
            self.fields += [(value, "length") for value in self.values(place[1])]
        elif place[0] == "item":
            for base in self.values(place[1]):
                self.fields += [(base, ("item", repr(key))) for key in self.values(place[2])]
                if not isinstance(base, (dict, list)) and type(base).__name__ != "DataFrame":
                    self.fields.append((base, None))
            self.mutate(self.values(place))
        elif place[0] == "attr":
            self.fields += [(base, ("attr", place[2])) for base in self.values(place[1])]
            self.mutate(self.values(place))
        else:
            self.mutate(self.values(place))

    def mutate(self, values):
        for value in values:
            self.fields.append((value, None))
            if isinstance(value, (tuple, Each)):
                self.mutate(value)

    def consume(self, values, depth=0):
        """Iterators advance, with the iterators that they wrap."""
        for value in values:
            if hasattr(value, "__next__") and depth < 5:
                self.fields.append((value, None))
                state = value.__reduce__() if not hasattr(value, "gi_frame") else ()
                self.consume([part for part in (state[1] if len(state) > 1 else ())], depth + 1)

    def condition(self, test):
        tag = test[0]
        if tag in ("and", "or"):
            return (all if tag == "and" else any)(self.condition(part) for part in test[1:])
        if tag == "not":
            return not self.condition(test[1])
        name, *attributes = test[1].split(".")
        value = self.bound.get(name)
        for attribute in attributes:
            if not hasattr(value, attribute):
                return False
            value = getattr(value, attribute)
        if tag == "none":
            return value is None
        if tag == "eq":
            return type(value) is type(test[2]) and value == test[2]
        try:
            return bool(value)
        except ValueError:
            return True

    def add(self, effect):
        tag = effect[0]
        if tag in ("mutates", "writes"):
            for place in effect[1:]:
                self.change(place)
        elif tag == "iterates":
            for place in effect[1:]:
                self.consume(self.values(place))
        elif tag == "draws":
            self.world.add("draws " + effect[1])
        elif tag == "file":
            for value in self.values(effect[2]):
                if hasattr(value, "read") or hasattr(value, "write"):
                    self.fields.append((value, None))
                if effect[1] != "r" and isinstance(value, (str, os.PathLike)):
                    self.files.append(os.path.normpath(os.path.join(".", os.fspath(value))))
        elif tag == "all":
            for part in effect[1:]:
                self.add(part)
        elif tag == "if":
            self.add(effect[2] if self.condition(effect[1]) else effect[3])
        elif tag in ("unknown", "escapes"):
            self.everything = self.everything or tag == "unknown"


def pick(base, key):
    try:
        return [base[key]]
    except (KeyError, IndexError, TypeError):
        return []
