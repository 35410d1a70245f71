"""Early cut-off: whether a cell that runs again leaves what it left before, and then keeps the old values.

Values are compared with what the cell left, by a digest of all their content. Where a new value is equal to the old one, and the old one is
as it was left, the name stands for the old object again: whoever holds it holds the same object as before, so nobody has to run again.
Values that cannot be compared in full (opaque objects, generators, more than LIMIT items) count as changed.

Where all is equal that a run has left, and it has done nothing else, the run is undone: its names stand for what they stood for when it
began, which other cells may have bound or changed since.
"""

import collections
import hashlib
import itertools
import re
import time
import types

from ..objects.attributes import home, own_dict
from ..objects.kinds import is_mortal, is_notebook_class
from ..objects.libraries import LIBRARIES
from ..objects.locations import ATOMIC, GLOBALS, is_of_object
from ..objects.states import content_of
from ..reach.walks import Overflow
from ..world.imports import ACTING
from .fingerprint import Feed

LIMIT = 500_000
"""Items of containers; BYTES of arrays; SECONDS that comparing may take per value."""
BYTES = 256_000_000
SECONDS = 0.25
PARTS = 50_000
"""Objects in a value that are looked through for what it has in common with others."""

MANAGED = re.compile(r"(?:_+|_\d+|_i+\d*|_[doi]h|In|Out)$")
"""Names that the shell binds."""
_PASSING = frozenset(("Out", "modules", "matplotlib.figure", "__future__"))
"""World objects that a run leaves as they would be after any run of the same cell."""

_CONTAINERS = frozenset((dict, list, tuple, set, frozenset, collections.OrderedDict, collections.Counter))
_BY_TEXT = frozenset(("datetime", "decimal", "fractions", "pathlib", "uuid"))
"""Modules whose instances are their `repr`."""

_RESULT = "_"
_ABSENT = object()


class Inexact(Exception):
    """The value cannot be compared in full."""


class ExactFeed(Feed):
    """Digests all that a reader of the value can find, or raises Inexact."""

    def __init__(self, update, plain, limit=LIMIT, seen=None):
        super().__init__(update, limit, seen)
        self.plain = plain
        self.bytes = 0
        self.deadline = time.perf_counter() + SECONDS

    def feed(self, value, depth):
        kind = type(value)
        if self.count % 1024 == 0 and time.perf_counter() > self.deadline:
            raise Inexact("time")
        if isinstance(value, (dict, list, tuple, set, frozenset, collections.deque)) and kind not in _CONTAINERS:
            self.text("%d" % id(kind))
            self.feed(getattr(value, "__dict__", None), depth + 1)
            self.feed(getattr(value, "default_factory", None), depth + 1)
            self.feed(getattr(value, "maxlen", None), depth + 1)
        elif kind is memoryview:
            self.text("%s %s %s" % (value.format, value.shape, value.readonly))
        super().feed(value, depth)

    def beyond(self, value):
        raise Inexact("size")

    def instance(self, value, own, depth):
        kind = type(value)
        # slots, or a part that is written in C
        if kind.__basicsize__ - object.__basicsize__ > 16:
            raise Inexact(kind.__qualname__)
        self.text("%d" % id(kind))
        super().instance(value, own, depth)

    def array(self, value, depth):
        """What a frame, series or index shows beside its values."""
        frame, series, index = LIBRARIES.frame, LIBRARIES.series, LIBRARIES.index
        if frame is not None and isinstance(value, frame):
            for dtype in value.dtypes:
                self.dtype(dtype, depth)
            self.feed(value.columns, depth + 1)
            self.labelled(value, depth)
        elif series is not None and isinstance(value, series):
            self.dtype(value.dtype, depth)
            self.labelled(value, depth)
        elif index is not None and isinstance(value, index):
            self.dtype(value.dtype, depth)
            self.text("%s %s" % (type(value).__name__, getattr(value, "freq", None)))
        else:
            if LIBRARIES.ndarray is not None and isinstance(value, LIBRARIES.ndarray):
                # how its memory lies, whose it is, whether it may be written; what stands for masked values
                self.text("%d %r" % (value.flags.num, (own_dict(value) or {}).get("_fill_value")))
            return super().array(value, depth)
        if home(type(value)).partition(".")[0] != "pandas":
            # what a subclass keeps besides
            raise Inexact(type(value).__qualname__)
        return super().array(value, depth)

    def labelled(self, value, depth):
        self.feed(value.attrs, depth + 1)
        self.text(str(value.flags.allows_duplicate_labels))

    def dtype(self, dtype, depth):
        """The type of a column's values: of categories, also which there are and in which order."""
        if home(type(dtype)).partition(".")[0] not in ("numpy", "pandas"):
            raise Inexact(type(dtype).__qualname__)
        self.text(str(dtype))
        categories = getattr(dtype, "categories", None)
        if categories is not None:
            self.text(str(dtype.ordered))
            self.feed(categories, depth + 1)

    def opaque(self, value, depth):
        if isinstance(value, types.FunctionType):
            return self.function(value, depth)
        if isinstance(value, types.ModuleType) or isinstance(value, types.BuiltinFunctionType):
            return self.text("%d" % id(value))
        if isinstance(value, type) and value.__module__ != "__main__":
            return self.text("%d" % id(value))
        if type(value).__module__ in _BY_TEXT or type(value).__module__.startswith("pandas._libs.tslibs"):
            return self.text(repr(value))
        raise Inexact(type(value).__qualname__)

    def raw(self, value):
        self.bytes += value.nbytes
        if self.bytes > BYTES:
            raise Inexact("size")
        super().raw(value)

    def function(self, value, depth):
        if vars(value):
            raise Inexact("function attributes")
        self.code(self.plain(value.__code__))
        self.feed(value.__defaults__, depth + 1)
        self.feed(value.__kwdefaults__, depth + 1)
        self.feed(list(value.__annotations__.items()), depth + 1)
        for cell in value.__closure__ or ():
            try:
                self.feed(cell.cell_contents, depth + 1)
            except ValueError:
                raise Inexact("empty closure") from None

    def code(self, code):
        self.text(repr((code.co_name, code.co_names, code.co_varnames, code.co_freevars, code.co_flags)))
        self.update(code.co_code)
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                self.code(constant)
            else:
                self.text(repr(constant))

    def nested(self, update, limit):
        return ExactFeed(update, self.plain, limit, self.seen)


def _forget_lookups(value):
    """What the labels of a frame or series have kept of look-ups shows in how much memory it takes: `df.info()`, after `df.loc['a']` below."""
    if not (LIBRARIES.pandas and isinstance(value, LIBRARIES.pandas)):
        return
    categories = [getattr(dtype, "categories", None) for dtype in (value.dtypes if isinstance(value, LIBRARIES.frame) else (value.dtype,))]
    axes = (value, getattr(value, "index", None), getattr(value, "columns", None))
    for labels in (*axes, *categories, *(level for axis in axes for level in getattr(axis, "_levels", ()))):
        cache = own_dict(labels).get("_cache") if isinstance(labels, LIBRARIES.index) else None
        if type(cache) is dict:
            cache.clear()


class KeptValues:
    """What the cells left, and what is to be kept of it. `plain` gives the code of a function without probes, `local_modules` the modules of the user's. `mortal`: the cells that have bound
    classes whose objects' deaths show. `results`: of cells that showed one since somebody read the last result, its digest. `beyond`: by cell, the
    objects of others that it changed and that no digest of a name tells anything of. `aliases`: by cell, what its names had in common (`shared`).
    """

    def __init__(self, recorder, reach, plain):
        self.namespace = recorder.namespace
        self.tokens = recorder.tokens
        self.written = recorder.written
        self.local_modules = recorder.imports.local_modules
        self.reach = reach
        self.plain = plain
        self.left = {}
        self.objects = {}
        self.inputs = {}
        self.elsewhere = {}
        self.beyond = {}
        self.aliases = {}
        self.old = {}
        self.prior = {}
        self.mortal = set()
        self.results = None
        self.first = 0

    def before(self, cell):
        """A cell is going to run: the values that it left are held until it has; others may have bound the names since."""
        self.first = self.tokens.next
        objects, peek = self.objects.get(cell, {}), self.tokens.peek
        now = {name: self.namespace.get(name, _ABSENT) for name in self.left.get(cell, ())}
        if self.mortal:
            # what the run lets go of is to die in it, where it is seen what that does
            now = {name: value if self.is_plain(value) else _ABSENT for name, value in now.items()}
        self.prior = now
        self.old = {name: value for name, value in now.items() if name not in objects or peek(value) == objects[name]}

    def after(self, cell, statements, keeps, names, world):
        """`compared`, and what objects the cell leaves. `world`: what the run did to settings (`KeptWorld.finish`)."""
        bound = self.known(field for s in statements for token, field in s.writes if token == GLOBALS)
        same = self.compared(cell, statements, keeps, names, bound, world)
        values = {name: self.namespace[name] for name in bound}
        if any(issubclass(type(value), type) and is_notebook_class(value, self.namespace) and is_mortal(value) for value in values.values()):
            self.mortal.add(cell)
        else:
            self.mortal.discard(cell)
        self.objects[cell] = {name: self.tokens.of(value) for name, value in values.items() if not self.is_plain(value)}
        return same

    def compared(self, cell, statements, keeps, names, bound, world):
        """What of the run is as after the run before (`Sameness` in slicer/reactive/versions.ts). `names` maps names to values for
        whoever compares those later; `bound` are those that it bound.
        """
        old, self.old = self.old, {}
        prior, self.prior = self.prior, {}
        written = {token for s in statements for token, field in s.writes} - {GLOBALS}
        # (what it has imported may be of a module that was loaded again)
        keeps = keeps and not any(token == ACTING for s in statements for token, _ in s.reads)
        last, self.elsewhere[cell] = self.elsewhere.get(cell, frozenset()), frozenset(written - _PASSING)
        # what its run before did beside binding names, and it does not do any more, is another change
        given_up = {token for token in last - written if not is_of_object(token)} | world["given_up"]
        given_up |= self.of_modules({token for token in last - written if is_of_object(token)})
        settings = world["same"]
        written -= settings
        # of libraries: by way of a module the cell comes to them though it was given none
        others = written.intersection(world["restorable"])
        others |= self.of_libraries(written - others - settings, [self.tokens.peek(self.namespace[name]) for name in bound])
        objects = {token for token in written - others if is_of_object(token)}
        changed = self.known(field for s in statements for token, field in s.reads if token == GLOBALS)
        changed = {name for name in changed - bound if self.tokens.peek(self.namespace[name]) in objects}
        inputs, self.inputs[cell] = self.inputs.get(cell), self.read(statements)
        digests = {name: self.digest(self.namespace[name]) for name in bound | changed}
        before, self.left[cell] = self.left.get(cell), digests
        # an object that it changed is its own only if it was given none, and nobody had seen it before: a module may hold it
        own = {token for token in objects if int(token[1:]) >= self.first} if self.inputs[cell] == {} else set()
        aliases = self.aliases.get(cell)
        alias, parts = self.shared(bound, statements)
        self.aliases[cell] = alias
        # (what it bound may be a part of what it read, where its next run finds it as this one leaves it)
        named = {self.tokens.peek(self.namespace[name]) for name in digests.keys() - parts}
        given_up |= self.beyond.get(cell, frozenset()) - written
        self.beyond[cell] = {token for token in written if is_of_object(token)}.difference(own, named, world["restorable"])
        # what a library holds may be what the cell was given under a name
        plain = not objects and others.issubset(world["restorable"]) and all(self.is_plain(self.namespace[name]) for name in bound)
        plain = plain and not any(token.startswith("summary.") for token in written)
        shows_same = self._shows_same(cell, statements)
        clean = all(not s.failed and not s.escapes and not s.deleted for s in statements)
        if before is None or not clean:
            return {"all": False, "undone": False, "names": [], "equal": [], "settings": [], "every": False, "holds": not plain}
        equal = {name for name, digest in digests.items() if digest is not None and digest == before.get(name)}
        if alias is None or alias != aliases:
            # what others do to what it was given, or made, is another thing now
            equal = {name for name in equal if not self.is_changeable(self.namespace[name])}
        covered = {self.tokens.peek(self.namespace[name]) for name in equal}
        every = shows_same and equal == set(before) == set(digests) and not given_up and not others and objects - own <= covered and not any(t.startswith("summary.") for t in written)
        # of what can be told apart, the same is only what is the object that it left
        same = {name for name in equal & bound if name in old or self.is_plain(self.namespace[name])}
        held = {name for name in same if self.namespace[name] is not old.get(name) and not (self.is_plain(self.namespace[name]) and self.is_plain(old.get(name)))}
        elsewhere = written - _PASSING - own
        undone = keeps and inputs is not None and inputs == self.inputs[cell] and equal == bound == set(before) and not elsewhere and not given_up and shows_same
        undone = undone and all(value is not _ABSENT for value in prior.values()) and objects.isdisjoint(inputs.values()) and self.share_alike(prior, inputs)
        if undone:
            for name in bound:
                self.namespace[name] = names[name] = prior[name]
            same = bound
        elif held:
            # objects that others may have been handed stay together: all are kept, or none
            new = {name for name in bound - same if not self.is_plain(self.namespace[name])}
            # a part of what it read may be a part of what it made: then the old one would be a part of something else
            alike = inputs is not None and inputs == self.inputs[cell]
            whole = keeps and alike and not new and objects == own and self.share_alike({name: old.get(name) for name in held}, inputs)
            if whole and all(self.digest(old.get(name, _ABSENT)) == digests[name] for name in held):
                for name in held:
                    self.namespace[name] = names[name] = old[name]
                    _forget_lookups(old[name])
            else:
                same -= held
        unchanged = shows_same and same == bound == set(before) and not elsewhere and not given_up
        return {"all": unchanged, "undone": undone, "names": sorted(same), "equal": sorted(equal), "settings": sorted(settings), "every": every, "holds": not plain}

    def _shows_same(self, cell, statements):
        """Whether the result of the run, which is the last one for whoever reads that (`_`), is equal to that of the run before; true while nobody does."""
        if self.results is None:
            if not any((GLOBALS, _RESULT) in s.reads for s in statements):
                return True
            self.results = {}
        before = self.results.get(cell, _ABSENT)
        shown = any((GLOBALS, _RESULT) in s.writes for s in statements)
        now = self.results[cell] = self.digest(self.namespace.get(_RESULT, _ABSENT)) if shown else ""
        return now is not None and now == before

    def of_modules(self, tokens):
        """Those of these objects that modules of the user's hold."""
        modules = self.local_modules() if tokens else ()
        if not modules:
            return set()
        try:
            held = self.reach.walk([value for module in modules for value in list(vars(module).values())])
        except Overflow:
            return tokens
        return tokens.intersection(map(self.tokens.peek, held.values()))

    def of_libraries(self, tokens, bound):
        """Those of these objects that are alive, of a class of a library, and not bound to a name: it may be the library that holds them."""
        tokens = {token for token in tokens if is_of_object(token)}.difference(bound)
        found = set()
        for entry in [entry for entry in list(self.tokens.by_id.values()) if entry.token in tokens] if tokens else ():
            obj = entry.object()
            kind = obj if issubclass(type(obj), type) else type(obj)
            if obj is not None and home(kind) not in ("builtins", "__main__") and kind not in LIBRARIES.data:
                found.add(entry.token)
        return found

    def known(self, names):
        """Of names, those that have values and are the notebook's own."""
        return {name for name in names if not MANAGED.match(name) and name in self.namespace}

    def read(self, statements):
        """The objects that the names it read stand for, by token; None when one of them is not followed."""
        names = {field for s in statements for token, field in s.reads if token == GLOBALS}
        found = {}
        for name in names:
            value = self.namespace.get(name)
            if not self.is_plain(value) and not MANAGED.match(name):
                found[name] = self.tokens.peek(value)
                if found[name] is None:
                    return None
        return found

    def is_plain(self, value):
        """Whether nobody can tell two such values apart when they are equal."""
        kind = type(value)
        if kind is types.FunctionType:
            # (`def add(x, to=[])` keeps a list)
            held = (*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values(), *map(content_of, value.__closure__ or ()))
            written = any(self.tokens.peek(part) in self.written for part in (value, *(value.__closure__ or ())))
            return not written and not vars(value) and all(map(self.is_plain, held))
        return kind in ATOMIC or kind in (types.BuiltinFunctionType, types.ModuleType)

    def shared(self, bound, statements):
        """Of the names that a run bound to what may be changed: which others of them, and of those that it read, stand for something that has a part in common
        with it (what is twice in one value shows in its digest); None: that is too much to look through. And those that stand for a part of what it read.
        """
        made = {name: self.namespace[name] for name in bound if self.is_changeable(self.namespace[name])}
        read = self.known({field for s in statements for token, field in s.reads if token == GLOBALS} - bound) if made else ()
        values = {**made, **{name: self.namespace[name] for name in read if self.is_changeable(self.namespace[name])}}
        try:
            found = {name: self.reach.walk([value], limit=PARTS) for name, value in values.items()} if len(values) > 1 else {}
        except Overflow:
            return None, set()
        made = {name: value for name, value in made.items() if name in found}
        common = {name: {other for other in found if other != name and not found[name].keys().isdisjoint(found[other].keys())} for name in made}
        return common, {name for name, value in made.items() if any(id(value) in found[other] for other in found.keys() - bound)}

    def share_alike(self, others, given):
        """Whether the values of these names lead to the same objects that the run was given, and have parts in common with one another, as `others` do: else
        one of these in its place would be another alias.
        """
        values = {name: self.namespace[name] for name in others}
        if not any(map(self.is_changeable, (*values.values(), *others.values()))):
            return True
        try:
            reached = self.reach.walk([self.namespace[name] for name in given], limit=PARTS).keys()
            found = {name: (self.reach.walk([value], limit=PARTS), self.reach.walk([others[name]], limit=PARTS)) for name, value in values.items()}
        except Overflow:
            return False
        pairs = itertools.combinations(found.values(), 2)
        return all(reached & new.keys() == reached & old.keys() for new, old in found.values()) and all(
            new.keys().isdisjoint(new2.keys()) == old.keys().isdisjoint(old2.keys()) for (new, old), (new2, old2) in pairs
        )

    def is_changeable(self, value):
        """Whether something may be changed in it: tuples and the like of plain values are not."""
        kind = type(value)
        return not (self.is_plain(value) or LIBRARIES.is_scalar(kind) or (kind in (tuple, frozenset) and all(map(self.is_plain, value))))

    def digest(self, value):
        """A digest of all of the value, or None."""
        if value is _ABSENT:
            return None
        digest = hashlib.blake2b(digest_size=16)
        try:
            ExactFeed(digest.update, self.plain).feed(value, 0)
        except Inexact:
            return None
        except Exception:
            # a value's own code may fail while it is looked at
            return None
        return digest.hexdigest()
