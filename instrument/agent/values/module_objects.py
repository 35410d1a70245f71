"""Objects made by the user's modules at their load, and changed by cells without a way back:
another load of the module makes the objects anew.

The owner of an object is looked up at the first change by a run, so that no walk goes over modules
without changed objects. The reader of the trace decides which cells run again. `imports` decides
that the import statement then loads the module.

Imprecise: an object that a cell made without a name, and that a module holds, counts as made by the
module.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING

from ..objects.locations import WHOLE, is_of_object
from ..reach.walks import Overflow

if TYPE_CHECKING:
    from collections.abc import Collection, Set
    from typing import Any

    from ..objects.locations import Token
    from ..reach.deep_reads import Reach
    from ..record.recorder import Recorder
    from ..record.statement import Statement


class ModuleObjects:
    """`looked_up`: tokens with a known answer whether a module has made the object. `told`: those
    of objects that cannot be restored.
    """

    def __init__(self, recorder: Recorder, reach: Reach) -> None:
        self.recorder = recorder
        self.reach = reach
        self.looked_up = set()
        self.told = set()

    def forget_loading(self, statements: Collection[Statement]) -> None:
        """Drop, at the end of a run, changes by modules of their own new objects during a load.
        Other imports find the same objects.

        Unsound: an object that a library made before, that no cell has used, and that the module
        also holds, counts as made by the module.
        """
        imports = self.recorder.imports
        for statement in statements if imports.local else ():
            loaded = imports.loaded_by(statement) if statement.plan.imports_only else {}
            written = {token for token, _ in statement.writes if is_of_object(token)}
            if not loaded or not written:
                continue
            self._find_new(written)
            modules = [sys.modules.get(name) for names in loaded.values() for name in names]
            own = written.intersection(map(self.recorder.tokens.peek, modules))
            for token in written & imports.made.keys():
                number = imports.made[token][1]
                if number in loaded and int(token[1:]) >= imports.first.get(number, sys.maxsize):
                    own.add(token)
            for location in [each for each in statement.writes if each[0] in own]:
                del statement.writes[location]
            self.recorder.kept_objects.forget(own)

    def finish(
        self, cell: str | None, statements: Collection[Statement], restorable: Set[Token]
    ) -> list[list[str]]:
        """End the run of a cell. `restorable`: tokens with an undo log. Returns [[token, the
        location of the load]] for objects that the run is the first to change for good.
        """
        imports = self.recorder.imports
        if not imports.local:
            return []
        changed, made = set(), set()
        for statement in statements:
            for token, field in statement.writes:
                if is_of_object(token):
                    is_new = field == WHOLE and (token, field) not in statement.reads
                    (made if is_new and token not in changed else changed).add(token)
        self.looked_up |= made - imports.made.keys()
        self._find_new(changed)
        for_good = (changed & imports.made.keys()) - restorable
        # (their present state is no state to restore)
        self.recorder.kept_objects.forget(for_good)
        for token in for_good:
            name, number, _ = imports.made[token]
            if imports.loads.get(name) == number:
                imports.changed.setdefault(name, set()).add(cell)
        new = for_good - self.told
        self.told |= new
        return [[token, "n%d" % imports.made[token][1]] for token in sorted(new)]

    def _find_new(self, tokens: Set[Token]) -> None:
        """Which modules have made the objects of these tokens, where nobody has looked yet."""
        new = tokens - self.looked_up
        self.looked_up |= new
        if not new:
            return
        tokens = new
        by_id = self.recorder.tokens.by_id
        wanted = {key: entry.token for key, entry in by_id.copy().items() if entry.token in tokens}
        imports = self.recorder.imports
        for name in imports.local if wanted else ():
            module = sys.modules.get(name)
            if type(module) is types.ModuleType:
                for attribute, value in list(vars(module).items()):
                    found = self._reached(value, name) & wanted.keys()
                    for key in found if found and not self._is_imported(attribute, value) else ():
                        imports.made.setdefault(
                            wanted[key], (name, imports.loads[name], "%s.%s" % (name, attribute))
                        )

    def _is_imported(self, attribute: str, value: object) -> bool:
        """Whether a library has this object under the same name, so that the module has only
        imported it.
        """
        others = (
            module
            for name, module in list(sys.modules.items())
            if name not in self.recorder.imports.local and name != "__main__"
        )
        return any(getattr(module, "__dict__", {}).get(attribute) is value for module in others)

    def _reached(self, value: Any, name: str) -> set[int]:
        """The objects within reach of a module's attribute, by identity; none for an imported
        object.
        """
        if issubclass(type(value), types.ModuleType):
            return set()
        roots, classes = [value], set()
        for part in roots:
            # (walks stop at classes of modules)
            if issubclass(type(part), type) and part.__module__ == name and part not in classes:
                classes.add(part)
                roots += vars(part).values()
        try:
            return {*map(id, classes), *self.reach.walk(roots).keys()}
        except Overflow:
            return set()
