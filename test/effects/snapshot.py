"""The state of objects and of the world, before and after a call, for checks of effects.

Deep, slow and independent of the agent's own probes. Claims are unknown here. The file is long
because each kind of object and each part of the world has its state here.
"""

import collections
import datetime
import decimal
import functools
import hashlib
import os
import random
import sys
import types
import warnings

from isolate import CONNECTIONS

IMMUTABLE = (int, float, complex, str, bytes, bool, type(None), type, range, slice, type(Ellipsis))
CODE = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.MethodWrapperType,
    types.ModuleType,
    functools.partial,
)


#: attributes that are filled when they are first asked for
MEMO = {"_cache", "_item_cache"}


def loaded(name, attribute):
    return getattr(sys.modules.get(name), attribute, None)


def leaf(value):
    """A value compared as a whole: immutable, or an array."""
    if isinstance(value, float) and value != value:
        return "nan"
    if isinstance(value, IMMUTABLE):
        return repr(value) if not isinstance(value, type) else value.__qualname__
    ndarray = loaded("numpy", "ndarray")
    if ndarray and isinstance(value, ndarray):
        content = (
            [own(item) for item in value.ravel().tolist()]
            if value.dtype.hasobject
            else value.tobytes()
        )
        digest = hashlib.sha1(repr(content).encode()).hexdigest()
        return ("ndarray", value.shape, str(value.dtype), value.flags.writeable, digest)
    return None


def own(value):
    """An element as its container has it: by value if it cannot change, by identity otherwise."""
    simple = leaf(value) if isinstance(value, IMMUTABLE) else None
    return simple if simple is not None else ("object", id(value))


def frame_fields(frame):
    fields = {
        ("item", repr(name)): column_state(frame.iloc[:, at])
        for at, name in enumerate(frame.columns)
    }
    fields["length"] = (
        tuple(map(repr, frame.columns)),
        index_state(frame.index),
        index_state(frame.columns),
    )
    return fields


def column_state(series):
    return (str(series.dtype), repr(series.tolist()))


def index_state(index):
    return (str(index.dtype), repr(index.tolist()), repr(list(index.names)))


def fields_of(value):
    """The fields of one object, {field: state}, and the objects in them."""
    simple = leaf(value)
    if simple is not None:
        return {"content": simple}, []
    DataFrame, Series, Index = (loaded("pandas", name) for name in ("DataFrame", "Series", "Index"))
    if DataFrame and isinstance(value, DataFrame):
        return frame_fields(value), []
    if Series and isinstance(value, Series):
        return {
            "content": column_state(value),
            "length": index_state(value.index),
            "name": repr(value.name),
        }, []
    if Index and isinstance(value, Index):
        return {"content": index_state(value)}, []
    if isinstance(value, (list, tuple, collections.deque)):
        fields = {("item", repr(at)): own(item) for at, item in enumerate(value)}
        return {**fields, "length": len(value)}, list(value)
    if isinstance(value, dict):
        fields = {("item", repr(key)): own(item) for key, item in value.items()}
        return {**fields, "length": tuple(map(repr, value))}, [
            *value.values(),
            *extra_fields(value).values(),
        ]
    if isinstance(value, (set, frozenset)):
        return {"content": sorted(map(repr, value))}, []
    shown = library_state(value)
    if shown is not None:
        return shown
    if isinstance(value, datetime.timedelta):
        return {"content": repr(value)}, []  # pandas' fills its own parts on demand
    if type(value).__module__.startswith("matplotlib"):
        return {}, []  # compared as a picture: see figure_state
    if isinstance(value, (bytearray, memoryview)):
        try:
            return {"content": bytes(value)}, []
        except ValueError:
            return {"content": "released"}, []
    if hasattr(value, "getstate") and hasattr(value, "random"):
        return {"content": repr(value.getstate())}, []
    if hasattr(value, "bit_generator"):
        return {"content": repr(value.bit_generator.state)}, []
    if hasattr(value, "get_state") and hasattr(value, "randn"):
        return {"content": repr(value.get_state())}, []
    if hasattr(value, "getvalue"):
        return {"content": (value.closed or (value.getvalue(), value.tell()))}, []
    if hasattr(value, "__next__"):
        return iterator_fields(value)
    fields = extra_fields(value)
    return {("attr", name): own(item) for name, item in fields.items()}, list(fields.values())


def library_state(value):
    """The content of objects with state out of Python's sight."""
    is_a = lambda module, name: (
        isinstance(loaded(module, name), type) and isinstance(value, loaded(module, name))
    )
    if is_a("torch", "Tensor"):
        if value.layout != loaded("torch", "strided"):
            return {"content": repr(value)}, []
        content = (
            value.detach().cpu().contiguous().flatten().numpy().tobytes()
            if value.device.type == "cpu"
            else b""
        )
        state = {
            "content": (tuple(value.shape), str(value.dtype), hashlib.sha1(content).hexdigest()),
            ("attr", "requires_grad"): value.requires_grad,
        }
        grad = value.grad if value.is_leaf else None
        return {**state, ("attr", "grad"): own(grad)}, [grad]
    if is_a("xml.etree.ElementTree", "Element"):
        parts = {("item", repr(at)): own(child) for at, child in enumerate(value)}
        texts = (repr(value.tag), repr(value.text), repr(value.tail), repr(value.attrib))
        return {**parts, "content": texts, "length": len(value)}, list(value)
    if is_a("torch", "Generator"):
        return {"content": value.get_state().numpy().tobytes()}, []
    if is_a("numba.typed", "List") or is_a("numba.typed", "Dict"):
        return {"content": repr(list(value.items() if is_a("numba.typed", "Dict") else value))}, []
    if is_a("xgboost", "Booster"):
        return {"content": (bytes(value.save_raw("json")), value.save_config())}, []
    if is_a("xgboost", "DMatrix"):
        return {
            "content": (
                value.num_row(),
                value.feature_names,
                *(
                    value.get_float_info(name).tobytes()
                    for name in ("label", "weight", "base_margin")
                ),
            )
        }, []
    if is_a("lightgbm", "Booster"):
        return {"content": (value.model_to_string(), value.params)}, []
    if is_a("duckdb", "DuckDBPyConnection"):
        return {"content": duckdb_content(value)}, []
    for name in ("DataFrame", "Series"):
        if is_a("polars", name):
            return {
                "content": repr(
                    (
                        value.rows() if name == "DataFrame" else value.to_list(),
                        value.shape,
                        getattr(value, "schema", value.dtype if name == "Series" else None),
                    )
                )
            }, []
    if is_a("pandas._libs.arrays", "NDArrayBacked"):
        return {"content": (str(value.dtype), repr(value.tolist()))}, []
    if is_a("polars", "LazyFrame"):
        return {"content": value.explain(optimized=False)}, []
    if is_a("plotly.basedatatypes", "BaseFigure"):
        return {"content": value.to_json()}, []
    if is_a("PIL.Image", "Image"):
        return {
            "content": (
                value.mode,
                value.size,
                value.tell(),
                hashlib.sha1(value.tobytes()).hexdigest(),
                value.getpalette(),
            )
        }, [value.info]
    return None


def duckdb_content(connection):
    """The rows of all tables, and the text of views, of an open database."""
    try:
        other = connection.cursor()
        tables = other.execute("select table_name from duckdb_tables() order by 1").fetchall()
        views = other.execute(
            "select view_name, sql from duckdb_views() where not internal order by 1"
        ).fetchall()
        return repr(
            (
                [(name, other.execute(f'select * from "{name}"').fetchall()) for (name,) in tables],
                views,
            )
        )
    except Exception as error:
        return type(error).__name__


def extra_fields(value):
    fields = getattr(value, "__dict__", None)
    if not isinstance(fields, dict):
        return {}
    kind = type(value)
    memo = lambda name: (
        name in MEMO or isinstance(getattr(kind, name, None), functools.cached_property)
    )
    return {name: item for name, item in fields.items() if not memo(name)}


def iterator_fields(value):
    if hasattr(value, "gi_frame"):
        return {"content": value.gi_frame and value.gi_frame.f_lasti}, []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            state = value.__reduce__()
    except (TypeError, AttributeError):
        return {}, []
    parts = [
        part for group in state[1:] for part in (group if isinstance(group, tuple) else (group,))
    ]
    return {"content": repr([own(part) for part in parts])}, [
        part for part in parts if not callable(part)
    ]


def snapshot(roots, memo=()):
    """{id: (object, fields)} of everything reachable from the roots. `memo`: more attributes for
    computed values.
    """
    MEMO.update(memo)
    seen = {}
    todo = list(roots)
    while todo and len(seen) < 20000:
        value = todo.pop()
        if id(value) in seen or isinstance(value, IMMUTABLE) or isinstance(value, CODE):
            continue
        fields, held = fields_of(value)
        seen[id(value)] = (value, fields)
        todo.extend(held)
    return seen


def changes(before, after):
    """(object, field, whether the field appeared or vanished) of each difference in the older
    objects.
    """
    for key, (value, fields) in before.items():
        now = after[key][1] if key in after else fields_of(value)[0]
        for field in {**fields, **now}:
            if fields.get(field, "missing") != now.get(field, "missing"):
                yield value, field, (field in fields) != (field in now)


def world(folder, plots):
    """The state of every world location (files: under `folder`) and random stream, by name; of
    plots only if asked (slow).
    """
    state = {
        "draws random": hash(random.getstate()),
        "cwd": os.getcwd(),
        "environ": dict(os.environ),
        "warnings": repr(warnings.filters),
        "decimal": decimal_settings(decimal.getcontext()),
        "sys.settings": sys.getrecursionlimit(),
        "files": files(folder),
        "network": len(CONNECTIONS),
    }
    numpy, pandas = sys.modules.get("numpy"), sys.modules.get("pandas")
    if numpy:
        state["draws numpy.random"] = repr(
            [
                part if isinstance(part, (int, str, float)) else part.tobytes()
                for part in numpy.random.get_state()
            ]
        )
        state["numpy.options"] = repr((numpy.get_printoptions(), numpy.geterr()))
    if "torch" in sys.modules:
        state["draws torch.random"] = (
            loaded("torch", "default_generator").get_state().numpy().tobytes()
        )
    if pandas:
        state["pandas.options"] = repr(pandas.options.d)
    if plots and "matplotlib.pyplot" in sys.modules:
        state.update(matplotlib_world(sys.modules["matplotlib.pyplot"]))
    return state


def decimal_settings(context):
    """Without the flags, which every rounding raises and hardly anybody asks for."""
    return (context.prec, context.rounding, context.Emin, context.Emax, repr(context.traps))


def matplotlib_world(pyplot):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        options = repr(dict.items(pyplot.rcParams))
    numbers = pyplot.get_fignums()
    figures = [figure_state(pyplot, number) for number in numbers]
    current = pyplot.gcf().number if figures else None
    return {
        "matplotlib.options": options,
        "matplotlib.figure": repr((current, numbers)),
        "matplotlib.content": repr(figures),
    }


def figure_state(pyplot, number):
    figure = pyplot._pylab_helpers.Gcf.get_fig_manager(number).canvas.figure
    parts = [
        (
            len(axes.get_children()),
            axes.get_title(),
            axes.get_xlabel(),
            axes.get_xlim(),
            axes.get_ylim(),
        )
        for axes in figure.axes
    ]
    return (
        parts,
        len(figure.get_children()),
        figure.get_size_inches().tolist(),
        figure._suptitle and figure._suptitle.get_text(),
    )


def files(folder):
    found = {}
    for parent, folders, names in os.walk(folder):
        for name in folders:
            found[os.path.join(parent, name)] = None
        for name in names:
            path = os.path.join(parent, name)
            with open(path, "rb") as file:
                found[path] = hashlib.sha1(file.read()).hexdigest()
    return found
