/** The language of a text file, by its name; each is loaded when the first file of its kind opens. */

import { type LanguageSupport, StreamLanguage } from '@codemirror/language';
import type { Extension } from '@codemirror/state';

type Loader = () => Promise<LanguageSupport | StreamLanguage<unknown>>;

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
    async () => StreamLanguage.define((await import('@codemirror/legacy-modes/mode/toml')).toml),
  ],
  [
    /\.(?:ini|cfg|conf|properties|env)$/i,
    async () => StreamLanguage.define((await import('@codemirror/legacy-modes/mode/properties')).properties),
  ],
  [
    /\.(?:sh|bash|zsh)$/i,
    async () => StreamLanguage.define((await import('@codemirror/legacy-modes/mode/shell')).shell),
  ],
  [/\.r$/i, async () => StreamLanguage.define((await import('@codemirror/legacy-modes/mode/r')).r)],
  [
    /\.sql$/i,
    async () => StreamLanguage.define((await import('@codemirror/legacy-modes/mode/sql')).standardSQL),
  ],
  [
    /^Dockerfile|\.dockerfile$/i,
    async () => StreamLanguage.define((await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile),
  ],
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
