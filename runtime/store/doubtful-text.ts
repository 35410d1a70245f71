/**
 * Words in Python text that tell of results which another run need not give: the clock, chance, the network, the
 * process. The record of a run has most of these; the words also count where no probe was, as in the user's own
 * modules. Pure.
 */

interface Doubt {
  readonly words: RegExp;
  readonly says: string;
}

const DOUBTS: readonly Doubt[] = [
  {
    words:
      /\b(?:perf_counter|monotonic|process_time|thread_time|time_ns|utcnow|localtime|gmtime|ctime|strftime|getloadavg)\b|\btime\.time\b|\btime\(\s*\)|\b(?:now|today)\(/,
    says: 'it reads the clock',
  },
  {
    words:
      /\b(?:uuid\d?|secrets|urandom|SystemRandom|getrandom|randbits)\b|\b(?:seed|Random|default_rng|RandomState|SeedSequence|manual_seed)\(\s*(?:None\s*)?\)|\bRandomState\(\s*(?!\d|seed\s*=\s*\d)/,
    says: 'it draws random numbers that nobody has seeded',
  },
  {
    words: /\b(?:getpid|getppid|gethostname|getnode|getuser|getlogin|psutil|platform|resource)\b|\bid\(/,
    says: 'it reads facts of the process or machine',
  },
  {
    words:
      /\b(?:requests|httpx|aiohttp|urlopen|urlretrieve|boto3|ftplib|smtplib|paramiko|socket)\b|[a-z]:\/\//,
    says: 'it uses the network',
  },
  { words: /\b(?:input|getpass)\(/, says: 'it asks for input' },
  {
    words:
      /\b(?:asyncio|await|Thread|Timer|threading|multiprocessing|ProcessPoolExecutor|ThreadPoolExecutor)\b/,
    says: 'it starts threads, tasks or processes',
  },
  { words: /\b(?:subprocess|popen|ctypes|cffi|os\.system)\b/, says: 'it runs another program' },
  {
    words: /\b(?:ipywidgets|interact|interactive|FloatProgress|IntProgress|tqdm)\b/,
    says: 'it shows a widget or its speed',
  },
  { words: /\b(?:cuda|mps|cupy|cudf)\b/, says: 'it uses a graphics processor' },
];

/** Magics with the same effect each time. */
const STEADY = new Set(['matplotlib', 'config', 'load_ext', 'reload_ext', 'autoreload', 'precision']);
const MAGIC = /^[^\S\n]*(%%?|!)(\w*)/gm;

/** The doubt about a text; null: none. */
export function saysDoubt(source: string): string | null {
  for (const [, sign, name = ''] of source.matchAll(MAGIC))
    if (sign !== '%' || !STEADY.has(name)) return `it runs ${sign}${name}`;
  const text = withoutComments(source).replace(IMPORT, '');
  if (/=\s*[%!]\s*\w/.test(text)) return 'it runs a command';
  return DOUBTS.find(({ words }) => words.test(text))?.says ?? null;
}

/** An import alone uses nothing. */
const IMPORT = /^[^\S\n]*(?:import|from)\s[^\n(;]*$/gm;

/** Without comments at the ends of lines; strings with `#` and quotation marks behind it stay. */
function withoutComments(source: string): string {
  return source.replace(/(^|\s)#[^'"\n]*$/gm, '$1');
}

/** Names by which cells reach earlier outputs and inputs, or the whole namespace of the shell. */
const EARLIER =
  /\b(?:Out|In|_oh|_ih|_dh|_i{1,3}|_i?\d+|get_ipython|rerun|recall|macro|notebook|logstart|reset|history)\b/;

/** Whether a text may use numbered inputs or outputs of the session, which cells that did not run lack. */
export function usesHistory(source: string): boolean {
  return EARLIER.test(withoutComments(source));
}

/** Code that may use names which its text does not have. */
const ANY_NAME =
  /\b(?:globals|locals|vars|dir|eval|exec|compile|__main__|inspect|currentframe|_getframe|who|whos|who_ls|xdel|user_ns|get_ipython|getattr|__dict__|sys\.modules|pickle|dill|cloudpickle|joblib|run)\b|^[^\S\n]*[%!]/m;

/** Whether code may use names that its text does not have. */
export function mayUseAnyName(source: string): boolean {
  return ANY_NAME.test(source);
}

/** The identifiers in a text, those in strings and comments included. */
export function wordsOf(source: string): ReadonlySet<string> {
  return new Set(source.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []);
}

/** The identifiers in the strings of a text. */
export function wordsInStrings(source: string): ReadonlySet<string> {
  const strings = source.match(/'''[\s\S]*?'''|"""[\s\S]*?"""|'[^'\n]*'|"[^"\n]*"/g) ?? [];
  return wordsOf(strings.join(' '));
}
