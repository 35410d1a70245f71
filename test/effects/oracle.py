"""The effects oracle: calls the real libraries and compares changes with the claims of the stubs.

usage: python oracle.py CALLS… < {"effects": compiled library, "stubs": [stub…]} Prints one JSON
object: {"resolve": […], "signatures": […], "calls": […], "counts": {…}}; lists hold failures.
"""

import contextlib
import importlib
import inspect
import json
import os
import re
import shutil
import sys
import warnings

from claims import Library
from isolate import FOLDER, clear_folder
from run_call import run_call


def version_of(package):
    if package in sys.stdlib_module_names or package == "_csv":
        return sys.version_info[:3]
    text = getattr(sys.modules.get(package), "__version__", "0")
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])


def applies(stub):
    version = version_of(stub["module"].split(".")[0])
    parse = lambda text: tuple(map(int, text.split(".")))
    since, until = stub["versions"].get("since"), stub["versions"].get("until")
    if since and version < parse(since):
        return False
    return not until or version[: len(parse(until))] <= parse(until)


def subclasses(cls):
    for child in type.__subclasses__(cls):
        yield child
        yield from subclasses(child)


def resolve(stub):
    """The real object of a stub; None when there is none."""
    module = importlib.import_module(stub["module"])
    if stub["className"] is None:
        return getattr(module, stub["name"], None)
    cls = getattr(module, stub["className"], None)
    if stub["name"] in ("__default__", "__items__") or cls is None:
        return cls
    for candidate in (cls, *subclasses(cls)):
        found = inspect.getattr_static(candidate, stub["name"], None)
        if found is not None:
            return found
    return None


def is_missing(stub):
    """Whether the module has no class for this stub."""
    return getattr(sys.modules[stub["module"]], stub["className"], None) is None


def base_classes(stubs):
    """The (module, class) pairs of stubs for other classes to inherit. These need not be real."""
    written, inherited = {}, set()
    for stub in stubs:
        first = written.setdefault((stub["file"], stub["line"], stub["name"]), stub)
        if first["className"] != stub["className"]:
            inherited.add((first["module"], first["className"]))
    return inherited


def check_names(stubs, failures):
    found = []
    bases = base_classes(stubs)
    for stub in stubs:
        if (
            stub["className"] == "__default__"
            or stub["className"] is None
            and stub["name"] in ("__default__", "__state__")
        ):
            continue
        try:
            target = resolve(stub)
        except ImportError as error:
            target = None
            if stub["module"].split(".")[
                0
            ] not in sys.stdlib_module_names and "No module named" in str(error):
                continue
        is_base = (stub["module"], stub["className"]) in bases
        if target is None and is_base and is_missing(stub):
            continue
        if target is None and applies(stub):
            failures.append(
                f"{stub['file']}:{stub['line']}: {stub['module']} has no {stub['className'] or ''} {stub['name']}"
            )
        elif target is not None:
            found.append((stub, target))
    return found


def named_parameters(effect):
    """Parameters that decide an effect or are changed: their position in the real signature
    matters.
    """
    names = set()
    if isinstance(effect, list):
        if (
            len(effect) > 1
            and effect[0] in ("param", "truthy", "none", "eq")
            and isinstance(effect[1], str)
        ):
            names.add(effect[1].split(".")[0])
        for part in effect[1:]:
            names |= named_parameters(part)
    return names


def check_signatures(found, failures):
    checked = 0
    for stub, target in found:
        function = getattr(target, "__func__", target)
        if (
            stub["name"] == "__default__"
            or isinstance(function, type)
            or stub["name"] == "__init__"
        ):
            continue
        try:
            real = list(inspect.signature(function).parameters.values())
        except (TypeError, ValueError):
            continue
        if getattr(function, "nout", 1) > 1:
            continue  # a ufunc shows one out= for several positional parameters
        checked += 1
        wanted = named_parameters(stub["effect"])
        positional = [p for p in real if p.kind <= p.POSITIONAL_OR_KEYWORD]
        var = any(p.kind == p.VAR_POSITIONAL for p in real)
        bound_here = (
            stub["className"] is None and positional and positional[0].name in ("self", "cls")
        )
        for at, (name, kind, *_rest) in enumerate(stub["params"]):
            if name not in wanted or name in ("self", "cls"):
                continue
            at += 1 if bound_here else 0
            match = next((p for p in real if p.name == name), None)
            fits = (
                kind in ("var", "varkw")
                or match is not None
                or any(p.kind == p.VAR_KEYWORD for p in real)
            )
            if kind == "pos" and at < len(positional):
                other = positional[at]
                fits = (
                    other.name == name
                    or other.kind == other.POSITIONAL_ONLY
                    or at >= len(positional)
                )
            elif kind == "pos" and match is None:
                fits = var
            if kind == "kw" and match is not None and match.kind <= match.POSITIONAL_OR_KEYWORD:
                fits = (
                    any(p[1] == "var" for p in stub["params"]) or match.kind == match.KEYWORD_ONLY
                )
                fits = fits or stub["params"][-1][1] == "varkw"
            if not fits:
                failures.append(
                    f"{stub['file']}:{stub['line']}: {stub['name']}: parameter {name} is not at this place of the real one {[str(p) for p in real][:9]}"
                )
    return checked


def read_calls(path):
    """Blocks of a set-up followed by calls: see calls.txt."""
    setup = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line.startswith("#"):
                continue
            if not line.strip():
                setup = []
            elif line.startswith(("> ", "= ")):
                yield number, "\n".join(setup), line[2:], line[0] == ">"
            else:
                setup.append(line)


def check_calls(library, path, failures):
    """Check that every `>` call changes something and every `=` call nothing, all as claimed."""
    made = 0
    for number, setup, call, must_change in read_calls(path):
        place = f"{os.path.basename(path)}:{number}: {call}"
        space = {}
        clear_folder()
        exec(setup, space)
        name, arguments = call[: matching_open(call)], call[matching_open(call) :]
        space["capture_arguments"] = lambda *args, **kwargs: (args, kwargs)
        callee = eval(name, space)
        args, kwargs = eval("capture_arguments" + arguments, space)
        result = {"failures": failures}
        before = len(failures)
        changed = run_call(library, callee, args, kwargs, place, result)
        os.chdir(FOLDER)
        made += 1
        if changed is None:
            failures.append(f"{place}: {result.get('error', 'no stub stands for this callee')}")
        elif changed != must_change and len(failures) == before:
            failures.append(f"{place}: {'nothing changed' if must_change else 'something changed'}")
    return made


def matching_open(call):
    """Where the arguments of the outermost (last) call begin."""
    depth = 0
    for at in range(len(call) - 1, -1, -1):
        depth += (call[at] in ")]}") - (call[at] in "([{")
        if depth == 0 and call[at] == "(":
            return at
    raise ValueError(call)


def examine(data, paths, report):
    for package in (
        "numpy",
        "pandas",
        "sklearn.gaussian_process",
        "sklearn.feature_extraction.text",
        "matplotlib.pyplot",
    ):
        with contextlib.suppress(ImportError):
            importlib.import_module(package)
    library = Library(data["effects"])
    counts = report["counts"]
    found = check_names(data["stubs"], report["resolve"])
    counts["names"] = len(found)
    counts["signatures"] = check_signatures(found, report["signatures"])
    counts["calls"] = sum(check_calls(library, path, report["calls"]) for path in paths)


def main():
    warnings.simplefilter("ignore")
    paths = [os.path.abspath(path) for path in sys.argv[1:]]
    data = json.load(sys.stdin)
    output = os.fdopen(os.dup(1), "w")
    for standard in (0, 1):  # a call may take these numbers for files
        os.dup2(os.open(os.devnull, os.O_RDWR), standard)
    os.environ["MPLBACKEND"] = "agg"
    report = {"resolve": [], "signatures": [], "calls": [], "counts": {}}
    try:
        os.chdir(FOLDER)
        examine(data, paths, report)
    finally:
        os.chdir("/")
        shutil.rmtree(FOLDER)
    json.dump(report, output)
    output.close()
    os._exit(0)  # an orderly end after these calls is not worth the time


main()
