"""What calls of a site would add nothing to the record, by what the declaration of the callee says:
the actions of the call, and the arguments on which they depend.
"""

from ..effects.arguments import bind, chosen, conditions, root, unconditional
from ..effects.harmless import QUIET
from ..effects.looked_up import definitions
from ..effects.matching import UNBOUND
from ..kinds.owners import alias_root, storage_key
from ..objects.attributes import home, static
from ..objects.callables import FUNCTION
from ..objects.handles import is_handle
from ..objects.locations import WHOLE, attribute_field
from ..record.cache_entries import ANY, FIRST, NOTHING, SAME, UNCALLED, uncalled
from ..record.settled import Settled
from ..record.site import MISSES
from ..world.paths import isabs, text_of
from .compare import Watch
from .fixed_arguments import deciding_arguments, fixed_parameters, given_parameters, places_of

METHOD = "method"
"""What has changed its receiver as a whole already, among what a statement has settled."""

_HOLD = (list, tuple, set, frozenset, dict)
_NAMED = ("length", "item", "others", "attr", "each", "keys")


class DeclaredEntries:
    """Decides for declared callees."""

    def __init__(self, calls):
        self.calls = calls
        self.recorder = calls.recorder

    def entry(self, found, site, callee, args, kwargs, within=False):
        """What is enough for the inline cache, what has to be the same, and whether the rest has to
        be values (`CacheEntries`). `within`: the callee is in another one.
        """
        recorder = self.recorder
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
            return NOTHING
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
            # the declared calls of arguments drop out: none of these arguments can be called
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
            return NOTHING
        counts.update(deciding)
        if owners:
            counts |= owners
            # until something new is written, which may be what decides
            recorder.sites.rely(site)
        places = places_of(counts, params, shift, args, kwargs)
        if places is None:
            return NOTHING
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


def _calls_arguments(action, own):
    """Whether an action is to call arguments, other than `own`, the receiver."""
    return action[0] == "calls" and all(
        place[0] == "param" and place[1] != own for place in action[1:]
    )
