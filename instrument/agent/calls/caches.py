"""Calls of functions with `functools.lru_cache`: a call returns the cached answer for its
arguments, or adds an answer.
"""

from ..objects.cpython import answers_of
from ..objects.locations import WHOLE, key_field


def use_cache(recorder, function, args, kwargs):
    """Record the use of the cached answers by the next call: of one answer, if the arguments have a
    stable key, else of all.
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
    # CPython counts the uses of answers; with a full cache the counts select the answer to drop
    recorder.write(token, "used in %d" % recorder.begun)
