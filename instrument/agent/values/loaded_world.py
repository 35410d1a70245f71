"""Changes of the world by loads of modules: settings replaced by a library at its first import, the
first figure, and user's modules with effects at their load.

A second run of the import loads nothing, so these changes count as there from the start.

Unsound: a setting that a library replaced at its import counts as replaced by the importing cell,
even if the library would not replace the setting now.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..objects.locations import is_of_object
from ..world.entry import ABSENT, same
from ..world.first_drawing import MODULE, FirstDrawing
from ..world.imports import ACTING
from ..world.local_modules import local_file
from ..world.module_code import shows
from ..world.shell_settings import choose_figure_formats
from ..world.table import FIGURE_FORMATS, FILE, STREAMS
from .world_changes import attempt, differences, has_grown, moved

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..objects.locations import Token
    from ..record.recorder import Recorder
    from ..record.statement import Statement
    from .undo_log import UndoLog
    from .world_changes import Part, World


class LoadedWorld:
    """`loaded`: the locations changed by loads, by the name of the requested module, or by the cell
    and statement of the request. `brought`: by cell, the values before and after its loads: cells
    above may set these again. `drew`: by the cell with the first figure, the values before the run
    and after the drawing. `draw`: the cells that draw. `setting`: user's modules whose load changes
    settings.
    """

    def __init__(self, recorder: Recorder, shell: Any, log: UndoLog) -> None:
        self.recorder = recorder
        self.shell = shell
        self.log = log
        self.loaded: dict[Any, set[Token]] = {}
        self.brought: dict[str | None, dict[Part, tuple[Any, Any]]] = {}
        self.setting: set[str] = set()
        self.drew: dict[str | None, dict[Part, tuple[Any, Any]]] = {}
        self.draw: set[str | None] = set()
        self.drawing = FirstDrawing()

    def place(self, cell: str | None, above: Sequence[str]) -> tuple[dict[Part, Any], World | None]:
        """Do as `place`, for a cell that has loaded modules. A first figure is drawn as the first
        again.
        """
        brought, drew = self.brought.get(cell, {}), self.drew.get(cell, {})
        # (after a run without an end)
        self.drawing.finish()
        if not drew or not self.draw.isdisjoint(above) or not self.drawing.prepare():
            return self.log.place(above, brought)
        replaced, _ = self.log.place(
            above, {key: values for key, values in brought.items() if key not in drew}
        )
        left = self.log.left_by(above)
        for key, (old, _) in drew.items():
            if key not in left:
                self.log.put(key, old)
        return replaced, None

    def was_loaded(self, name: str, before: World, around: list[Any], cell: str | None) -> None:
        """Note the end of a load, with all its imports. `before`: the world at the beginning of the
        load; `around`: the world at the beginning of surrounding loads of user's modules. The
        changes by a user's module count as the cell's: a repeated import loads the module again.
        """
        if self.log.before is None:
            return
        if local_file(sys.modules.get(name)) is not None:
            if differences(before, self.log.taken()):
                self.setting.add(name)
            return
        is_again = self.drawing.backend is not None and name == MODULE
        if is_again:
            self.drawing.finish()
            for key, (_, value) in self.drew[cell].items():
                self.log.put(key, value)
            attempt(
                choose_figure_formats,
                self.shell,
                (FIGURE_FORMATS, ("figures", "figure_formats")) in self.drew[cell],
            )
        new = {
            key: (old, value)
            for key, (old, value) in differences(before, self.log.taken()).items()
            if value is not ABSENT
        }
        if name == MODULE and not is_again:
            # (grown sequences stay)
            self.drew[cell] = {
                key: (self.log.before[key[0]].get(key[1], ABSENT), value)
                for key, (old, value) in new.items()
                if not has_grown(old, value)
            }
        for (location, name), (old, value) in new.items():
            key = (location, name)
            if not has_grown(old, value):
                self.brought.setdefault(cell, {})[key] = (old, value)
                if (
                    key in self.log.base
                    and not same(old, self.log.base[key])
                    and same(old, self.log.before[location].get(name, ABSENT))
                ):
                    # a cell above has set the value: a run from the top would replace it
                    continue
            if key in self.log.base:
                self.log.base[key] = moved(self.log.base[key], old, value)
            for values in (self.log.before[location], *(each[location] for each in around)):
                values[name] = moved(values.get(name, ABSENT), old, value)
            for changes in self.log.changes.values():
                if key in changes:
                    changes[key] = tuple(moved(each, old, value) for each in changes[key])
        replaced = {
            key: values
            for key, values in new.items()
            if values[0] is not ABSENT and key[0] not in STREAMS
        }
        if replaced:
            number = None if self.recorder.current is None else self.recorder.current.plan.ordinal
            self.loaded.setdefault(name, set()).update(location for location, _ in replaced)
            # (entries that a library adds to a sequence at its first use are the library's own)
            self.loaded.setdefault((cell, number), set()).update(
                location for (location, _), values in replaced.items() if not has_grown(*values)
            )

    def note_acting(self, cell: str | None, statements: Sequence[Statement]) -> None:
        """Note the statements that have loaded user's modules with effects: on settings, files or
        existing objects, or with output.

        Unsound: an own module that prints at its import only through functions is not loaded again
        for the output.
        """
        imports = self.recorder.imports
        for number, loader in imports.acting.items():
            if loader == cell:
                imports.acting[number] = None
        for statement in statements:
            loaded = imports.loaded_by(statement)
            changes = (
                any(token == FILE or is_of_object(token) for token, _ in statement.writes)
                if loaded
                else False
            )
            for number, names in loaded.items():
                if changes or not self.setting.isdisjoint(names) or any(map(shows, names)):
                    imports.acting[number] = cell
                    statement.write_only((ACTING, "n%d" % number))

    def write_again(self, cell: str | None, statements: Sequence[Statement]) -> None:
        """The same imports write the same, though their modules are loaded already."""
        for statement in statements if self.loaded else ():
            plan = statement.plan
            for name in (*plan.imports, (cell, plan.ordinal)):
                for location in self.loaded.get(name, ()):
                    self.log.mutate(statement, location)
