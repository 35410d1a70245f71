"""Calls of functions with `functools.lru_cache`: one gives the answer that is there for its
arguments, or adds one.
"""

from ..objects.cpython import answers_of
from ..objects.locations import WHOLE, key_field


def use_cache(recorder, function, args, kwargs):
    """Record what a call is about to do with the answers that are kept: with one of them alone,
    where arguments can be told apart.
    """
    token = recorder.tokens.of(function)
    parameters = function.cache_parameters()
    answers = (
        None if kwargs or parameters["typed"] or not recorder.current.on else answers_of(function)
    )
    # as CPython's `lru_cache_make_key` does
    key = args[0] if len(args) == 1 and type(args[0]) in (int, str) else args
    field = WHOLE if answers is None else key_field(key)
    limit = parameters["maxsize"]
    if field == WHOLE or (limit is not None and len(answers) >= limit):
        recorder.mutate(token, WHOLE)
        return
    recorder.read(token, field)
    if key not in answers:
        recorder.write(token, field)
    # how often answers are used is counted, and decides about the one that has to go when the cache
    # is full
    recorder.write(token, "used in %d" % recorder.begun)
