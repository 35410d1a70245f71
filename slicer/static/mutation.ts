/**
 * Which calls change their receiver or arguments, judged by name alone.
 * It is the cold-start guess of the static side: the effects library and the probes know better.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/**
 * Methods that leave their receiver unchanged in every common library: a statement that is only such a call
 * (`df.head()`) changes nothing. Where a class of the notebook defines one of them, its own summary is used.
 * Unsound, static analysis only: a class of a library may define one of them otherwise.
 */
export const PURE_METHODS = words(
  `head tail describe info keys values items copy count index mean median sum min max std var nunique value_counts
  unique isna isnull notna corr groupby agg aggregate query filter to_string to_html to_markdown to_dict to_list
  tolist format join split strip lower upper replace startswith endswith encode decode most_common total_seconds
  get_params score predict predict_proba memory_usage duplicated round abs dot equals intersection union difference
  issubset issuperset is_file is_dir exists as_posix isoformat strftime sort_values sort_index reset_index set_index
  merge melt pivot pivot_table transpose nlargest nsmallest select_dtypes astype assign`,
);

/** Methods that change their receiver wherever they are called, also within an expression. */
export const MUTATING_METHODS = words(
  `append extend insert remove pop popitem clear sort reverse update setdefault add discard appendleft extendleft
  popleft rotate move_to_end subtract intersection_update difference_update symmetric_difference_update fit
  fit_transform fit_predict partial_fit send throw close write writelines writerow writerows read readline readlines
  readinto seek truncate flush put put_nowait get_nowait task_done release acquire set_params set_value add_subplot
  __setitem__ __delitem__ __setattr__ __delattr__ __next__ __iadd__ execute executemany executescript commit rollback
  fetchone fetchmany fetchall fill itemset setflags resize setfield byteswap`,
);

/** Functions (by last name) that change their first argument. */
export const MUTATING_FUNCTIONS = words(
  `next anext setattr delattr shuffle heappush heappop heapify heapreplace heappushpop insort insort_left insort_right
  put place copyto putmask fill_diagonal put_along_axis exec_module`,
);

/** Where unknown calls may change their arguments: builtins that do not. */
export const PURE_FUNCTIONS = words(
  `abs all any ascii bin bool bytearray bytes callable chr complex dict dir display divmod enumerate filter float
  format frozenset get_ipython getattr hasattr hash help hex id input int isinstance issubclass iter len list map max
  memoryview min object oct open ord pow print property range repr reversed round set slice sorted staticmethod
  classmethod str sum super tuple type zip Exception ArithmeticError AssertionError AttributeError IndexError KeyError
  LookupError NotImplementedError OSError RuntimeError StopIteration TypeError ValueError`,
);

/** Where unknown calls may change their receiver: more methods that do not, most of them of DataFrame and str. */
export const SPECIFIED_METHODS = words(
  `all any apply applymap argmax argmin capitalize cat combine combine_first contains corrwith cov cummax cummin cumprod
  cumsum diff div divide drop drop_duplicates droplevel dropna endswith eq expanding explode extract ewm ffill fillna
  bfill first_valid_index floordiv ge get gt idxmax idxmin infer_objects interpolate isalpha isdigit isin items
  itertuples iterrows join kurt last_valid_index le ljust lstrip lt map mask mod mode mul multiply ne pct_change pow
  prod quantile rank ravel reindex rename rename_axis reorder_levels resample reshape rjust rolling rstrip sample sem
  shift skew splitlines squeeze stack sub swaplevel tail take title to_csv to_json to_numpy to_period to_records
  to_timestamp truediv tz_convert tz_localize unstack where xs zfill`,
);

/** Modules whose functions and classes change no argument unless their names say so. */
export const SPECIFIED_MODULES: readonly string[] = [
  ...['numpy', 'pandas', 'matplotlib', 'random', 'sklearn.datasets'],
  ...['math', 'cmath', 'statistics', 'datetime', 'collections', 'copy', 're'],
];

/** Functions that change their module's state. */
export const MODULE_SETTERS = words(
  'seed setstate set_state set_option reset_option set_printoptions seterr simplefilter filterwarnings',
);

/** Functions through which code binds or reads names that its text does not show. */
export const DYNAMIC_FUNCTIONS = words('exec eval globals vars locals execfile runfile');

/** Functions that do not come back. */
export const LEAVING_FUNCTIONS = words('exit quit _exit abort');

/** Context managers that let every exception out. What others do with one is not known. */
export const PASSING_CONTEXTS = words(
  `open closing nullcontext redirect_stdout redirect_stderr chdir Pool ThreadPool ThreadPoolExecutor ProcessPoolExecutor
  Lock RLock TemporaryDirectory NamedTemporaryFile TemporaryFile ZipFile TarFile catch_warnings localcontext errstate
  printoptions option_context ExcelWriter ExcelFile HDFStore no_grad rc_context style_context urlopen tqdm connect`,
);

/** Context managers that may swallow an exception, so that their body may not have run to its end. */
export const SUPPRESSING_CONTEXTS = words(
  'suppress raises assertRaises assertRaisesRegex warns capture_output',
);
