"""Calls that nobody wrote by hand: every covered method of some receivers, with arguments tried in turn.

It only makes calls that stay in memory; files, processes and windows are for calls.txt.
"""
import functools
import importlib
import inspect

RECEIVERS = [
    "[3, 1, 2]",
    "{'a': 1, 'b': [2]}",
    "{3, 1, 2}",
    "frozenset({3, 1})",
    "(3, 1, 2)",
    "'a b'",
    "b'ab'",
    "bytearray(b'ab')",
    "memoryview(bytearray(b'ab'))",
    "7",
    "2.5",
    "range(3)",
    "collections.deque([3, 1, 2])",
    "collections.Counter('abca')",
    "collections.defaultdict(list, a=[1])",
    "collections.OrderedDict(a=1, b=[2])",
    "collections.ChainMap({'a': 1}, {'b': 2})",
    "random.Random(1)",
    "decimal.Decimal('1.5')",
    "fractions.Fraction(1, 3)",
    "datetime.datetime(2020, 1, 2, 3, 4)",
    "datetime.date(2020, 1, 2)",
    "datetime.timedelta(days=1)",
    "re.compile('a')",
    "re.match('(a)', 'ab')",
    "pathlib.PurePath('a/b.txt')",
    "io.StringIO('a\\nb')",
    "io.BytesIO(b'a\\nb')",
    "np.array([[3., 1., 2.], [6., 5., 4.]])",
    "np.array([3, 1, 2])",
    "np.array(['b', 'a'])",
    "np.float64(1.5)",
    "np.random.default_rng(1)",
    "np.random.RandomState(1)",
    "np.polynomial.Polynomial([1., 2.])",
    "pd.DataFrame({'a': [3, 1, 2], 'b': [1., None, 2.]})",
    "pd.Series([3., 1., 2.], index=['a', 'b', 'c'])",
    "pd.Series(['b', 'a'])",
    "pd.Index(['b', 'a'])",
    "pd.MultiIndex.from_tuples([('a', 1), ('b', 2)], names=['k', 'l'])",
    "pd.date_range('2020', periods=3)",
    "pd.Series(pd.date_range('2020', periods=3)).dt",
    "pd.Series(['b c', 'a']).str",
    "pd.Series(['b', 'a'], dtype='category').cat",
    "pd.Categorical(['b', 'a'])",
    "pd.Timestamp('2020-01-02')",
    "pd.Timedelta('1D')",
    "pd.DataFrame({'a': [1, 1, 2], 'b': [1., 5., 2.]}).groupby('a')",
    "pd.DataFrame({'a': [1, 1, 2], 'b': [1., 5., 2.]}).groupby('a')['b']",
    "pd.Series([3., 1., 2.]).rolling(2)",
    "pd.Series([3., 1., 2.]).expanding()",
    "pd.Series([3., 1., 2.], index=pd.date_range('2020', periods=3)).resample('2D')",
]
ESTIMATORS = [
    "linear_model.LinearRegression()",
    "linear_model.LogisticRegression(max_iter=3)",
    "linear_model.SGDClassifier()",
    "tree.DecisionTreeClassifier(random_state=0)",
    "ensemble.RandomForestClassifier(n_estimators=2, random_state=0)",
    "neighbors.KNeighborsClassifier(2)",
    "naive_bayes.GaussianNB()",
    "svm.SVC(random_state=0)",
    "cluster.KMeans(2, n_init=1, random_state=0)",
    "decomposition.PCA(2)",
    "preprocessing.StandardScaler()",
    "preprocessing.StandardScaler(copy=False)",
    "preprocessing.MinMaxScaler()",
    "preprocessing.OneHotEncoder(sparse_output=False)",
    "preprocessing.PolynomialFeatures()",
    "impute.SimpleImputer()",
    "dummy.DummyClassifier(strategy='uniform', random_state=np.random.RandomState(0))",
    "pipeline.make_pipeline(preprocessing.StandardScaler(), naive_bayes.GaussianNB())",
    "model_selection.GridSearchCV(naive_bayes.GaussianNB(), {'var_smoothing': [1e-9, 1e-8]}, cv=2)",
    "model_selection.KFold(2, shuffle=True)",
    "model_selection.ShuffleSplit(2)",
    "mixture.GaussianMixture(2, random_state=0)",
]
ARGUMENTS = [
    "()",
    "(0,)",
    "(1,)",
    "('a',)",
    "(X,)",
    "([1, 2],)",
    "(len,)",
    "({'a': 5},)",
    "('a', 'b')",
    "(0, 1)",
    "(1, 'a')",
    "(X, X)",
    "(X, 1)",
    "(len, X)",
    "(iter([1, 2]),)",
    "(0, X)",
    "(X, 1, 1)",
    "(X, [True, False, True], 1.)",
]
DATA = ["(T, y)", "(T,)", "(y, y)", "(y, p)", "()", "(M, T, y)", "(T, T)"]
MODULES = "builtins heapq bisect operator copy itertools functools collections math statistics string textwrap " \
    "random json base64 zlib numpy numpy.linalg numpy.fft numpy.random numpy.strings pandas pandas.api.types".split()
DATA_MODULES = "sklearn.base sklearn.metrics sklearn.metrics.pairwise sklearn.preprocessing sklearn.utils " \
    "sklearn.model_selection sklearn.feature_selection sklearn.inspection sklearn.pipeline sklearn.tree".split()
#: not in memory, or ends or replaces something that the oracle itself uses
EXCLUDED = set("input open print exit breakpoint help quit copyright credits license plot hist boxplot to_clipboard "
    "to_sql to_gbq to_iceberg to_hdf to_excel read_clipboard to_xarray __init_subclass__ __subclasshook__ __class__ "
    "__new__ __init__ __dir__ __reduce__ __reduce_ex__ __getstate__ __setstate__ __del__ __class_getitem__ "
    "__delattr__ __setattr__ __getattribute__ __sizeof__ __format__ learning_curve validation_curve "
    "load fromfile fromregex loadtxt genfromtxt save savez savez_compressed savetxt memmap tofile dump "
    "permutation_test_score partial_dependence plot_tree show_versions test close show_config show_runtime".split())


def namespace(names):
    space = {}
    for name in names:
        module = importlib.import_module({"np": "numpy", "pd": "pandas"}.get(name, name))
        space[name.split(".")[-1]] = module
    return space


def base_space():
    return namespace("collections random decimal fractions datetime re pathlib io np pd".split())


def data_space():
    names = "linear_model tree ensemble neighbors naive_bayes svm cluster decomposition preprocessing impute dummy " \
        "pipeline model_selection mixture"
    space = namespace(["np", *("sklearn." + name for name in names.split())])
    return space


DATA_SETUP = """
T = np.array([[0., 1.], [1., 0.], [2., 5.], [3., 4.], [1., 1.], [4., 4.], [0., 2.], [5., 3.]])
y = np.array([0, 0, 1, 1, 0, 1, 0, 1])
p = np.array([0, 1, 1, 1, 0, 1, 0, 0])
"""
MODEL_SETUP = DATA_SETUP + "M = naive_bayes.GaussianNB().fit(T, y)"


def automatic_calls(library, group):
    """Yields (callee as text, arguments as text, function that makes both anew) of "objects" or "estimators".

    Two groups for two processes: an odd argument may damage the memory of a C library.
    """
    if group == "objects":
        space = base_space()
        yield from method_calls(library, space, "", RECEIVERS, ARGUMENTS)
        candidates = [*ARGUMENTS, "(L,)", "(L, 1)", "(W,)", "(L, L)"]
        yield from function_calls(library, space, "X = np.array([3., 1., 2.])", MODULES, candidates)
    elif group == "estimators":
        space = data_space()
        yield from method_calls(library, space, DATA_SETUP, ESTIMATORS, DATA)
        yield from function_calls(library, space, MODEL_SETUP, DATA_MODULES, DATA)


def method_calls(library, space, setup, receivers, candidates):
    for text in receivers:
        owner = type(eval(text, {**space}))
        for name in dir(owner):
            found = inspect.getattr_static(owner, name, None)
            if name in EXCLUDED or is_private(name, hasattr(owner, 'fit')) or isinstance(found, property) or not library.method(owner, name, (name,)):
                continue
            if not callable(found) and not isinstance(found, (classmethod, staticmethod)):
                continue
            for arguments in candidates:
                yield f"{text}.{name}", arguments, functools.partial(make_method_call, space, setup, text, name, arguments)


def is_private(name, estimator):
    return name.startswith("_") and (estimator or not name.endswith("__"))


def make_method_call(space, setup, text, name, arguments):
    fresh = {**space}
    exec(setup, fresh)
    receiver = fresh["R"] = eval(text, fresh)
    fresh.setdefault("X", receiver)
    if hasattr(receiver, "fit") and "T" in fresh and name not in ("fit", "fit_transform", "fit_predict"):
        receiver.fit(fresh["T"].copy(), fresh["y"])
    return getattr(receiver, name), eval(arguments, fresh)


def make_function_call(space, setup, callee, arguments):
    fresh = {**space, "L": [3, 1, 2], "W": ["b", "a"]}
    exec(setup, fresh)
    return callee, eval(arguments, fresh)


def function_calls(library, space, setup, modules, candidates):
    for module_name in modules:
        module = importlib.import_module(module_name)
        for name in dir(module):
            callee = inspect.getattr_static(module, name, None)
            if name in EXCLUDED or id(callee) not in library.functions:
                continue
            for arguments in candidates:
                make = functools.partial(make_function_call, space, setup, callee, arguments)
                yield f"{module_name}.{name}", arguments, make
