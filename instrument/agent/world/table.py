"""The world: all state outside objects of the notebook with a location of its own, in one table.
`entry.py` explains the columns.

LIBRARIES has the locations of libraries known only by their stubs, with names formed from the
package's name. The file is long since the table is one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..objects.figures import KEEPS_FIGURES, PYPLOT
from ..objects.locations import DEFINITIONS, GLOBALS
from . import compared_options as compared
from . import library_options as libraries
from . import finalizers, settings, shell_settings, stream_states
from .entry import OPERATORS, PACKAGES, SHELL, STATEMENTS, TEXT, UNDECLARED, Entry, attributes
from .finalizers import FINALIZERS

if TYPE_CHECKING:
    from ..objects.locations import Token

INTERPRETER = "interpreter"
TRANSFORMERS = "transformers"
"""Transformers of the text and the tree of cells."""
FUTURE = "__future__"
"""How annotations are compiled, from `from __future__ import annotations` on."""
MAGICS = "magics"
BACKEND = "matplotlib.backend"
"""The choice of a backend, with interactive mode, by the first drawing of a figure."""
DISPLAY = "display"
"""Which results IPython shows, and how."""
FIGURE_FORMATS = "display.formats"
"""How IPython shows figures (`%matplotlib inline`), which is of no interest to whoever shows
none.
"""
DRAWING = "matplotlib.options"
FILE = "file"
FOLDER = "folder"
"""Files changed by a call, found by a comparison (`changed_files`)."""
NETWORK, NETWORK_SETTINGS = "network", "network.settings"
"""Whoever uses the network depends on its settings (`socket.setdefaulttimeout`)."""
ABSTRACT = "abc"
"""Registered subclasses of abstract classes: any code may test for these."""
FLAGS = "decimal.flags"
"""The flags of decimal arithmetic."""
CAPTURED = "captured"
"""Output captured by `Output` widgets."""
OF_NUMBA = "numba.random"
"""numba's own stream, used by code compiled with numba. Its state is hidden."""

_ANYWHERE = (OPERATORS, UNDECLARED)

ENTRIES = (
    # random streams
    attributes(
        "random",
        "random",
        stream_states.PYTHON,
        held=lambda m: (m._inst,),
        drawn=stream_states.drawn_python,
        by_chance=True,
        passes=True,
    ),
    Entry(
        "numpy.random",
        "numpy.random.mtrand",
        stream_states.read_numpy,
        stream_states.put_numpy,
        held=lambda m: (m._rand, m._rand._bit_generator),
        drawn=stream_states.drawn_numpy,
        by_chance=True,
        passes=True,
    ),
    Entry(
        "torch.random",
        "torch",
        stream_states.read_torch,
        stream_states.put_torch,
        held=lambda m: (m.default_generator,),
        drawn=stream_states.drawn_torch,
        passes=True,
    ),
    Entry(OF_NUMBA, by_chance=True),
    # the process
    Entry(
        "environ",
        "os",
        settings.read_environ,
        settings.put_environ,
        held=lambda m: (m.environ, vars(m.environ)["_data"]),
        withdrawn=True,
        read_by=(PACKAGES,),
    ),
    attributes("cwd", "os", settings.CWD, withdrawn=True, read_by=(PACKAGES,)),
    attributes("umask", "os", settings.UMASK),
    Entry("process.priority"),
    Entry("resource limits"),
    Entry("descriptors"),
    Entry(FILE, word="files"),
    Entry(FOLDER),
    Entry("links"),
    Entry(NETWORK),
    Entry("clock"),
    Entry("clipboard"),
    Entry("stdin"),
    Entry("readline"),
    # Python
    Entry(
        INTERPRETER,
        "sys",
        now=compared.interpreter,
        like=(
            *("sys.settings", "time zone", "locale", "warnings"),
            *("numpy.options", "scipy.options", "pandas.options"),
        ),
        read_by=(STATEMENTS,),
    ),
    Entry("sys.path", "sys", settings.read_path, settings.put_path, held=lambda m: (m.path,)),
    attributes("sys.settings", "sys", settings.SYS),
    attributes("tracemalloc.settings", "tracemalloc", settings.TRACING),
    attributes("faulthandler.settings", "faulthandler", settings.FAULTS),
    attributes("gc.settings", "gc", settings.GC),
    attributes(
        "gc.callbacks",
        "gc",
        settings.GC_CALLBACKS,
        held=lambda m: (m.callbacks,),
        read_by=(STATEMENTS,),
    ),
    attributes("locale", "locale", settings.LOCALE, read_by=(STATEMENTS,)),
    attributes("time zone", "time", settings.ZONE),
    attributes(NETWORK_SETTINGS, "socket", settings.SOCKET),
    attributes("calendar", "calendar", settings.CALENDAR, held=lambda m: (m.c,)),
    Entry("signal.handlers", "signal", settings.read_signals, settings.put_signal),
    Entry(
        "warnings",
        "warnings",
        settings.read_warnings,
        settings.put_warnings,
        # the functions that show a warning are attributes of the module
        held=lambda m: (m, m.filters),
        withdrawn=True,
        read_by=(PACKAGES,),
    ),
    Entry(
        "logging",
        "logging",
        settings.read_logging,
        settings.put_logging,
        held=settings.held_by_logging,
        withdrawn=True,
        read_by=(PACKAGES,),
    ),
    Entry(
        "decimal",
        "decimal",
        settings.read_decimal,
        settings.put_decimal,
        held=lambda m: (context := m.getcontext(), context.traps),
        around=True,
        withdrawn=True,
        read_by=(PACKAGES,),
    ),
    Entry(FLAGS, "decimal", held=lambda m: (m.getcontext().flags,), like=("decimal",)),
    Entry(
        "codecs",
        "encodings.aliases",
        held=lambda m: (m.aliases,),
        around=True,
        read_by=(STATEMENTS, PACKAGES),
    ),
    Entry(
        "csv.settings",
        "_csv",
        settings.read_csv,
        settings.put_csv,
        held=lambda m: (m._dialects,),
        around=True,
        read_by=(PACKAGES,),
    ),
    Entry("sqlite3.settings", "sqlite3", settings.read_sqlite, settings.put_sqlite),
    Entry("copyreg", "copyreg", settings.read_reducers, settings.put_reducers),
    attributes("threads.names", "threading", settings.numbers(lambda m: m, "_counter")),
    attributes(
        "workers.names",
        "concurrent.futures.thread",
        settings.numbers(lambda m: m.ThreadPoolExecutor, "_counter"),
    ),
    attributes(
        "processes.names",
        "multiprocessing.process",
        settings.numbers(lambda m: m, "_process_counter"),
    ),
    # (the recorder has the classes behind it: `abstract_classes`)
    Entry(ABSTRACT, read_by=(STATEMENTS,)),
    Entry("weakref"),
    Entry(FINALIZERS, "weakref", finalizers.read_finalizers, finalizers.put_finalizer),
    Entry("modules", passes=True),
    Entry("modules loaded again"),
    Entry("module code"),
    Entry("environment of libraries"),
    Entry(GLOBALS, word="names"),
    Entry(DEFINITIONS),
    # libraries
    Entry(
        "pandas.options",
        "pandas._config.config",
        libraries.pandas_options,
        libraries.put_pandas_option,
        held=lambda m: (m.options,),
        now=lambda m: m._global_config,
        first=compared.pandas_defaults,
        read_by=(TEXT, *_ANYWHERE),
    ),
    Entry(
        "numpy.options",
        "numpy",
        libraries.numpy_options,
        libraries.put_numpy_option,
        now=compared.numpy_options,
        first=compared.numpy_defaults,
        read_by=(TEXT, *_ANYWHERE),
    ),
    Entry(
        "sklearn.options",
        "sklearn",
        *libraries.config,
        now=lambda m: m.get_config(),
        first=lambda m: m._config._global_config,
        read_by=(TEXT, *_ANYWHERE),
    ),
    Entry(
        "xgboost.options",
        "xgboost.config",
        *libraries.config,
        now=lambda m: m.get_config(),
        read_by=_ANYWHERE,
    ),
    Entry("joblib.options", "joblib.parallel", *libraries.jobs, read_by=(UNDECLARED,)),
    Entry("scipy.options", "scipy.special", *libraries.special),
    attributes("torch.options", "torch", libraries.TORCH),
    attributes("pyarrow.options", "pyarrow", libraries.PYARROW),
    Entry(
        "polars.options",
        "polars.config",
        libraries.polars_options,
        libraries.put_polars_option,
        read_by=(TEXT,),
    ),
    Entry(
        DRAWING,
        "matplotlib",
        libraries.rc,
        libraries.put_rc,
        held=libraries.held_by_matplotlib,
        now=lambda m: m.rcParams,
        first=lambda m: m.rcParamsOrig,
        read_by=(UNDECLARED,),
    ),
    Entry(
        PYPLOT,
        "matplotlib._pylab_helpers",
        libraries.open_figures,
        libraries.put_open_figures,
        held=lambda m: (m.Gcf.figs,),
        passes=True,
    ),
    Entry(BACKEND, like=(DRAWING,)),
    Entry(KEEPS_FIGURES),
    Entry("duckdb.default", "duckdb", begin=libraries.begin_duckdb),
    # IPython
    Entry(
        DISPLAY,
        SHELL,
        shell_settings.formats,
        shell_settings.put_format,
        now=compared.formats,
        read_by=(TEXT, *_ANYWHERE),
        passes=True,
    ),
    # (after the previous entry, because `compared.figure_formats` returns its result)
    Entry(
        FIGURE_FORMATS,
        SHELL,
        shell_settings.figure_formats,
        shell_settings.put_figure_format,
        now=compared.figure_formats,
        read_by=(UNDECLARED,),
    ),
    Entry(MAGICS, SHELL, shell_settings.magics, shell_settings.put_magic),
    Entry(
        TRANSFORMERS,
        SHELL,
        shell_settings.transformers,
        shell_settings.put_transformers,
        read_by=(STATEMENTS,),
    ),
    Entry("folders", SHELL, shell_settings.visited, shell_settings.put_visited),
    attributes(FUTURE, SHELL, shell_settings.FLAGS),
    Entry(CAPTURED),
    Entry("Out", passes=True),
)

WORLD: dict[Token, Entry] = {entry.location: entry for entry in ENTRIES}

LIBRARIES = re.compile(
    r"[\w.]+\.(?:client|cluster|functions|memory|objects|options|random|state|streams|types)"
    r"|sqlite3|h5py|duckdb|lxml\.etree|pandas\.io\.pytables"
)
"""State of libraries known only to their stubs, or changed by every use of their objects."""


def _read_by(kind: str) -> tuple[Token, ...]:
    """The locations that code of this kind may read without a name for them."""
    return tuple(entry.location for entry in ENTRIES if kind in entry.read_by)


AMBIENT = _read_by(STATEMENTS)
"""Locations that may decide about any code: once written, every statement reads them."""
SHOWN = frozenset(_read_by(TEXT))
"""Locations that decide how a value looks as text."""
SHOWING = tuple(name for name in _read_by(TEXT) if name != DISPLAY)
"""Locations that decide the text of values that are not atomic."""
USED_ANYWHERE = _read_by(OPERATORS)
OPTIONS = _read_by(UNDECLARED)
READ_BY_PACKAGES = _read_by(PACKAGES)
OF_SHELL = frozenset({DISPLAY, FIGURE_FORMATS, MAGICS})
"""Locations whose state the shell and its managers give in their attributes."""
CALLBACKS = (MAGICS, "events")
"""The location and key of IPython's callbacks before and after cells."""
CHANCE = tuple(entry.location for entry in ENTRIES if entry.by_chance and entry.drawn is not None)
"""Streams without a fixed beginning. The stream of torch begins in the same state in each process.
"""
STREAMS = tuple(entry.location for entry in ENTRIES if entry.drawn is not None)
"""Global streams with a visible state. They are restored only after a seed: an unseeded stream
differs in each run, and is meant to.
"""

_WORDS = {entry.word: entry.location for entry in ENTRIES if entry.word != entry.location}


def world_name(word: str) -> Token:
    """The location for a word of the stubs."""
    return _WORDS.get(word, word)
