"""The variables that functions share with inner functions that assign these (`nonlocal`): a
stand-in for each, captured beside the variable.
"""

from ..objects.closure_variable import ClosureVariable
from ..objects.locations import WHOLE


def closure_probes(recorder):
    """The probes by name. `cell`: the call of the variable's function has begun. `R` and `W`: a
    function is entered that reads or assigns the variable.
    """
    tokens = recorder.tokens

    def make_cell(name):
        made = ClosureVariable(name)
        if recorder.current is not None and recorder.current.on:
            recorder.write(tokens.of(made), WHOLE)
        return made

    def read_cell(cell):
        if recorder.current is not None:
            recorder.read(tokens.of(cell), WHOLE)

    def write_cell(cell):
        recorder.mutate(tokens.of(cell), WHOLE)

    return {"cell": make_cell, "R": read_cell, "W": write_cell}
