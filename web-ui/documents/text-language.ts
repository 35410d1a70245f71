/** The language of a text file, by its name; each is loaded when the first file of its kind opens. */

import { type LanguageSupport, StreamLanguage, type StreamParser } from '@codemirror/language';
import type { Extension } from '@codemirror/state';

type Loader = () => Promise<LanguageSupport | StreamLanguage<unknown>>;

const legacy =
  (load: () => Promise<StreamParser<unknown>>): Loader =>
  async () =>
    StreamLanguage.define(await load());
const clike = (kind: 'c' | 'cpp' | 'csharp' | 'java' | 'kotlin' | 'scala'): Loader =>
  legacy(async () => (await import('@codemirror/legacy-modes/mode/clike'))[kind]);

const LANGUAGES: readonly (readonly [RegExp, Loader])[] = [
  [/\.(?:py|pyi|pyw)$/i, async () => (await import('@codemirror/lang-python')).python()],
  [/\.(?:md|markdown)$/i, async () => (await import('@codemirror/lang-markdown')).markdown()],
  [/\.(?:json|jsonl|ndjson|ipynb|geojson)$/i, async () => (await import('@codemirror/lang-json')).json()],
  [/\.(?:ya?ml)$/i, async () => (await import('@codemirror/lang-yaml')).yaml()],
  [/\.html?$|\.svg$|\.xml$/i, async () => (await import('@codemirror/lang-html')).html()],
  [/\.css$/i, async () => (await import('@codemirror/lang-css')).css()],
  [/\.[cm]?[jt]sx?$/i, async () => (await import('@codemirror/lang-javascript')).javascript()],
  [
    /(?:\.toml|^Pipfile|\.lock)$/i,
    legacy(async () => (await import('@codemirror/legacy-modes/mode/toml')).toml),
  ],
  [
    /\.(?:ini|cfg|conf|properties|env)$/i,
    legacy(async () => (await import('@codemirror/legacy-modes/mode/properties')).properties),
  ],
  [/\.(?:sh|bash|zsh)$/i, legacy(async () => (await import('@codemirror/legacy-modes/mode/shell')).shell)],
  [/\.r$/i, legacy(async () => (await import('@codemirror/legacy-modes/mode/r')).r)],
  [/\.sql$/i, legacy(async () => (await import('@codemirror/legacy-modes/mode/sql')).standardSQL)],
  [
    /^Dockerfile|\.dockerfile$/i,
    legacy(async () => (await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile),
  ],
  [/\.jl$/i, legacy(async () => (await import('@codemirror/legacy-modes/mode/julia')).julia)],
  [/\.(?:scm|ss|rkt)$/i, legacy(async () => (await import('@codemirror/legacy-modes/mode/scheme')).scheme)],
  [/\.(?:c|h)$/i, clike('c')],
  [/\.(?:cc|cpp|cxx|hpp)$/i, clike('cpp')],
  [/\.cs$/i, clike('csharp')],
  [/\.java$/i, clike('java')],
  [/\.kts?$/i, clike('kotlin')],
  [/\.(?:scala|sc)$/i, clike('scala')],
  [/\.rb$/i, legacy(async () => (await import('@codemirror/legacy-modes/mode/ruby')).ruby)],
  [/\.rs$/i, legacy(async () => (await import('@codemirror/legacy-modes/mode/rust')).rust)],
  [/\.go$/i, legacy(async () => (await import('@codemirror/legacy-modes/mode/go')).go)],
  [/\.lua$/i, legacy(async () => (await import('@codemirror/legacy-modes/mode/lua')).lua)],
  [/\.pl$/i, legacy(async () => (await import('@codemirror/legacy-modes/mode/perl')).perl)],
  [/\.hs$/i, legacy(async () => (await import('@codemirror/legacy-modes/mode/haskell')).haskell)],
  [/\.(?:clj|cljs)$/i, legacy(async () => (await import('@codemirror/legacy-modes/mode/clojure')).clojure)],
  [/\.m$/i, legacy(async () => (await import('@codemirror/legacy-modes/mode/octave')).octave)],
  [/\.f(?:90|95)?$/i, legacy(async () => (await import('@codemirror/legacy-modes/mode/fortran')).fortran)],
  [/\.ps1$/i, legacy(async () => (await import('@codemirror/legacy-modes/mode/powershell')).powerShell)],
  [/\.swift$/i, legacy(async () => (await import('@codemirror/legacy-modes/mode/swift')).swift)],
  [/\.ml$/i, legacy(async () => (await import('@codemirror/legacy-modes/mode/mllike')).oCaml)],
  [/requirements[^/]*\.(?:txt|in)$|constraints[^/]*\.txt$/i, async () => StreamLanguage.define(REQUIREMENTS)],
  [/\.log$|\.out$/i, async () => StreamLanguage.define(LOG)],
];

/** Requirements of pip: names, comparisons, versions, options, comments. */
const REQUIREMENTS = {
  name: 'requirements',
  token(stream: import('@codemirror/language').StringStream): string | null {
    if (stream.match(/#.*/)) return 'comment';
    if (stream.sol() && stream.match(/\s*--?[\w-]+/)) return 'keyword';
    if (stream.sol() && stream.match(/\s*[A-Za-z0-9][\w.-]*/)) return 'variableName.definition';
    if (stream.match(/(?:===?|[<>~!]=|[<>])/)) return 'operator';
    if (stream.match(/\d[\w.*+!-]*/)) return 'number';
    if (stream.match(/"[^"]*"|'[^']*'/)) return 'string';
    if (stream.match(/\b(?:and|or|in|not)\b/)) return 'keyword';
    stream.next();
    return null;
  },
};

/** Logs: times, levels, numbers and quoted texts. */
const LOG = {
  name: 'log',
  token(stream: import('@codemirror/language').StringStream): string | null {
    if (
      stream.match(/\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?Z?)?|\d\d:\d\d:\d\d(?:[.,]\d+)?/)
    ) {
      return 'comment';
    }
    if (stream.match(/\b(?:ERROR|CRITICAL|FATAL|FAILED|Traceback|\w+Error)\b/)) return 'invalid';
    if (stream.match(/\b(?:WARN|WARNING)\b/)) return 'keyword';
    if (stream.match(/\b(?:INFO|DEBUG|TRACE|NOTICE)\b/)) return 'typeName';
    if (stream.match(/"[^"\n]*"/)) return 'string';
    if (stream.match(/\b\d+(?:\.\d+)?\b/)) return 'number';
    if (!stream.match(/\w+/)) stream.next();
    return null;
  },
};

/** The language for an editor; empty for plain text, or when the code cannot be loaded. */
export async function languageOf(path: string): Promise<Extension> {
  const name = path.split('/').at(-1)!;
  const load = LANGUAGES.find(([pattern]) => pattern.test(name))?.[1];
  return load === undefined ? [] : load().catch(() => []);
}

/** The endings of files in a kernel's language, where they are not the language's name. */
const ENDINGS: Readonly<Record<string, string>> = {
  bash: 'sh',
  'c#': 'cs',
  'c++': 'cpp',
  'c++11': 'cpp',
  'c++14': 'cpp',
  'c++17': 'cpp',
  clojure: 'clj',
  fortran: 'f90',
  haskell: 'hs',
  javascript: 'js',
  julia: 'jl',
  kotlin: 'kt',
  matlab: 'm',
  ocaml: 'ml',
  octave: 'm',
  perl: 'pl',
  powershell: 'ps1',
  pwsh: 'ps1',
  racket: 'rkt',
  ruby: 'rb',
  rust: 'rs',
  scheme: 'scm',
  typescript: 'ts',
};

/** The language that a kernel or a notebook names, for an editor; empty for one without colours. */
export function languageNamed(name: string): Promise<Extension> {
  const [word = ''] = name.toLowerCase().split(/[\s(]/);
  return languageOf(`code.${ENDINGS[word] ?? word}`);
}
