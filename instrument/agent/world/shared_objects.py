"""Objects of libraries within reach of the notebook, which may change them: any function of a library
may read such an object, so its changes count, and the undo log has its state.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING

from ..objects.classes import is_notebook_class, is_users_class
from .library_state import CONTAINERS, FUNCTIONS, loaded_module

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Any

    from ..record.recorder import Recorder


def share_registry(recorder: Recorder, holder: Any, held: Any) -> None:
    """Note that the notebook may change `held`, an object in a module or class. Any function of a
    library may read a library's object.
    """
    tokens = recorder.tokens
    if not issubclass(type(held), CONTAINERS):
        if issubclass(type(holder), type) and not is_users_class(
            holder, recorder.namespace, recorder.imports.local
        ):
            recorder.kept_objects.see(held)
        return
    if id(held) in tokens.world or tokens.is_alias(held):
        return
    if issubclass(type(held), dict) and loaded_module(held) is not None:
        # each module has `__builtins__`, which `%pylab` copies into the notebook
        return
    if type(holder) is types.ModuleType:
        ours = holder.__name__ in recorder.imports.local
    else:
        ours = is_notebook_class(holder, recorder.namespace)
    if not ours:
        # (functions of the user's modules record their own reads)
        recorder.library.patched.add(tokens.of(held))
        recorder.kept_objects.note_content(held)
    elif type(holder) is types.ModuleType:
        recorder.kept_objects.note_nested(held)


def share_item(recorder: Recorder, own: Any, key: object) -> None:
    """Do the same for an entry of a module's dictionary: `vars(html.entities)["html5"]`."""
    module = loaded_module(own)
    if type(module) is types.ModuleType and type(key) is str:
        share_registry(recorder, module, own.get(key))


def look_through_modules(recorder: Recorder, names: Collection[str]) -> list[Any]:
    """Share the library containers that code with these names may reach through a module
    (`html.entities.html5[key] = value`), as `share_registry` does, and read their written objects
    (`os.environ`, `logging.root`). Returns the objects with further contents.
    """
    found = []
    namespace = recorder.namespace
    # (a function may import the module itself)
    named = [namespace[name] if name in namespace else sys.modules.get(name) for name in names]
    pending = [value for value in named if type(value) is types.ModuleType]
    seen = set()
    while pending:
        holder = pending.pop()
        if id(holder) in seen or vars(holder) is namespace:
            continue
        seen.add(id(holder))
        held = vars(holder)
        for value in [held[name] for name in names if name in held]:
            if type(value) is types.ModuleType or issubclass(type(value), type):
                pending.append(value)
            else:
                share_registry(recorder, holder, value)
                recorder.read_written((value,))
                if type(value) not in FUNCTIONS:
                    found.append(value)
    return found


def share_imported(recorder: Recorder, requests: Iterable[str]) -> None:
    """Share the containers taken out of modules by imports of these (`from html.entities import
    html5`).
    """
    namespace = recorder.namespace
    for name in requests:
        holder = sys.modules.get(name)
        if type(holder) is types.ModuleType:
            for key, held in list(vars(holder).items()):
                if issubclass(type(held), CONTAINERS) and namespace.get(key) is held:
                    _share_named(recorder, holder, held)
        module, _, key = name.rpartition(".")
        holder = sys.modules.get(module)
        if type(holder) is types.ModuleType and key in vars(holder):
            _share_named(recorder, holder, vars(holder)[key])


def _share_named(recorder: Recorder, holder: types.ModuleType, held: object) -> None:
    share_registry(recorder, holder, held)
    token = recorder.tokens.peek(held)
    if token in recorder.kept_objects.objects:
        recorder.kept_objects.imported[token] = held
