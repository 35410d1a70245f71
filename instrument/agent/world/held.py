"""The objects in which modules hold what world locations stand for: who looks at them, or changes
them, looks at or changes the location, also past the functions that effects are declared for
(`len(warnings.filters)` after `warnings.resetwarnings()`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import types


def _registry(matplotlib: types.ModuleType) -> tuple[object, ...]:
    """How axes show values of a class (`matplotlib.units`), which pandas changes as well."""
    units = getattr(matplotlib, "units", None)
    return () if units is None else (units.registry,)


HELD = {
    "random": ("random", lambda m: (m._inst,)),
    "numpy.random": ("numpy.random.mtrand", lambda m: (m._rand, m._rand._bit_generator)),
    "torch.random": ("torch", lambda m: (m.default_generator,)),
    "decimal": ("decimal", lambda m: (context := m.getcontext(), context.traps)),
    "sys.path": ("sys", lambda m: (m.path,)),
    # the functions that show a warning are attributes of the module
    "warnings": ("warnings", lambda m: (m, m.filters)),
    "logging": (
        "logging",
        lambda m: (
            m.root,
            m._levelToName,
            m._nameToLevel,
            m.root.manager.loggerDict,
            m._handlers,
            m._handlers.data,
            m._handlerList,
        ),
    ),
    "codecs": ("encodings.aliases", lambda m: (m.aliases,)),
    "calendar": ("calendar", lambda m: (m.c,)),
    "csv.settings": ("_csv", lambda m: (m._dialects,)),
    "matplotlib.options": ("matplotlib", lambda m: (m.rcParams, *_registry(m))),
    "matplotlib.figure": ("matplotlib._pylab_helpers", lambda m: (m.Gcf.figs,)),
    "pandas.options": ("pandas", lambda m: (m.options,)),
}
"""By the name of the location: the module, and the objects there; they may be others before the
next statement.
"""
