"""Arguments of a call site: those that decide the effects of a call, and constants."""

from ..effects.arguments import bind, conditions
from ..record.cache_entries import RECEIVER


def given_parameters(params, receiver, args, kwargs):
    """The parameters with an argument in this call."""
    bound = bind([param[:3] for param in params], receiver, args, kwargs)
    several = {param[0] for param in params if param[1] in ("var", "varkw")}
    return {name for name, value in bound.items() if name not in several or value}


def deciding_arguments(effect, given, bound):
    """The names of the `given` arguments that decide the effects of a call. None: a condition
    depends on more than an argument's identity or plain value.
    """
    found = set()
    for what, name, *_ in conditions(effect):
        if name.split(".")[0] not in given:
            continue
        if (
            what not in ("none", "eq")
            or "." in name
            or (what == "eq" and type(bound.get(name)) not in _TOLD)
        ):
            return None
        found.add(name)
    return found


_TOLD = (str, bool, type(None))
"""Types whose values a cache entry tells apart."""


def fixed_parameters(site, params, shift):
    """The parameters with constants at a site: numbers, strings, lists of these, lambdas."""
    if site.constant:
        names = {param[0] for param in params[shift:]}
    else:
        names = set()
    return names | {
        param[0]
        for i, param in enumerate(params)
        if param[0] in site.fixed or (param[1] == "pos" and i - shift in site.fixed)
    }


def without_held(places, partial, kwargs):
    """Convert positions in the call inside a `partial` to positions in the call of the `partial`.
    Arguments held by the partial never change, and are left out. None: a keyword may replace such
    an argument.
    """
    held = len(partial.args)
    if any(type(place) is str and place not in kwargs for place in places):
        return None
    return tuple(
        [
            place - held if type(place) is int else place
            for place in places
            if type(place) is str or place >= held
        ]
    )


def places_of(counts, params, shift, args, kwargs):
    """The positions of the arguments for these parameters; None for a parameter without exactly one
    position.
    """
    places = []
    for i, param in enumerate(params):
        if param[0] not in counts:
            continue
        if shift and i == 0:
            places.append(RECEIVER)
        elif param[0] in kwargs and param[1] != "varkw":
            places.append(param[0])
        elif param[1] == "pos" and i - shift < len(args):
            places.append(i - shift)
        else:
            return None
    return tuple(places)
