"""State that undeclared code may use without an argument: settings, variables of C modules,
pyplot's figures, open files.
"""

import io
import re
import sys
import types

from ..objects.attributes import home
from ..objects.callables import BUILTINS, code_names
from ..objects.figures import PYPLOT
from ..objects.handles import only_reads
from ..objects.locations import WHOLE
from ..world.table import OPTIONS

_FILES = frozenset({io.FileIO, io.BufferedWriter, io.BufferedRandom, io.TextIOWrapper})
_SETS = re.compile(
    "_?(set|reset|use|enable|disable|init|seed|register|unregister|clear|start|stop|push|pop|configure)(?![a-z])"
)
"""Names of C functions that change hidden state of their module (`cv2.setRNGSeed`,
`faulthandler.enable`).
"""


def use_hidden_state(recorder, applied, callee):
    """Record possible reads and changes of `callee` besides its arguments.

    Unsound: in a partly declared package, a C function that changes state of its module, without a
    telling name, counts as a reader.
    """
    written = recorder.written
    state = hidden_state_of(callee)
    if changes_hidden_state(callee):
        recorder.mutate(state, WHOLE, "assumed")
    elif state in written:
        recorder.read(state, WHOLE)
    if _enters_decimal(callee):
        recorder.settings.mutate("decimal", kind="assumed")
    recorder.settings.read_all(OPTIONS)
    if "decimal" in written:
        recorder.read("decimal", WHOLE)
    if PYPLOT in written and _knows_pyplot(recorder, callee):
        applied.act(("reads", ("world", PYPLOT)), {})


def hidden_state_of(callee):
    """The location of the hidden state of a function's C module; None for other functions."""
    owner = getattr(callee, "__self__", None)
    if type(callee) in BUILTINS and issubclass(type(owner), types.ModuleType):
        return owner.__name__ + ".state"
    return None


def _enters_decimal(callee):
    """Whether the call is an entry of `decimal.localcontext()`: the class of the context is
    private, and cannot be declared.
    """
    owner = getattr(callee, "__objclass__", type(getattr(callee, "__self__", None)))
    return home(owner) == "decimal" and callee.__name__ in ("__enter__", "__exit__")


def changes_hidden_state(callee):
    return hidden_state_of(callee) is not None and _SETS.match(callee.__name__) is not None


def _knows_pyplot(recorder, callee):
    """Whether the module of a function, or another module of the user's, has imported pyplot, or
    the function itself imports pyplot.
    """
    pyplot = sys.modules.get("matplotlib.pyplot")
    function = getattr(callee, "__func__", callee)
    code = getattr(function, "__code__", None)
    if code is not None and any(name.endswith("pyplot") for name in code_names(code)):
        return True
    names = getattr(function, "__globals__", None)
    if names is None:
        module = sys.modules.get(home(callee if issubclass(type(callee), type) else type(callee)))
        names = vars(module) if module is not None else {}
    if names is recorder.namespace:
        return False
    modules = [names]
    if names.get("__name__") in recorder.imports.local:
        modules += map(vars, recorder.imports.local_modules())
    return any(value is pyplot for held in modules for value in held.values())


def write_open_files(applied, found):
    """Record possible writes to the open files within reach of a call."""
    if {type(obj) for obj in found.values()}.isdisjoint(_FILES):
        return
    for obj in found.values():
        if type(obj) in _FILES and not only_reads(obj):
            applied.file(obj, "rw")
