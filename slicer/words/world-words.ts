/**
 * Names for world locations (files, settings, random streams), for people: the only table of them. Traces
 * keep the agent's names.
 */

import { WHOLE } from '../records/location.ts';

/** A world object: the words for the whole, and for one field. */
type Words = readonly [whole: string, field: (name: string) => string];

const WORDS: Readonly<Record<string, Words>> = {
  file: ['a file', (name) => `the file ${name}`],
  files: ['a file', (name) => `the file ${name}`],
  links: ['a link to a file', (name) => `the link ${name}`],
  descriptors: ['an open file', () => 'an open file'],
  cwd: ['the working directory', () => 'the working directory'],
  environ: ['the environment variables', (name) => `the environment variable ${plainName(name)}`],
  interpreter: ['a setting of Python', () => 'a setting of Python'],
  'sys.settings': ['a setting of Python', () => 'a setting of Python'],
  'gc.settings': ["Python's garbage collection", () => "Python's garbage collection"],
  'signal.handlers': ['what Python does at signals', () => 'what Python does at signals'],
  random: ["Python's random numbers", () => "Python's random numbers"],
  warnings: ['the filters of warnings', () => 'the filters of warnings'],
  logging: ['the set-up of logging', (name) => `the logger ${plainName(name)}`],
  decimal: ["the decimal module's context", () => "the decimal module's context"],
  locale: ['the locale', () => 'the locale'],
  umask: ['the permissions of new files', () => 'the permissions of new files'],
  codecs: ['the known codecs', () => 'the known codecs'],
  copyreg: ['how objects are pickled', () => 'how objects are pickled'],
  weakref: ['which objects are gone', () => 'which objects are gone'],
  finalizers: ['what runs when objects go', () => 'what runs when objects go'],
  calendar: ["the calendar's first day", () => "the calendar's first day"],
  clipboard: ['the clipboard', () => 'the clipboard'],
  network: ['the network', () => 'the network'],
  stdin: ['what is typed in', () => 'what is typed in'],
  display: ['how results are shown', () => 'how results are shown'],
  'display.formats': ['how figures are shown', () => 'how figures are shown'],
  'dask.client': ["dask's client", () => "dask's client"],
  'dask.cluster': ["what dask's cluster keeps", () => "what dask's cluster keeps"],
  'dask.options': ["dask's settings", () => "dask's settings"],
  duckdb: ['a database of duckdb', () => 'a database of duckdb'],
  'duckdb.default': ["duckdb's default connection", () => "duckdb's default connection"],
  sqlite3: ['an SQLite database', () => 'an SQLite database'],
  'matplotlib.figure': ["matplotlib's current figure", () => "matplotlib's current figure"],
  'matplotlib.backend': ["matplotlib's backend", () => "matplotlib's backend"],
  'process.priority': ['the priority of the process', () => 'the priority of the process'],
  'resource limits': ['the limits of the process', () => 'the limits of the process'],
  'gc.callbacks': [
    "callbacks of Python's garbage collection",
    () => "callbacks of Python's garbage collection",
  ],
  'decimal.flags': ["the decimal module's flags", () => "the decimal module's flags"],
  magics: ["IPython's magics", () => "IPython's magics"],
  transformers: ['what rewrites cells', () => 'what rewrites cells'],
  modules: ['which modules are loaded', () => 'which modules are loaded'],
  'modules loaded again': [
    'modules that were loaded again',
    (field) => `the module ${plainName(field)}, which was loaded again`,
  ],
  'module code': ['what loading a module has done', () => 'what loading a module has done'],
  'environment of libraries': [
    'what libraries read of the environment when they are loaded',
    () => 'what libraries read of the environment when they are loaded',
  ],
  clock: ['the time', () => 'the time'],
  'time zone': ['the time zone', () => 'the time zone'],
  readline: ['the history of input', () => 'the history of input'],
  definitions: [
    'the functions and classes of the notebook',
    (name) => `the definition of ${plainName(name)}`,
  ],
  abc: ['what counts as a subclass', () => 'what counts as a subclass'],
  Out: ["IPython's results", () => "IPython's results"],
  'display.figures': ['the figures that cells show', () => 'the figures that cells show'],
};

/** The world locations that have words of their own. */
export const LOCATIONS_WITH_WORDS: readonly string[] = Object.keys(WORDS);

/** A world location in words; `field` is {@link WHOLE} for the whole object. */
export function worldWords(object: string, field: string): string {
  const words = WORDS[object];
  if (words !== undefined) return field === WHOLE ? words[0] : words[1](field);
  const subclasses = /^(?:order of )?(subclasses of .*)$/.exec(object);
  if (subclasses !== null) return `the ${subclasses[1]?.replace('__main__.', '')}`;
  if (object.startsWith('captured.')) return 'what an Output widget has captured';
  const kept = /^(.+)\.(?:state|objects|streams|functions|memory)$/.exec(object);
  if (kept !== null) return `what ${kept[1]} keeps`;
  const part = /^(.+)\.(options|settings|random)$/.exec(object);
  if (part === null) return `what ${object} keeps`;
  const [, library, kind] = part;
  return `${library}'s ${kind === 'random' ? 'random numbers' : 'options'}`;
}

/** The same for a page, where the folder of a file is known: file names without folders. */
export function shortWorldWords(object: string, field: string): string {
  return worldWords(object, object === 'file' ? (field.split('/').at(-1) ?? field) : field);
}

/** Whether words of this table, or a symbol of the program, are a plural. */
export function isPlural(words: string): boolean {
  return (
    /^the (?:subclasses of |functions)|\s(?:variables|numbers|options|codecs|magics|results|flags)$/.test(
      words,
    ) || /^(?:the (?:filters|permissions|limits|figures)|callbacks)\s/.test(words)
  );
}

function plainName(field: string): string {
  return field.replace(/^[ai]:/, '').replace(/^(['"])(.*)\1$/, '$2');
}
