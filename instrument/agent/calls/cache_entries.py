"""Cache entries for sites in uninstrumented versions: after one recorded call, which further calls
would add nothing to the record.

The declaration of the callee decides (`declared_entries`), or a special case, or an earlier
comparison. `record/cache_entries` keeps the entries. Inline caches (`record/sites`) keep entries of
callee and receiver alone.
"""

import functools

from ..effects.harmless import changes_arguments_only
from ..effects.matching import UNBOUND
from ..kinds.owners import is_of_its_own
from ..objects.attributes import home
from ..objects.callables import CACHED
from ..objects.locations import VALUES
from ..record.cache_entries import (
    ANY,
    FUNCTIONS,
    NOTHING,
    NUMBERS,
    RECEIVER,
    SAME,
    at_place,
    identified,
    is_whole_array,
)
from ..record.callees import holds_objects
from .declared_entries import DeclaredEntries
from .fixed_arguments import without_held
from .library_calls import NO

VAIN = 8
"""Calls without an entry, after which a site makes no further attempts in the statement."""


class CacheEntries:
    """Decides which calls the sites of the statement in flight may leave out."""

    def __init__(self, calls):
        self.calls = calls
        self.recorder = calls.recorder
        self.declared = DeclaredEntries(calls)

    def add(self, site, callee, args, kwargs):
        """Make an entry after a call in an uninstrumented version, and return the class of calls
        that would add nothing to the record: calls on the same receiver (SAME), with the same first
        argument (FIRST), on any receiver (ANY), on any receiver with numbers (NUMBERS). Return None
        for no such class. Changes of the call are recorded as changes of whole objects. `site`
        tells constant arguments: numbers and strings cannot be called, and lambdas have probes.

        An object of this statement may get the identity of a dead object. Changes of such an object
        do not matter.
        """
        if site.vain > VAIN:
            return None
        again, places, values = self._again(site, callee, args, kwargs)
        if places is None:
            site.vain += 1
            return None
        if values is True or all(
            _is_told_apart(at_place(place, callee, args, kwargs)) for place in places
        ):
            self.recorder.sites.learn(site, callee, args, kwargs, places, values)
        return again

    def _again(self, site, callee, args, kwargs):
        """Return the answer for the inline cache, the arguments with fixed identities (positions,
        keywords, RECEIVER), and whether all other arguments must be values.
        """
        calls = self.calls
        if type(callee) is CACHED:
            own = calls.quiet.is_own(callee.__wrapped__)
            return (ANY, (), False) if own else self._again(site, callee.__wrapped__, args, kwargs)
        if type(callee) is functools.partial:
            if calls.quiet.changes_nothing(callee.func):
                return ANY, (), False
            inner = self._declared(
                site, callee.func, (*callee.args, *args), {**callee.keywords, **kwargs}, within=True
            )
            places = inner[1] and without_held(inner[1], callee, kwargs)
            return NOTHING if places is None else (None if places else ANY, places, False)
        if id(callee) in calls.quiet.showing and self.recorder.settings.may_show():
            return NOTHING
        if calls.special.knows(callee):
            places = calls.special.again(callee, args, kwargs)
            if places is NO:
                return NOTHING
            if places is not None:
                return (SAME if places == (RECEIVER,) else None if places else ANY), places, False
        return self._declared(site, callee, args, kwargs)

    def _declared(self, site, callee, args, kwargs, within=False):
        found = self.calls.effects.find(callee)
        if found is not None:
            return self.declared.entry(found, site, callee, args, kwargs, within)
        return NOTHING if within else self._compared(site, callee, args, kwargs)

    def _compared(self, site, callee, args, kwargs):
        """An undeclared, compared call with numbers, strings and new arrays adds nothing until the
        next write to another location.
        """
        statement = self.recorder.current
        given = (*args, *kwargs.values())
        others = [value for value in given if type(value) not in VALUES]
        if not all(map(is_whole_array, others)) or not self.calls.unknown.repeats.covers(
            statement, callee, args, kwargs
        ):
            return NOTHING
        owner = identified(callee)[2]
        places = (
            ()
            if owner is None or self.calls.unknown.repeats.covers_class(statement, owner)
            else (RECEIVER,)
        )
        self.recorder.sites.rely(site)
        if others:
            return None, places, True
        return ((SAME if places else ANY) if site.constant else NUMBERS), places, True

    def harmless(self, callee):
        """Whether a call with plain values needs no record: the callee changes and calls nothing
        but its arguments.
        """
        found = (
            None
            if id(callee) in self.calls.quiet.showing or self.calls.special.knows(callee)
            else self.calls.effects.find(callee)
        )
        return found is not None and changes_arguments_only(
            found.spec, found.receiver is not UNBOUND
        )


def _is_told_apart(value):
    """Whether the identity of an object suffices, even after its death, when a new object of the
    statement has the same identity.
    """
    kind = type(value)
    if kind in FUNCTIONS:
        return not holds_objects(value)
    return kind is str or (is_of_its_own(kind) and not home(kind).startswith("pathlib"))
