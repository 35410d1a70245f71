"""Objects that the user's modules have made while they were loaded, and that cells change so that
nobody can put them back: another load of the module makes them anew.

It is looked for whom an object belongs to when a run changes it first, so that nobody walks over
modules whose objects nobody changes. Which cell runs again for it is for whoever reads the trace to
say; that its import statement then loads the module is for `imports`.

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
    """`looked_up`: tokens of which it is known whether a module has made the object. `told`: those
    of them that cannot be put back.
    """

    def __init__(self, recorder: Recorder, reach: Reach) -> None:
        self.recorder = recorder
        self.reach = reach
        self.looked_up = set()
        self.told = set()

    def forget_loading(self, statements: Collection[Statement]) -> None:
        """A run has ended. What a module changes, while an import statement loads it, of objects
        that it makes meanwhile is no change: other imports find the same objects.

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
        """The run of a cell has ended, which can be put back of these tokens. Gives [[token, the
        location of the load]] of what it is the first to change for good.
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
        # (what is there now is nothing to put back)
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
        """Whether a library has this under the same name, where the module has taken it from."""
        others = (
            module
            for name, module in list(sys.modules.items())
            if name not in self.recorder.imports.local and name != "__main__"
        )
        return any(getattr(module, "__dict__", {}).get(attribute) is value for module in others)

    def _reached(self, value: Any, name: str) -> set[int]:
        """What the value of an attribute of a module leads to, by identity; of what it has only
        imported, nothing.
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
