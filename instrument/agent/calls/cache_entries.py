"""What calls of a site in an uninstrumented version would add nothing to the record, once one has
been recorded: decided by what its declaration says, by what the special cases say, or because it is
compared already.

`record/cache_entries` keeps it, and inline caches (`record/sites`) where the callee and its
receiver say it all.
"""

import functools

from ..effects.arguments import bind, chosen, conditions, root, unconditional
from ..effects.harmless import QUIET, changes_arguments_only
from ..effects.looked_up import definitions
from ..effects.matching import UNBOUND
from ..kinds.owners import alias_root, is_of_its_own, storage_key
from ..objects.attributes import home, static
from ..objects.callables import CACHED, FUNCTION
from ..objects.handles import is_handle
from ..objects.locations import VALUES, WHOLE, attribute_field
from ..record.cache_entries import (
    FUNCTIONS,
    RECEIVER,
    UNCALLED,
    at_place,
    identified,
    is_whole_array,
    uncalled,
)
from ..record.callees import holds_objects
from ..record.settled import Settled
from ..record.site import MISSES
from ..world.paths import isabs, text_of
from .compare import Watch
from .fixed_arguments import (
    deciding_arguments,
    fixed_parameters,
    given_parameters,
    places_of,
    without_held,
)
from .library_calls import NO

SAME = "same"
FIRST = "first"
ANY = "any"
NUMBERS = "numbers"
METHOD = "method"
"""What has changed its receiver as a whole already, among what a statement has settled."""

VAIN = 8
"""Calls without an entry, after which a site is not asked again in the statement."""

_HOLD = (list, tuple, set, frozenset, dict)
_NAMED = ("length", "item", "others", "attr", "each", "keys")


class CacheEntries:
    """Decides what the sites of the statement in flight may leave out."""

    def __init__(self, calls):
        self.calls = calls
        self.recorder = calls.recorder

    def add(self, site, callee, args, kwargs):
        """After a call in an uninstrumented version: whether calling it again on the same receiver
        (SAME), with the same first argument (FIRST), on any receiver (ANY), or on that and with
        numbers (NUMBERS), would add nothing to the record; else None. What it changes there is
        recorded as a whole. `site`: what is known of its arguments: numbers and strings cannot be
        called, and lambdas have probes.

        An object that dies may leave its identity to one made in this statement, whose changes do
        not matter.
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
        """What is enough for the inline cache, what has to be the same (positions, keywords,
        RECEIVER), and whether the rest has to be values.
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
            return _NOTHING if places is None else (None if places else ANY, places, False)
        if id(callee) in calls.quiet.showing and self.recorder.settings.may_show():
            return _NOTHING
        if calls.special.knows(callee):
            places = calls.special.again(callee, args, kwargs)
            if places is NO:
                return _NOTHING
            if places is not None:
                return (SAME if places == (RECEIVER,) else None if places else ANY), places, False
        return self._declared(site, callee, args, kwargs)

    def _declared(self, site, callee, args, kwargs, within=False):
        recorder = self.recorder
        found = self.calls.effects.find(callee)
        if found is None:
            return _NOTHING if within else self._compared(site, callee, args, kwargs)
        params = found.spec["params"]
        bound = bind(params, found.receiver, args, kwargs)
        every = {param[0] for param in params}
        given = every if site.unpacks else given_parameters(params, found.receiver, args, kwargs)
        shift = 0 if found.receiver is UNBOUND else 1
        fixed = set() if within else fixed_parameters(site, params, shift)
        constant = {name for name in fixed if type(bound.get(name)) is not FUNCTION}
        effect = found.spec["effect"]
        actions = unconditional(effect, given - constant, bound)
        deciding = (
            () if actions is not None else deciding_arguments(effect, given - constant, bound)
        )
        if deciding is None:
            return _NOTHING
        owners = (
            self._unchanged_owners(effect, given - constant, bound)
            if actions is not None
            else set()
        )
        if actions is None or owners:
            actions = chosen(effect, bound)
        first = params[0][0] if params else None
        plain = not within and all(map(self._is_uncalled, (*args, *kwargs.values())))
        counts = self._counting(site, actions, bound, given, fixed, first)
        if counts is None and plain:
            # it calls what it is given, and that is nothing that can be called
            own = None if found.receiver is UNBOUND else first
            counts = self._counting(
                site,
                [action for action in actions if not _calls_arguments(action, own)],
                bound,
                given,
                fixed,
                first,
            )
        else:
            plain = False
        if counts is None:
            return _NOTHING
        counts.update(deciding)
        if owners:
            counts |= owners
            # until something new is written, which may be what decides
            recorder.sites.rely(site)
        places = places_of(counts, params, shift, args, kwargs)
        if places is None:
            return _NOTHING
        for name in counts:
            value = bound.get(name)
            if any(
                root(place) == name
                for action in actions
                if action[0] in ("mutates", "writes")
                for place in action[1:]
            ):
                recorder.contents.mutate(recorder.tokens.of(alias_root(value)), alias_root(value))
        if plain:
            return None, places, UNCALLED
        if counts == {first}:
            own = bound.get(first)
            alone = unconditional(effect, every, bound)
            place = storage_key(own, recorder.tokens)
            if (
                place is not None
                and alone is not None
                and self._counting(None, alone, bound, every, (), first) == {first}
            ):
                # whatever other sites give it
                recorder.current.state(Settled).add(
                    (FIRST, id(callee), place)
                    if found.receiver is UNBOUND
                    else (METHOD, place, callee.__name__)
                )
            return (FIRST if found.receiver is UNBOUND else SAME), places, False
        return (None if counts else ANY), places, False

    def _unchanged_owners(self, effect, given, bound):
        """The arguments of whose attributes it depends what a call does (`self.copy`), if the
        statement has not changed these; else nothing.
        """
        recorder = self.recorder
        writes = recorder.current.writes
        owners = set()
        for _, name, *_ in conditions(effect):
            owner, _, attribute = name.partition(".")
            if owner not in given or not attribute:
                continue
            token = recorder.tokens.peek(alias_root(bound.get(owner)))
            if (
                "." in attribute
                or (token, WHOLE) in writes
                or (token, attribute_field(attribute)) in writes
            ):
                return set()
            owners.add(owner)
        return owners

    def _is_uncalled(self, value):
        """Whether objects of this type of a library are not called, and no containers of what may
        be.
        """
        kind = type(value)
        if kind not in uncalled:
            if (
                home(kind) == "__main__"
                or home(kind) in self.recorder.imports.local
                or static(kind, "__call__") is not None
                or issubclass(kind, _HOLD)
            ):
                return False
            uncalled.add(kind)
        return True

    def _counting(self, site, actions, bound, given, fixed, first):
        """The parameters on which it depends what doing these actions again touches: nothing but
        world locations, and those arguments taken as a whole. Parameters that are not `given` name
        nothing. None where it depends on more.
        """
        counts = set()
        for action in actions:
            what = action[0]
            if what in QUIET or what in ("draws", "reads", "escapes", "sends"):
                continue
            if what in ("mutates", "writes"):
                for place in action[1:]:
                    inner = place
                    while inner[0] in _NAMED:
                        inner = inner[1]
                    if inner[0] == "param":
                        if inner[1] in given:
                            if place[0] == "each" and inner[1] != first:
                                return None
                            counts.add(inner[1])
                    elif inner[0] != "world":
                        return None
            elif what in ("calls", "keeps"):
                for place in action[1:]:
                    name = root(place)
                    if name not in given or name in fixed:
                        continue
                    if (
                        what == "keeps"
                        or place[0] != "param"
                        or not self.calls.unrecorded.is_harmless(bound[name])
                    ):
                        return None
                    counts.add(name)
            elif what == "file":
                name = root(action[2])
                if action[2][0] != "param" or not self._lasts(bound.get(name)):
                    return None
                if (
                    name in given
                    and name not in fixed
                    and not (
                        site is not None and action[1] == "r" and self._any_file(site, bound[name])
                    )
                ):
                    counts.add(name)
            elif what == "pickled":
                # any class of the notebook's may be named in the next one
                self.calls.applied.look_up(definitions(self.recorder.namespace))
            else:
                return None
        return counts

    def _lasts(self, path):
        """Whether the same path will stand for the same locations in this statement."""
        recorder = self.recorder
        if path is None or is_handle(path):
            return True
        try:
            text = text_of(path)
        except TypeError:
            return False
        statement = recorder.current
        return "links" not in recorder.written and (
            isabs(text)
            or (("cwd", WHOLE) not in statement.writes and Watch not in statement.states)
        )

    def _any_file(self, site, path):
        """Whether the site has read so many files that it is counted as reading any."""
        if is_handle(path):
            return False
        site.misses += 1
        if site.misses <= MISSES:
            return False
        self.recorder.read("file", WHOLE, "widened")
        self.recorder.read("cwd", WHOLE, "widened")
        return True

    def _compared(self, site, callee, args, kwargs):
        """Nothing is declared, and it is compared: with numbers, strings and new arrays it adds
        nothing until something else is written.
        """
        statement = self.recorder.current
        given = (*args, *kwargs.values())
        others = [value for value in given if type(value) not in VALUES]
        if not all(map(is_whole_array, others)) or not self.calls.unknown.repeats.covers(
            statement, callee, args, kwargs
        ):
            return _NOTHING
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
        """Whether a call that changes or calls nothing but its arguments needs no record when these
        are plain values.
        """
        found = (
            None
            if id(callee) in self.calls.quiet.showing or self.calls.special.knows(callee)
            else self.calls.effects.find(callee)
        )
        return found is not None and changes_arguments_only(
            found.spec, found.receiver is not UNBOUND
        )


def _calls_arguments(action, own):
    """Whether an action is to call arguments, other than `own`, the receiver."""
    return action[0] == "calls" and all(
        place[0] == "param" and place[1] != own for place in action[1:]
    )


def _is_told_apart(value):
    """Whether the identity of an object says enough, also where it has died and another one, made
    by the statement, has got it.
    """
    kind = type(value)
    if kind in FUNCTIONS:
        return not holds_objects(value)
    return kind is str or (is_of_its_own(kind) and not home(kind).startswith("pathlib"))


_NOTHING = None, None, False
