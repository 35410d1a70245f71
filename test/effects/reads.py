"""The other half of the effects oracle: the reads of a call. An argument is changed before the
call, or after it. Any difference in the result must be claimed as a read, or be within reach of the
result.

Results are compared by content. A callee with different results for equal arguments is not judged.
The file is long because each kind of argument has its changes here.
"""

import contextlib
import gc
import io
import json
import os
import types

from claims import Each, bind
from isolate import FOLDER, clear_folder
from snapshot import IMMUTABLE, changes, fields_of, files, loaded, snapshot

#: what is changed of one argument, at most
SITES = 6
OUTSIDE = (types.ModuleType, types.CodeType, types.FrameType, type)


def check_reads(library, make, arguments, samples, describe):
    """Failures: objects that decide about the result, or show in it, and are neither claimed nor
    within its reach.
    """
    run = Run(library, make, arguments, samples)
    failures = []
    for position, deep in run.positions():
        found = (None if deep else run.unseen_before(position)) or run.unseen_after(position)
        if found:
            failures.append(f"{describe}: {found}")
    return failures


class Run:
    """Calls of one callee, each with fresh arguments."""

    def __init__(self, library, make, arguments, samples):
        self.library, self.make, self.arguments, self.samples = library, make, arguments, samples

    def fresh(self):
        os.chdir(FOLDER)
        clear_folder()
        callee, args, kwargs = self.make(self.arguments)
        spec, receiver = self.library.spec_of(callee)
        return callee, args, kwargs, spec, receiver

    def positions(self):
        """The positions of arguments with changeable objects: ("receiver", an index or a keyword;
        whether all of it is claimed).
        """
        _callee, args, kwargs, spec, receiver = self.fresh()
        own = ["receiver"] if receiver is not None and not isinstance(receiver, type) else []
        claimed = claims(spec, receiver, args, kwargs).deep
        for position in [*own, *range(len(args)), *kwargs]:
            argument = split(position, receiver, args, kwargs)[0]
            if not isinstance(argument, (*IMMUTABLE, types.FunctionType)):
                yield position, any(value is argument for value in claimed)

    def outcome(self, position):
        """The content of a call's result with unchanged arguments."""
        callee, args, kwargs, _spec, receiver = self.fresh()
        return content(
            *call(callee, args, kwargs), split(position, receiver, args, kwargs)[1], self.samples
        )

    def unseen_before(self, position):
        """The fault found by a change of an argument before the call, else None."""
        plain = None
        for site in range(SITES):
            callee, args, kwargs, spec, receiver = self.fresh()
            argument, others = split(position, receiver, args, kwargs)
            reads = claims(spec, receiver, args, kwargs)
            touched = change(argument, site, self.samples)
            if not touched:
                continue
            reads.reach()
            try:
                plain = plain or self.outcome(position)
                result, printed = call(callee, args, kwargs)
            except Exception:
                return None
            if (
                content(result, printed, others, self.samples) == plain
                or reads.cover(touched)
                or shares(touched, [result, *others])
            ):
                continue
            if plain == self.outcome(position):
                return f"{told(touched)} of argument {position}, changed before the call, decides about the result, claimed: {json.dumps(spec)}"
        return None

    def unseen_after(self, position):
        """The fault found by a change of an argument after the call, else None."""
        callee, args, kwargs, spec, receiver = self.fresh()
        argument, others = split(position, receiver, args, kwargs)
        reads = claims(spec, receiver, args, kwargs)
        try:
            result, printed = call(callee, args, kwargs)
            shown = content(result, printed, others, self.samples)
            if shown != content(result, printed, others, self.samples):
                return None  # a look at the argument uses it up
            for site in range(SITES):
                touched = change(argument, site, self.samples)
                if touched:
                    plain, shown = shown, content(result, printed, others, self.samples)
                    if shown != plain and not shares(touched, [result, *others, *reads.shared]):
                        return f"{told(touched)} of argument {position}, changed after the call, shows in the result, claimed: {json.dumps(spec)}"
        except Exception:
            return None
        return None


def told(touched):
    return ", ".join(sorted({f"{type(value).__name__} {field}" for value, field in touched}))


def split(position, receiver, args, kwargs):
    """The argument at a position, and the others."""
    argument = (
        receiver
        if position == "receiver"
        else kwargs[position]
        if isinstance(position, str)
        else args[position]
    )
    return argument, [
        value for value in (receiver, *args, *kwargs.values()) if value is not argument
    ]


def call(callee, args, kwargs):
    """The result, and the printed text."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
        return callee(*args, **kwargs), printed.getvalue()


def content(result, printed, arguments, samples):
    """The results, changes and writes of a call, without identities."""
    return (structure([result], samples), printed, structure(arguments, samples), files(FOLDER))


def structure(roots, samples):
    seen = snapshot(roots, samples.memo)
    order = {key: at for at, key in enumerate(seen)}

    def named(state):
        if isinstance(state, tuple) and len(state) == 2 and state[0] == "object":
            return ("object", order.get(state[1]))
        return state

    lasting = [
        (value, {} if hasattr(value, "__next__") else fields) for value, fields in seen.values()
    ]
    kinds = [
        type(root).__name__ if not isinstance(root, IMMUTABLE) else repr(root) for root in roots
    ]
    return repr(
        (
            kinds,
            [
                (type(value).__name__, {field: named(state) for field, state in fields.items()})
                for value, fields in lasting
            ],
        )
    )


def change(argument, site, samples):
    """Change the object number `site` inside an argument; return the different (object, field)
    pairs.
    """
    seen = snapshot([argument], samples.memo)
    if site >= len(seen):
        return None
    try:
        alter(list(seen.values())[site][0])
    except Exception:
        return None
    return [
        (value, field)
        for value, field, _appeared in changes(seen, snapshot([argument], samples.memo))
    ]


def alter(value):
    """Changes an object in place, as a notebook may."""
    is_a = lambda module, name: (
        isinstance(loaded(module, name), type) and isinstance(value, loaded(module, name))
    )
    if isinstance(value, list):
        value[0] = other(value[0])
    elif isinstance(value, dict):
        key = next(iter(value))
        value[key] = other(value[key])
    elif isinstance(value, set):
        value.pop()
    elif isinstance(value, bytearray):
        value[0] ^= 1
    elif is_a("numpy", "ndarray"):
        value.flat[0] = other(value.flat[0])
    elif is_a("pandas", "DataFrame"):
        value.iloc[0, 0] = other(value.iloc[0, 0])
    elif is_a("pandas", "Series"):
        value.iloc[0] = other(value.iloc[0])
    elif is_a("pandas._libs.arrays", "NDArrayBacked"):
        value[0] = value[1]
    elif is_a("torch", "Tensor"):
        value.detach().view(-1)[0] += 1
    elif is_a("polars", "DataFrame"):
        value[0, 0] = other(value[0, 0])
    elif is_a("polars", "Series"):
        value[0] = other(value[0])
    elif is_a("plotly.basedatatypes", "BaseFigure"):
        value.update_layout(title="other")
    elif is_a("PIL.Image", "Image"):
        value.putpixel((0, 0), other(value.getpixel((0, 0))))
    elif hasattr(value, "add_edge"):
        value.add_edge("p", "q")
    else:
        for name, held in vars(value).items():
            if not name.startswith("_") and isinstance(held, (bool, int, float, str)):
                setattr(value, name, other(held))
                return


def other(value):
    """Another value of the same kind."""
    if isinstance(value, str):
        return value + "z"
    if isinstance(value, bytes):
        return value + b"z"
    if type(value).__name__ in ("bool", "bool_"):
        return not value
    if isinstance(value, tuple):
        return tuple(other(item) for item in value)
    return value + 1


def claims(spec, receiver, args, kwargs):
    return Reads(spec, [*([receiver] if receiver is not None else []), *args], kwargs)


class Reads:
    """The claimed reads of one call's arguments."""

    def __init__(self, spec, args, kwargs):
        self.bound, rest, named = bind(spec, args, kwargs)
        self.deep, self.fields, self.shared = [*rest, *named.values()], [], []
        self.restricted, self.iterated = set(), set()
        self.add(spec["effect"])
        for name, _kind, note, *_default in spec["params"]:
            if (
                name not in self.bound
                or note is None
                and name in self.restricted
                and name not in self.iterated
            ):
                continue
            found = self.bound[name]
            for value in found if isinstance(found, Each) else [found]:
                if note is None or name in self.iterated:
                    self.deep.append(value)
                elif note == "shallow":
                    self.fields.append((value, None))
                elif note == "length":
                    self.fields.append(
                        (value, None if isinstance(value, (set, bytearray)) else "length")
                    )

    def reach(self):
        """Look the objects up before the call: a finished iterator has no contents."""
        self.reached = closure(self.deep)

    def cover(self, touched):
        for value, field in touched:
            if id(value) in self.reached or any(
                value is claimed and wanted in (None, field) for claimed, wanted in self.fields
            ):
                return True
        return False

    def values(self, place):
        tag = place[0]
        if tag == "param":
            found = self.bound.get(place[1])
            return list(found) if isinstance(found, (Each, tuple)) else [found]
        if tag == "const":
            return [place[1]]
        if tag == "attr":
            return [
                getattr(base, place[2]) for base in self.values(place[1]) if hasattr(base, place[2])
            ]
        if tag == "each":
            return [
                item
                for base in self.values(place[1])
                for item in (base.values() if isinstance(base, dict) else base)
            ]
        if tag == "item":
            return [base[key] for base in self.values(place[1]) for key in self.values(place[2])]
        return [] if tag == "world" else self.values(place[1])

    def add(self, effect):
        tag = effect[0]
        if tag == "all":
            for part in effect[1:]:
                self.add(part)
        elif tag == "if":  # reads of both branches
            for part in effect[2:]:
                self.add(part)
        elif tag == "unknown":
            self.deep += [
                value
                for held in self.bound.values()
                for value in (held if isinstance(held, Each) else [held])
            ]
        elif tag == "iterates":
            self.iterated |= {place[1] for place in effect[1:] if place[0] == "param"}
        elif tag == "file" or tag == "calls":
            self.deep += self.values(effect[2] if tag == "file" else effect[1])
        elif tag == "shares":
            self.shared += self.values(effect[1])
        elif tag == "reads":
            for place in effect[1:]:
                if place[0] != "world":
                    self.restricted.add(root(place))
                    self.read(place)

    def read(self, place):
        tag = place[0]
        if tag in ("param", "each", "leaves"):
            self.deep += self.values(place)
        elif tag == "length":
            self.fields += [(value, "length") for value in self.values(place[1])]
        elif tag == "attr":
            self.fields += [(value, ("attr", place[2])) for value in self.values(place[1])]
            self.deep += self.values(place)
        else:
            for base in self.values(place[1]):
                keys = [repr(key) for key in self.values(place[2])]
                all_fields = list(fields_of(base)[0])
                for field in all_fields:
                    if (field[0] == "item" and field[1] in keys) == (tag == "item"):
                        self.fields.append((base, field))
                if not any(field[0] == "item" for field in all_fields):
                    self.fields.append((base, None))


def root(place):
    while place[0] not in ("param", "const", "world"):
        place = place[1]
    return place[1] if place[0] == "param" else None


def shares(touched, roots):
    """Whether a changed object, or its memory, is within reach."""
    reached = {identity(value) for value in closure(roots).values()}
    for value, _field in touched:
        held = closure([value]).values() if type(value).__module__.startswith("pandas") else ()
        arrays = [part for part in held if isinstance(part, loaded("numpy", "ndarray"))]
        if any(identity(part) in reached for part in (value, *arrays)):
            return True
    return False


def identity(value):
    """Arrays are the same where they show memory of the same owner."""
    while isinstance(value, loaded("numpy", "ndarray") or ()) and value.base is not None:
        value = value.base
    return id(value)


def closure(roots):
    """The ids of all objects within reach, without modules and classes."""
    seen, todo = {}, list(roots)
    ndarray = loaded("numpy", "ndarray")
    while todo and len(seen) < 200_000:
        value = todo.pop()
        if id(value) in seen or isinstance(value, OUTSIDE):
            continue
        seen[id(value)] = value
        if isinstance(value, types.FunctionType):
            cells = [
                cell.cell_contents for cell in value.__closure__ or () if cell != types.CellType()
            ]
            todo += [*cells, value.__defaults__, value.__kwdefaults__]
        elif ndarray and isinstance(value, ndarray):
            todo += [value.base, *(value.ravel().tolist() if value.dtype.hasobject else ())]
        else:
            todo += gc.get_referents(value)
    return seen
