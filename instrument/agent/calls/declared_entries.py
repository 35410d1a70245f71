"""Cache entries by the declaration of the callee: by its actions, and the arguments on which these
depend.
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
"""Marks receivers changed as a whole, in the settled calls of a statement."""

_HOLD = (list, tuple, set, frozenset, dict)
_NAMED = ("length", "item", "others", "attr", "each", "keys")


class DeclaredEntries:
    """Decides for declared callees."""

    def __init__(self, calls):
        self.calls = calls
        self.recorder = calls.recorder

    def entry(self, found, site, callee, args, kwargs, within=False):
        """Return the answer for the inline cache, the arguments with fixed identities, and whether
        all other arguments must be values (see `CacheEntries`). `within`: the callee is inside
        another callee.
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
            # the declared calls of arguments drop out: no argument here can be called
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
            # until the next write to another location, which may decide otherwise
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
                # also for receivers at other sites
                recorder.current.state(Settled).add(
                    (FIRST, id(callee), place)
                    if found.receiver is UNBOUND
                    else (METHOD, place, callee.__name__)
                )
            return (FIRST if found.receiver is UNBOUND else SAME), places, False
        return (None if counts else ANY), places, False

    def _unchanged_owners(self, effect, given, bound):
        """The arguments with attributes that decide the effects of a call (`self.copy`). Empty if
        the statement has changed one of these attributes.
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
        """Whether objects of this library type are never called, and contain no objects that may
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
        """The parameters on which a repetition of these actions depends: the actions may touch
        world locations, and arguments as a whole. Parameters not in `given` have no effect. None
        for further dependences.
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
                # any class of the notebook's may be named in the next file
                self.calls.applied.look_up(definitions(self.recorder.namespace))
            else:
                return None
        return counts

    def _lasts(self, path):
        """Whether a path keeps its meaning in this statement."""
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
        """Whether the site has read so many files that it counts as a reader of any file."""
        if is_handle(path):
            return False
        site.misses += 1
        if site.misses <= MISSES:
            return False
        self.recorder.read("file", WHOLE, "widened")
        self.recorder.read("cwd", WHOLE, "widened")
        return True


def _calls_arguments(action, own):
    """Whether an action only calls arguments other than `own`, the receiver."""
    return action[0] == "calls" and all(
        place[0] == "param" and place[1] != own for place in action[1:]
    )
