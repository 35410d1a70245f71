"""Calls without an author: every declared function and method, with sample objects as arguments.

A file in `samples/` has the samples of a library (read by `read_samples`). Arguments for a callee
are chosen by the names of its parameters, else by trying tuples in turn. This file makes no calls
and compares nothing.
"""

import functools
import importlib
import inspect
import types

#: what is no library's own behaviour, ends the process or waits for somebody
NEVER = set(
    "__init_subclass__ __subclasshook__ __class__ __new__ __init__ __dir__ __reduce__ __reduce_ex__ __getstate__ "
    "__setstate__ __del__ __class_getitem__ __delattr__ __setattr__ __getattribute__ __sizeof__ __format__ __repr__ __str__ "
    "__doc__ __module__ __dict__ __weakref__ __hash__ __annotations__ __getattr__ __call__".split()
)


class Samples:
    """The sections of one file."""

    def __init__(self, sections):
        words = lambda name: [
            word for line in sections.get(name, []) for word in line.split("#")[0].split()
        ]
        self.packages = words("packages")
        self.modules = words("modules")
        self.prepare = compile("\n".join(sections.get("prepare", [])), "<samples>", "exec")
        self.receivers = [line.split("  #")[0].strip() for line in sections.get("receivers", [])]
        self.parameters = dict(
            line.strip().split(" = ", 1) for line in sections.get("parameters", [])
        )
        self.arguments = [line.strip() for line in sections.get("arguments", [])]
        self.exclude = NEVER | set(words("exclude"))
        self.memo = set(words("memo"))
        self.owners = set(words("owners"))
        self.plots = "plots" in sections
        #: the functions and arguments that were asked what they read
        self.asked = set()


def read_samples(path):
    """Sections are a name and a colon, with indented lines below; `#` begins a comment."""
    sections, current = {}, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.rstrip()
            if line.endswith(":") and not line.startswith((" ", "#")):
                current = sections.setdefault(line[:-1], [])
            elif line.startswith("    ") and not line.strip().startswith("#"):
                current.append(line[4:])
    return Samples(sections)


class Candidate:
    """One thing to call: `make(arguments)` gives a fresh callee and fresh arguments."""

    def __init__(self, name, make, attempts):
        self.name, self.make = name, make
        # : argument lists as text: those that fit the parameters' names, and the tuples to try
        # where none of them works
        self.named, self.guessed = attempts


def candidates(library, samples):
    """Every callee with a declaration, once per receiver."""
    base = {}
    exec(samples.prepare, base)
    for text in samples.receivers:
        try:
            owner = type(eval(text, dict(base)))
        except Exception:
            continue
        yield from methods_of(library, samples, text, owner)
    for module_name in samples.modules:
        try:
            module = importlib.import_module(module_name)
        except ImportError:
            continue
        for name in sorted(set(dir(module))):
            callee = inspect.getattr_static(module, name, None)
            if (
                not excluded(samples, name, module_name)
                and callable(callee)
                and library.spec_of(callee)
                and at_home(callee, module_name)
            ):
                make = functools.partial(make_function, samples, callee)
                yield Candidate(f"{module_name}.{name}", make, attempts(samples, callee, False))


def methods_of(library, samples, text, owner):
    for name in dir(owner):
        found = inspect.getattr_static(owner, name, None)
        if (
            name in vars(object)
            or excluded(samples, name, owner.__name__)
            or isinstance(found, property)
            or not library.method(owner, name, (name,))
        ):
            continue
        if not callable(found) and not isinstance(found, (classmethod, staticmethod)):
            continue
        make = functools.partial(make_method, samples, text, name)
        bound = not isinstance(found, (staticmethod, classmethod))
        yield Candidate(
            f"{owner.__module__}.{owner.__qualname__}.{name}", make, attempts(samples, found, bound)
        )


def excluded(samples, name, owner):
    """Names with one underscore are private; `Owner.name` excludes a name in one class only."""
    private = name.startswith("_") and not name.endswith("__")
    return private or name in samples.exclude or f"{owner.split('.')[-1]}.{name}" in samples.exclude


def at_home(callee, module_name):
    origin = getattr(callee, "__module__", None)
    return not isinstance(origin, str) or origin.split(".")[0].lstrip("_") == module_name.split(
        "."
    )[0].lstrip("_")


def attempts(samples, callee, bound):
    return by_parameters(samples, getattr(callee, "__func__", callee), bound), samples.arguments


def by_parameters(samples, callee, bound):
    """Arguments by name, where every required parameter has a sample: the required ones, and
    all.
    """
    try:
        parameters = list(inspect.signature(callee).parameters.values())
    except (TypeError, ValueError):
        return []
    if bound or isinstance(callee, types.MethodDescriptorType):
        parameters = parameters[1:]
    required, optional = [], []
    for parameter in parameters:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        sample = samples.parameters.get(parameter.name)
        text = (
            sample if parameter.kind == parameter.POSITIONAL_ONLY else f"{parameter.name}={sample}"
        )
        if parameter.default is parameter.empty:
            if sample is None:
                return []
            required.append(text)
        elif sample is not None and parameter.kind != parameter.POSITIONAL_ONLY:
            optional.append(text)
    minimal = f"({', '.join(required)})"
    return [minimal, f"({', '.join(required + optional)})"] if optional else [minimal]


def make_method(samples, text, name, arguments):
    space = {}
    exec(samples.prepare, space)
    receiver = space["R"] = eval(text, space)
    return getattr(receiver, name), *captured(arguments, space)


def make_function(samples, callee, arguments):
    space = {}
    exec(samples.prepare, space)
    return callee, *captured(arguments, space)


def captured(arguments, space):
    space["capture_arguments"] = lambda *args, **kwargs: (args, kwargs)
    text = arguments[:-2] + ",)" if arguments.endswith(",,)") else arguments
    return eval("capture_arguments" + text, space)
