"""The fields and world locations that a compiled effect claims to change in one call.

A second reading of the JSON contract, on purpose not shared with the agent. The file is long
because each action of the contract has its reading here.
"""

import importlib
import os
import sys


def top_package(thing):
    return (getattr(thing, "__module__", None) or "builtins").split(".")[0].lstrip("_")


class Library:
    def __init__(self, compiled):
        self.functions, self.classes, self.everything = {}, {}, {}
        defaults = []
        for module, content in compiled["modules"].items():
            try:
                found = importlib.import_module(module)
            except ImportError:
                continue
            self.add(found, content)
            defaults.append((found, content))
        for module, content in defaults:
            self.add_defaults(module, content)

    def add(self, module, content):
        for name, spec in content["functions"].items():
            target = getattr(module, name, None)
            if target is not None and name != "__default__":
                self.functions.setdefault(id(target), spec)
        for name, methods in content["classes"].items():
            target = getattr(module, name, None)
            if isinstance(target, type):
                self.classes.setdefault(target, {}).update(methods)

    def add_defaults(self, module, content):
        """Add `__default__` of a module: for functions and classes of its package without a
        declaration in any module.
        """
        function, methods = (
            content["functions"].get("__default__"),
            content["classes"].get("__default__"),
        )
        for value in vars(module).values():
            if not callable(value) or isinstance(value, type(sys)):
                continue
            if (
                hasattr(value, "__module__")
                and isinstance(value.__module__, str)
                and top_package(value) != module.__name__.split(".")[0].lstrip("_")
            ):
                continue
            if isinstance(value, type):
                if value not in self.classes and (methods or function):
                    self.classes[value] = methods or {"__init__": function}
            elif function and id(value) not in self.functions:
                self.functions[id(value)] = function
                self.everything[id(value)] = value

    def spec_of(self, callee):
        """(spec, receiver or None) of a callable, or None when nothing is known."""
        if id(callee) in self.functions:
            return self.functions[id(callee)], None
        if isinstance(getattr(callee, "__objclass__", None), type) and not hasattr(
            callee, "__self__"
        ):
            spec = self.method(callee.__objclass__, callee.__name__, (callee.__name__,))
            return spec and (spec, None)
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
        """The stub of a method: of a class with the running definition, of one that inherits it, or
        of its package.
        """
        mro = owner.__mro__
        definer = next((c for c in mro if any(d in c.__dict__ for d in definitions)), None)
        fitting = [
            c
            for c in mro
            if c in self.classes
            and definer
            and (definer in c.__mro__ or top_package(c) == top_package(definer))
        ]
        for wanted in (name, "__default__"):
            for candidate in fitting:
                if wanted in self.classes[candidate] and not (
                    wanted == "__default__" and name == "__init__"
                ):
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
            bound[name], named = Each(named.values(), named), {}
    return bound, rest, named


class Each(list):
    """The values at one declared place; `named` has keyword arguments."""

    def __init__(self, values, named=None):
        super().__init__(values)
        self.named = named


ANY_KEY = object()


class Claims:
    """Fields and world locations that may change; `everything` for Unknown."""

    def __init__(self, bound, owners=()):
        self.bound = bound
        # : names of classes whose private attributes hold what nobody else can reach: they change
        # with their owner
        self.owners = owners
        self.fields, self.world = [], set()
        self.everything = False
        self.files = []

    def allows(self, value, field, appeared):
        """`appeared`: the field was not there before, or is not there any more."""
        for claimed, wanted in self.fields:
            if claimed is value and (
                wanted is None or wanted == field or wanted == "length" and appeared
            ):
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
            return [
                getattr(base, place[2]) for base in self.values(place[1]) if hasattr(base, place[2])
            ]
        if tag == "leaves":
            return [leaf for base in self.values(place[1]) for leaf in graph_leaves(base)]
        if tag == "keys":
            named = (
                getattr(self.bound.get(place[1][1]), "named", None)
                if place[1][0] == "param"
                else None
            )
            bases = self.values(place[1]) if named is None else [named]
            return [
                key for base in bases for key in (base if isinstance(base, dict) else (ANY_KEY,))
            ]
        if tag == "each":
            # (an iterator gives its elements once: to the call)
            return [
                item
                for base in self.values(place[1])
                if not hasattr(base, "__next__")
                for item in (base.values() if isinstance(base, dict) else base)
            ]
        if tag == "item":
            return [
                item
                for base in self.values(place[1])
                for key in self.values(place[2])
                for item in pick(base, key)
            ]
        return []

    def write(self, place):
        """Claim a change of a field, not of the objects in it."""
        if place[0] == "world":
            # also for a seeded stream
            self.world |= {place[1], "draws " + place[1]}
        elif place[0] == "length":
            self.fields += [(value, "length") for value in self.values(place[1])]
        elif place[0] == "attr":
            self.fields += [(base, ("attr", place[2])) for base in self.values(place[1])]
        elif place[0] == "item":
            for base in self.values(place[1]):
                keys = self.values(place[2])
                self.fields += [(base, ("item", repr(key))) for key in keys]
                if isinstance(base, dict) or type(base).__name__ == "DataFrame":
                    self.fields.append((base, "length"))  # a key may be new
                if (
                    ANY_KEY in keys
                    or not isinstance(base, (dict, list))
                    and type(base).__name__ != "DataFrame"
                ):
                    self.fields.append((base, None))  # its elements are not told apart here

    def change(self, place):
        """Claim a change of the objects at a place."""
        if place[0] != "world":
            return self.mutate(self.values(place))
        self.world.add(place[1])
        if place[1] == "folder":
            self.world.add("files")
        if place[1] == "matplotlib.figure":
            self.world.add("matplotlib.content")
        if place[1] == "environ":
            self.fields += [(os.environ, None), (os.environ._data, None)]

    def mutate(self, values):
        for value in values:
            self.fields.append((value, None))
            if isinstance(value, (tuple, Each)):
                self.mutate(value)
            elif type(value).__name__ in self.owners:
                self.own([item for name, item in vars(value).items() if name.startswith("_")])

    def own(self, values, depth=0):
        for value in values:
            self.fields.append((value, None))
            if depth < 4 and not callable(value):
                held = (
                    value.values()
                    if isinstance(value, dict)
                    else value
                    if isinstance(value, (list, tuple))
                    else vars(value).values()
                    if hasattr(value, "__dict__")
                    else ()
                )
                self.own(list(held), depth + 1)

    def consume(self, values, depth=0):
        """Claim an advance of iterators, and of the iterators in them."""
        for value in values:
            if hasattr(value, "__next__") and depth < 5:
                self.fields.append((value, None))
                self.consume(wrapped(value), depth + 1)

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

    def draw_from(self, params):
        """Claim draws from iterators that are read with their contents."""
        for name, _kind, note, *_default in params:
            if note is None:
                self.consume(self.values(["param", name]))

    def add(self, effect):
        tag = effect[0]
        if tag in ("mutates", "writes"):
            for place in effect[1:]:
                self.change(place) if tag == "mutates" else self.write(place)
        elif tag == "iterates":
            for place in effect[1:]:
                self.consume(self.values(place))
        elif tag == "draws":
            self.world.add("draws " + effect[1])
        elif tag == "sends":
            self.world.add(effect[1])
        elif tag == "reads":
            self.world |= {place[1] for place in effect[1:] if place == ["world", "network"]}
        elif tag == "file":
            for value in self.values(effect[2]):
                if hasattr(value, "read") or hasattr(value, "write"):
                    self.fields.append((value, None))
                if effect[1] != "r" and isinstance(value, (str, os.PathLike)):
                    self.files.append(os.path.abspath(os.fspath(value)))
        elif tag == "all":
            for part in effect[1:]:
                self.add(part)
        elif tag == "if":
            self.add(effect[2] if self.condition(effect[1]) else effect[3])
        elif tag in ("unknown", "escapes"):
            self.everything = self.everything or tag == "unknown"


def graph_leaves(tensor):
    """The leaf tensors of a tensor's graph, found by asking autograd's nodes."""
    found, todo = [tensor] if tensor.is_leaf else [], [tensor.grad_fn]
    while todo:
        node = todo.pop()
        if node is not None:
            found += [node.variable] if hasattr(node, "variable") else []
            todo += [following for following, _ in node.next_functions]
    return found


def wrapped(iterator):
    """The iterators inside a lazy iterator; those in generators and files are invisible."""
    try:
        state = iterator.__reduce__()
    except TypeError:
        return []
    return state[1] if len(state) > 1 else []


def pick(base, key):
    try:
        return [base[key]]
    except Exception:  # whatever the real call will raise
        return []
