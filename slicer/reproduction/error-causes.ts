/** The causes shown by a cell's error. It knows no other cells; `diagnosis.ts` judges missing names. */

import { oneLine } from './one-line.ts';

/** Why an output differs. */
export type Cause =
  | 'unseeded-random'
  | 'time'
  | 'missing-file'
  | 'absolute-path'
  | 'missing-package'
  | 'package-version'
  | 'hidden-state'
  | 'order'
  | 'network'
  | 'unknown';

/** A cause and its reason, in a sentence. */
export interface Explained {
  readonly cause: Cause;
  readonly why: string;
}

interface Rule {
  readonly error: RegExp;
  readonly cause: Cause;
  readonly why: (found: RegExpExecArray) => string;
}

/** Messages of libraries about missing packages that they need and do not declare. */
const ASKED = [
  /^ModuleNotFoundError: No module named '?([\w.]+)/,
  /\bMissing optional dependency '([\w.-]+)'/,
  /\brequires ([\w.-]+?)(?:[<>=!~]\S*)? but it is not installed/,
  /\bIProgress not found\b.*\b(ipywidgets)\b/,
  /^ImportError: .*\b(?:pip|conda)(?: or conda)? (?:to )?install (?:-\S+ )*['"`]?([A-Za-z][\w.-]*)/,
];

/** The missing module or package, as the error names it; null: another error. */
export function missingPackage(error: string): string | null {
  const text = flat(error);
  for (const pattern of ASKED) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined) return name.replace(/[.-]+$/, '');
  }
  return null;
}

const ABSOLUTE = /(?:^|['"\s(])((?:\/|~\/|[A-Za-z]:[\\/])[^'"\n]*)/;

/** Rules over `Type: message`; the first that fits counts. */
const RULES: readonly Rule[] = [
  {
    error: /^StdinNotImplementedError/,
    cause: 'unknown',
    why: () => 'it asks somebody to type something',
  },
  {
    error: /^KernelDied: (.*)/,
    cause: 'unknown',
    why: ([, how]) => `the kernel ended: ${how}`,
  },
  {
    // (Python names the first missing part; in a namespace each part is a package of its own)
    error:
      /^(?:ModuleNotFoundError|ImportError): .*No module named '?(?!(?:azure|backports|google|jaraco|mpl_toolkits|ruamel|zope)\.)((\w+)(?:\.\w+)+)(?!.*is not a package)/,
    cause: 'package-version',
    why: ([, name, top]) => `the installed version of ${top} has no ${name}`,
  },
  {
    error: /^(?:ModuleNotFoundError|ImportError): .*No module named '?([\w.]+)/,
    cause: 'missing-package',
    why: ([, name]) => `the package ${name} is not installed in this environment`,
  },
  {
    error: /^UsageError: .*?[Mm]agic (?:function )?`(%+\w+)` not found/,
    cause: 'missing-package',
    why: ([, name]) => `no installed package gives the command ${name}`,
  },
  {
    error: /^UsageError: .*?[Mm]agic (?:function )?`%+` not found/,
    cause: 'package-version',
    why: () => 'the installed IPython takes no blank between % and the name of a command',
  },
  {
    error: /\bno such table: ([\w.]+)/,
    cause: 'missing-file',
    why: ([, table]) => `the database has no table ${table}: its file was not there, and was made empty`,
  },
  {
    error: /(?:\brequires [\w.-]+\S* but it is not installed|\bIProgress not found\b)/,
    cause: 'missing-package',
    why: ([text]) => `a library needs another package: ${text}`,
  },
  {
    error:
      /^ImportError: .*\b(?:pip install|conda install|[Mm]issing (?:optional dependency|packages?)|not installed|is required)\b/,
    cause: 'missing-package',
    why: ([text]) => `a library needs another package: ${text}`,
  },
  {
    error:
      /(?:^ImportError: cannot import name '?(\w+)|^AttributeError: (?:partially initialized )?module '?[\w.]+'? has no attribute '?(\w+))/,
    cause: 'package-version',
    why: ([, imported, attribute]) => `the installed version has no ${imported ?? attribute}`,
  },
  {
    error:
      /^(?:\w*(?:URLError|HTTPError|ConnectionError|ConnectTimeout|ReadTimeout|SSLError|ProxyError|gaierror|MaxRetryError|NewConnectionError|RemoteDisconnected)|ConnectionRefusedError|ConnectionResetError|TimeoutError|socket\.\w+)\b/,
    cause: 'network',
    why: ([text]) => `it needs the network: ${text}`,
  },
  {
    error:
      /(?:Name or service not known|Temporary failure in name resolution|Failed to establish a new connection|Network is unreachable|\bUnable to connect\b|Error downloading|Tunnel connection failed)/,
    cause: 'network',
    why: ([text]) => `it needs the network: ${text}`,
  },
  {
    error:
      /^(?:AttributeError|TypeError|ValueError|KeyError|NotImplementedError|ImportError|RuntimeError|OSError|\w*InvalidParameterError|OptionError): .*(?:unexpected keyword argument|has been removed|was removed|is removed|no longer supported|deprecated|not a (?:valid )?package style|has no property|is not a valid value for|takes (?:from \d+ to )?\d+ positional arguments? but|got multiple values for argument|must be called with keyword|Unrecognized options|As of v?\d)/i,
    cause: 'package-version',
    why: () => 'the installed version of a library has another interface',
  },
  {
    error:
      /^AttributeError: '(DataFrame|Series|Index|GroupBy|\w*GroupBy|\w*Axes\w*|Figure\w*|ndarray|\w*Vectorizer|DatetimeProperties|\w*Index|\w*Locator|Rolling|numpy\.\w+)' object has no attribute '(\w+)'/,
    cause: 'package-version',
    why: ([, type, name]) => `the installed version of ${type} has no ${name}`,
  },
  {
    error:
      /^(?:TypeError|ValueError): .*(?:\bstring dtype|\bfor dtype 'str'|dtype 'str' does not support operation)/,
    cause: 'package-version',
    why: () => 'the installed version of pandas has texts in a type of their own',
  },
  {
    error: /^SyntaxError: Missing parentheses in call to '(?:print|exec)'/,
    cause: 'package-version',
    why: () => 'it is written for Python 2',
  },
];

/** Errors about a missing file. */
const NO_FILE =
  /^(?:FileNotFoundError|NotADirectoryError|OSError|IOError|\w*NoSuch\w*|\w*Error): .*(?:No such file|not found|does not exist|File `?['"][^'"]*['"]? not found|Unable to open|can't open)/i;

/**
 * The cause shown by the error alone; null: none. `isOfOtherPlace`: whether an absolute path belongs to
 * another machine.
 */
export function causeOfError(
  error: string,
  isOfOtherPlace: (path: string) => boolean = () => true,
): Explained | null {
  // messages may begin with an empty line
  const text = flat(error);
  if (/^UsageError: .*[Mm]agic/.test(text) || missingPackage(text) !== null) return causeByRules(text);
  if (
    /^(?:FileNotFoundError|NotADirectoryError)\b/.test(text) ||
    (NO_FILE.test(text) && /['"`/]/.test(text))
  ) {
    return missingFile(text, isOfOtherPlace);
  }
  if (/^PermissionError\b/.test(text) && ABSOLUTE.test(text)) return missingFile(text, isOfOtherPlace);
  return causeByRules(text);
}

function flat(error: string): string {
  return error.replace(/\s+/g, ' ').slice(0, 2000);
}

function causeByRules(text: string): Explained | null {
  for (const { error: pattern, cause, why } of RULES) {
    const found = pattern.exec(text);
    if (found !== null) return { cause, why: oneLine(why(found)) };
  }
  return null;
}

function missingFile(text: string, isOfOtherPlace: (path: string) => boolean): Explained {
  const absolute = ABSOLUTE.exec(text.replace(/^\w+: (?:\[Errno \d+\] )?/, ' '))?.[1];
  if (absolute !== undefined && isOfOtherPlace(absolute)) {
    return { cause: 'absolute-path', why: `it names a place of another machine: ${oneLine(absolute)}` };
  }
  const name = /['"`]([^'"`\n]+)['"`]/.exec(text)?.[1];
  return {
    cause: 'missing-file',
    why: `there is no file ${oneLine(name ?? text)}${absolute === undefined ? ' beside the notebook' : ''}`,
  };
}
