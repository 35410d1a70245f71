"""Settings of libraries and of the interpreter (how figures look, how frames print, how IPython shows a type, which warnings are
errors) that no declared call has set, but code inside a library, a module while it was imported, or a magic. They are
compared after every statement. It does not know who reads them.
"""

import locale
import sys
import warnings

from ..objects.attributes import home
from ..objects.locations import WHOLE, key_field

INTERPRETER = "interpreter"
AMBIENT = (INTERPRETER, "locale", "codecs", "abc", "gc.callbacks")
"""World locations that may decide about any code: once somebody has written them, every statement reads them."""
FUTURE = "__future__"
"""How annotations are compiled, from `from __future__ import annotations` on."""
MAGICS = "magics"
BACKEND = "matplotlib.backend"
"""That a backend has been chosen, with interactive mode: by the first drawing of a figure."""
SHOWING = ("numpy.options", "pandas.options", "polars.options", "sklearn.options")
SHOWN = frozenset({"display", *SHOWING})
"""What decides how a value looks as text."""
OPTIONS = ("matplotlib.options", "numpy.options", "pandas.options", "sklearn.options", "xgboost.options", "display")


class Options:
    """The options as they were after the last statement."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.kept = {}
        self.magics = None
        self.handling = None

    def report(self):
        """Record the options that are not what they were after the last statement, or when their library was loaded."""
        self.report_magics()
        for name, (module, current, initial) in _LIBRARIES.items():
            module = sys.modules.get(module)
            if module is None:
                continue
            try:
                now = current(module)
                before = self.kept.get(name)
                if before is None:
                    before = self.kept[name] = _copy(initial(module))
                # matplotlib's own access converts and warns
                if dict.__eq__(now, before):
                    self._restored(name)
                    continue
                now = self.kept[name] = _copy(now)
            except (AttributeError, TypeError, ValueError):
                # another version of the library, or one that is not loaded to its end
                continue
            if _by_drawing(before, now) != before:
                self.recorder.mutate(name, WHOLE, "compared")
            elif name == "matplotlib.options":
                # a later `rc_context` brings back what was there before
                self.recorder.write(BACKEND, WHOLE, "compared")

    def _restored(self, name):
        """Options are what they were: a statement that has set some and brought them back (`with pd.option_context(…):`) has changed none.

        Imprecise: matplotlib's options count as changed also where a `with` has brought them back, because what the first drawing
        chooses may be brought back as well.
        """
        if name == "matplotlib.options":
            return
        if name == "numpy.options":
            handling, self.handling = self.handling, _handling()
            if handling != self.handling:
                return
        self.recorder.current.writes.pop((name, WHOLE), None)

    def report_magics(self):
        """Record the magics that were registered, replaced or removed, one by one."""
        shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
        if shell is None:
            return
        now, before = shell.magics_manager.magics, self.magics
        if now == before:
            return
        self.magics = {kind: dict(named) for kind, named in now.items()}
        for kind, named in now.items() if before is not None else ():
            for name in named.keys() | before[kind].keys():
                old, new = before[kind].get(name), named.get(name)
                # IPython loads its own when they are first used
                if old != new and not (by_ipython(old) and by_ipython(new)):
                    self.recorder.write(MAGICS, key_field(name))


def _handling():
    """How numpy handles errors of floating point, which counts as options of it."""
    numpy = sys.modules.get("numpy")
    return None if numpy is None else (numpy.geterr(), numpy.geterrcall(), numpy.getbufsize())


def by_ipython(magic):
    """Whether a magic is one of IPython's own."""
    owner = getattr(magic, "__self__", magic)
    if type(owner).__name__ == "Alias":
        return False
    homes = (home(type(owner)), getattr(owner, "__module__", None) or "")
    return any(name.startswith("IPython.") for name in homes)


def _copy(options):
    return {key: _copy(value) if type(value) is dict else value for key, value in dict.items(options)}


def _pandas_defaults(config):
    found = {}
    for path, option in config._registered_options.items():
        *folders, key = path.split(".")
        at = found
        for folder in folders:
            at = at.setdefault(folder, {})
        at[key] = option.defval
    return found


def _by_drawing(before, now):
    """`now` without what the first drawing of a figure chooses: the backend, interactive mode, and that IPython shows figures as PNG."""
    found = {**now, **{key: before[key] for key in ("backend", "backend_fallback", "interactive") if key in before}}
    if "image/png" in now and not any(map(_figures, before.values())):
        found["image/png"] = {k: v for k, v in now["image/png"].items() if k not in _figures(now["image/png"])}
    return found


def _figures(printers):
    return [kind for kind in printers if kind[0] == "matplotlib.figure"]


def _formats(ipython):
    shell = ipython.get_ipython()
    found = {mime: _printers(mime, f) for mime, f in shell.display_formatter.formatters.items()}
    found["shown"] = {"interactivity": shell.ast_node_interactivity}
    return found


_SEEN = {}
"""Formatters' tables as they were last, by MIME type, with what `_printers` made of them."""


def _printers(mime, formatter):
    """Printers by the module and name of their type: IPython puts the type in place of its name when it first shows one."""
    tables = (formatter.deferred_printers, formatter.type_printers)
    seen = _SEEN.get(mime)
    if seen is None or seen[0] != tables:
        by_type = {**tables[0], **tables[1]}
        found = {kind if type(kind) is tuple else (kind.__module__, kind.__name__): printer for kind, printer in by_type.items()}
        seen = _SEEN[mime] = (tuple(map(dict, tables)), found)
    return seen[1]


def _raises(entry):
    """Whether a filter makes warnings errors; IPython has one for its own."""
    return entry[0] == "error" and not entry[2].__module__.startswith("IPython.")


def _interpreter(_):
    filters = list(warnings.filters)
    numpy = getattr(sys.modules.get("numpy"), "geterr", dict)()
    special = getattr(sys.modules.get("scipy.special"), "geterr", dict)()
    return {
        "recursion": sys.getrecursionlimit(),
        "digits": getattr(sys, "get_int_max_str_digits", int)(),
        "zone": sys.modules["time"].tzname,
        "locale": locale.setlocale(locale.LC_ALL),
        "warnings": filters if any(map(_raises, filters)) else [],
        "numpy": {kind for kind, action in numpy.items() if action not in ("warn", "ignore")},
        "attrs": getattr(sys.modules.get("attr._config"), "_run_validators", True),
        # scipy raises of its own accord where memory lacks
        "special": {kind for kind, action in special.items() if action != "ignore" and (kind, action) != ("memory", "raise")},
        "pandas": _pandas_modes(),
    }


def _pandas_modes():
    """The options of pandas, other than how it shows things, that are not as they are at first: strings as objects, copies on write."""
    config = sys.modules.get("pandas._config.config")
    options = getattr(config, "_global_config", {})
    registered = getattr(config, "_registered_options", {})
    found = {}
    for group in _MODES:
        for name, value in options.get(group, {}).items():
            option = registered.get(f"{group}.{name}")
            if option is not None and value is not option.defval and value != option.defval and (name != "chained_assignment" or value == "raise"):
                found[name] = value
    return found


_MODES = ("compute", "future", "mode")


_LIBRARIES = {
    "matplotlib.options": ("matplotlib", lambda m: m.rcParams, lambda m: m.rcParamsOrig),
    "numpy.options": (
        "numpy._core.printoptions",
        lambda m: m.format_options.get(),
        lambda m: m.default_format_options_dict,
    ),
    "pandas.options": ("pandas._config.config", lambda m: m._global_config, _pandas_defaults),
    "sklearn.options": ("sklearn._config", lambda m: m.get_config(), lambda m: m._global_config),
    "xgboost.options": ("xgboost.config", lambda m: m.get_config(), lambda m: m.get_config()),
    "display": ("IPython", _formats, _formats),
    INTERPRETER: ("sys", _interpreter, _interpreter),
}
"""By the name of the world object: the module, its options now, and as they were at first."""
