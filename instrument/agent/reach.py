"""Deep reads: the whole of every located object that a value reaches.

The walk looks through bound methods, partials, lazy iterators and views, and stops at modules and library classes; it
is shared with comparing. What objects refer to is in `objects`.
"""

import gc
import types
import weakref

from .locations import ATOMIC, GLOBALS, WHOLE
from .objects import (
    FUNCTION,
    LIBRARIES,
    OWN,
    SUSPENDABLE,
    WALK_LIMIT,
    canonical,
    changes_when_read,
    children,
    code_names,
    holds_content,
    is_iterator,
)

WORK_LIMIT = 200_000
"""Objects visited by all walks of one statement, after which tracing it switches off."""

VALUE_LIMIT = 20_000
"""Parts of an assigned value that are looked at for earlier changes."""

NEW_TOKENS = 60
"""Objects per walk that get a token although nobody has written them, so that a later change finds its readers."""


class Reach:
    """Walks from roots, and what the walks record."""

    def __init__(self, recorder):
        self.recorder = recorder

    def walk(self, roots, follow_globals=False, seen=None):
        """Yield every object reachable from `roots` that may hold a location, each once.

        `follow_globals` also follows the global names that notebook functions use. `seen` (id to object) holds what
        earlier walks have visited, and keeps it alive. Raises Overflow past WALK_LIMIT.
        """
        namespace = self.recorder.namespace
        seen = {} if seen is None else seen
        stack = list(roots)
        count = 0
        while stack:
            obj = stack.pop()
            kind = type(obj)
            if kind in ATOMIC:
                continue
            key = id(obj)
            if key in seen:
                continue
            # kept, so that a temporary's identity is not taken by another during the walk
            seen[key] = obj
            if kind is FUNCTION and obj.__code__.co_filename.startswith(OWN):
                # a probe on the stack of a suspended generator
                continue
            count += 1
            if count > WALK_LIMIT:
                raise Overflow
            if kind is FUNCTION or kind is tuple or kind is list:
                owner = obj
            else:
                owner = canonical(obj)
            if owner is not obj:
                stack.append(owner)
            if issubclass(type(obj), weakref.ref) and "weakref" in self.recorder.written:
                self.recorder.read("weakref", WHOLE)
            if obj is namespace:
                yield obj
                continue
            yield obj
            if kind is FUNCTION:
                if obj.__globals__ is not namespace:
                    if obj.__closure__ is None and obj.__defaults__ is None:
                        continue
                elif follow_globals:
                    for name in self.names_read(code_names(obj.__code__)):
                        stack.append(namespace[name])
            elif follow_globals and kind in SUSPENDABLE:
                self._suspended(obj)
            if kind is list or kind is tuple or kind is set:
                if len(obj) > 32 and set(map(type, obj)) <= ATOMIC:
                    continue
                stack.extend(obj)
                continue
            if kind is dict:
                if len(obj) > 32 and set(map(type, obj.values())) <= ATOMIC:
                    if set(map(type, obj)) <= ATOMIC:
                        continue
                stack.extend(obj.values())
                stack.extend(obj.keys())
                continue
            try:
                stack.extend(children(obj, namespace))
            except Exception:
                stack.extend(gc.get_referents(obj))

    def _suspended(self, obj):
        """A generator or coroutine will go on: the names its code uses are read."""
        code = getattr(obj, "gi_code", None) or getattr(obj, "cr_code", None) or getattr(obj, "ag_code", None)
        frame = getattr(obj, "gi_frame", None) or getattr(obj, "cr_frame", None) or getattr(obj, "ag_frame", None)
        if code is not None and frame is not None and frame.f_globals is self.recorder.namespace:
            self.names_read(code_names(code))

    def reached(self, roots, follow_globals=False):
        """Everything that `roots` reach, as a list; when that is too much, what was found, and the slice says so."""
        found = []
        try:
            for obj in self.walk(roots, follow_globals):
                found.append(obj)
        except Overflow:
            for token in list(self.recorder.written):
                self.recorder.read(token, WHOLE, "widened")
            self.recorder.escape("it reaches more objects than can be looked at", lasting=True)
        return found

    def names_read(self, names):
        """Record global names that code may use (also deleted ones); those that exist are returned."""
        recorder = self.recorder
        for name in names:
            if name in recorder.namespace or name in recorder.deleted:
                recorder.read(GLOBALS, name, "widened")
        return [name for name in names if name in recorder.namespace]

    def deep_read(self, *roots, kind="observed", follow_globals=False):
        """Record the whole of everything located that the roots reach. Iterators among them count as drawn from."""
        recorder = self.recorder
        statement = recorder.current
        if statement is None:
            return
        tokens = recorder.tokens
        roots = [r for r in roots if type(r) not in ATOMIC]
        if not roots:
            return
        walked = statement.walked
        pending = []
        for root in roots:
            token = tokens.peek(root)
            if token is not None and walked.get((token, follow_globals)) == statement.epoch:
                continue
            pending.append((root, token))
        if not pending:
            return
        LIBRARIES.fresh()
        found = []
        made = 0 if statement.on else NEW_TOKENS
        # after the switch each object is walked once: what is put into it later was reachable before (see `hooks.widen`)
        seen = {} if statement.on else statement.covered
        before = len(seen)
        try:
            for obj in self.walk([root for root, _ in pending], follow_globals, seen):
                if obj is recorder.namespace:
                    recorder.read(GLOBALS, WHOLE, kind)
                    continue
                token = tokens.peek(obj)
                if token is None and kind == "widened" and changes_when_read(obj):
                    token = tokens.of(obj)
                if token is None:
                    if made >= NEW_TOKENS or not holds_content(obj, recorder.namespace):
                        continue
                    token = tokens.of(obj)
                    made += 1
                found.append((obj, token))
        except Overflow:
            for token in list(recorder.written):
                recorder.read(token, WHOLE, "widened")
        statement.work += len(seen) - before
        if "decimal" in recorder.written:
            recorder.read("decimal", WHOLE)
        for obj, token in found:
            if is_iterator(obj) or (kind == "widened" and changes_when_read(obj)):
                recorder.mutate(token, WHOLE, kind)
            else:
                recorder.read(token, WHOLE, kind)
        epoch = statement.epoch
        for root, token in pending:
            token = tokens.peek(root)
            if token is not None:
                walked[token, follow_globals] = epoch
        if statement.work > WORK_LIMIT and statement.on:
            recorder.switch_off()

    def written_within(self, obj):
        """Tokens of what `obj` holds and somebody has written, for values that only refer to it (`y = seen`).

        Imprecise: nothing is reported of a value with more than VALUE_LIMIT parts.
        """
        if type(obj) in ATOMIC or issubclass(type(obj), (types.ModuleType, type, FUNCTION)):
            return set()
        recorder = self.recorder
        found = set()
        for count, part in enumerate(self.walk([obj])):
            if count > VALUE_LIMIT:
                return set()
            token = recorder.tokens.peek(part)
            if token in recorder.written and part is not recorder.namespace:
                found.add(token)
        return found

    def shallow_read(self, obj):
        """Record the elements and structure of `obj`, not what they contain."""
        if type(obj) in ATOMIC or self.recorder.current is None:
            return
        if type(obj) in (list, dict, set):
            self.recorder.read(self.recorder.tokens.of(obj), WHOLE)
        elif type(obj) not in (tuple, frozenset):
            self.deep_read(obj)


class Overflow(Exception):
    """A walk visited more than WALK_LIMIT objects."""
