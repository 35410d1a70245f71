"""`raise e` changes an existing error: its traceback, the error handled at the time, and its cause.

Unsound: an existing error that library code raises again (`future.result()`, `generator.throw(e)`)
counts as unchanged.
"""

import sys

from ..objects.cpython import given
from ..objects.locations import attribute_field

_ALONE = given()
"""References to an error made for its `raise`."""


def raise_probes(recorder, steps):
    """The probe of a raised value, by name. `steps` runs the recording functions."""

    @steps.guarded
    def raised(error, caused):
        token = recorder.tokens.of(error)
        # a second `raise` adds an entry
        recorder.mutate(token, attribute_field("__traceback__"))
        if sys.exc_info()[1] is not None:
            recorder.write(token, attribute_field("__context__"))
        if caused:
            recorder.write(token, attribute_field("__cause__"))
            recorder.write(token, attribute_field("__suppress_context__"))

    def raising(error, caused):
        if issubclass(type(error), BaseException) and sys.getrefcount(error) > _ALONE:
            raised(error, caused)
        return error

    return {"E": raising}
