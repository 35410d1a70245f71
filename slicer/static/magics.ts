/**
 * The reads and bindings of IPython's commands (`%magic`, `%%cell`, `!shell`, `?help`), as far as their text
 * shows them. This file does not parse the Python inside commands, and runs nothing.
 */

import { type CellLanguage, readCellLanguage } from './cell-language.ts';

/** A command in a cell. Offsets are UTF-16 units of the cell. */
export interface Magic {
  readonly type: 'line' | 'cell' | 'shell' | 'help';
  /** Name without `%`; empty for shell and help. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Python expressions that the command evaluates (`{expr}`, `$name`, names as arguments). */
  readonly expressions: readonly string[];
  readonly writes: readonly string[];
  readonly deletes: readonly string[];
  /** The path of the file that the command surely replaces by the text of the cell (`%%writefile`); null: there is none. */
  readonly file: string | null;
  /** Whether the command may bind names not visible in its text (`%run`, `%pylab`, `%%cython`). */
  readonly unknownWrites: boolean;
  /** The start of the Python that the command runs, or null if there is none. */
  readonly pythonFrom: number | null;
  /** The Python part binds nothing in the notebook (`%timeit`). */
  readonly isolated: boolean;
  /** Whether the command may return a value; a cell with the command at its end displays the value. */
  readonly gives: boolean;
}

/** Options with a value, for each command that runs Python. */
const VALUE_OPTIONS: Readonly<Record<string, string>> = {
  time: '',
  timeit: 'nrp',
  prun: 'lsTD',
  lprun: 'fmTDsu',
  mprun: 'fT',
  memit: 'rti',
  snakeviz: 'f',
  debug: 'b',
  capture: '',
  scalene: '',
  heat: 'o',
};
/** IPython's own line magics, and the shell commands that it defines on most systems: they also work without `%`. */
export const LINE_MAGICS: ReadonlySet<string> = new Set(
  (
    'alias alias_magic autoawait autocall automagic bookmark cat cd clear code_wrap colors conda config cp debug dhist ' +
    'dirs doctest_mode ed edit env gui hist history killbgscripts ldir less lf lk ll load load_ext loadpy logoff logon ' +
    'logstart logstate logstop ls lsmagic lx macro magic mamba man matplotlib micromamba mkdir more mv notebook page ' +
    'pastebin pdb pdef pdoc pfile pinfo pinfo2 pip popd pprint precision profile prun psearch psource pushd pwd pycat ' +
    'pylab qtconsole quickref recall rehashx reload_ext rep rerun reset reset_selective rm rmdir run save sc set_env ' +
    'store subshell sx system tb time timeit unalias unload_ext uv who who_ls whos xdel xmode autoreload aimport'
  ).split(' '),
);
const PYTHON_LINE = new Set(['time', 'timeit', 'prun', 'lprun', 'mprun', 'memit', 'snakeviz', 'scalene']);
const PYTHON_CELL = new Set([...Object.keys(VALUE_OPTIONS)]);
const INERT_CELL = new Set(
  (
    'bash sh script html HTML javascript js latex markdown svg SVG writefile file perl ruby python python2 python3 ' +
    'pypy system sx ! cmd powershell pwsh R sql bigquery mermaid css node'
  ).split(' '),
);
const BINDING_LINE = new Set(
  'run pylab load loadpy rerun recall rep reset reset_selective store macro'.split(' '),
);
const OBJECT_LINE = new Set('pinfo pinfo2 psource pdoc pdef pfile psearch store edit xdel'.split(' '));
/** Line magics that surely return None. */
const GIVE_NOTHING = new Set(
  (
    'autoreload cd conda config gui history load load_ext macro matplotlib pdb pip pylab reload_ext reset ' +
    'reset_selective run set_env store unload_ext who whos xmode'
  ).split(' '),
);
const IDENTIFIER = /^[A-Za-z_\u{a1}-\u{10ffff}][\w\u{a1}-\u{10ffff}]*/u;

/** The expressions that IPython inserts into a command: `{expr}`, `$name`, not `$$name`. */
function interpolated(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(/\$\$|\$([A-Za-z_]\w*)|\{([^{}\n]+)\}/g)) {
    const expression = match[1] ?? match[2]?.replace(/(?:![rsa])?(?::[^:\]]*)?$/, '');
    if (expression !== undefined && expression.trim() !== '') found.push(expression.trim());
  }
  return found;
}

/**
 * Length of the options at the start of a command's arguments, for commands that run Python, and the names in
 * the options.
 */
function optionsOf(name: string, args: string): { readonly length: number; readonly names: string[] } {
  const valued = VALUE_OPTIONS[name] ?? '';
  const names: string[] = [];
  let at = /^\s*/.exec(args)![0].length;
  for (;;) {
    const option = /^(--[\w-]+(?:=\S+)?|-([A-Za-z])(\S*))(?:\s+|$)/.exec(args.slice(at));
    if (option === null) return { length: at, names };
    at += option[0].length;
    if (option[2] === undefined || !valued.includes(option[2])) continue;
    let value = option[3]!;
    if (value === '') {
      const word = /^\S+\s*/.exec(args.slice(at))?.[0] ?? '';
      value = word.trim();
      at += word.length;
    }
    if (option[2] === 'f') names.push(value);
  }
}

const NO_MAGIC = {
  expressions: [],
  writes: [],
  deletes: [],
  file: null,
  unknownWrites: false,
  pythonFrom: null,
  isolated: false,
  gives: false,
};

/** Reads one escaped command from its text and its start. */
export function readMagic(text: string, from: number): Magic {
  const to = from + text.length;
  const command = /^%(\w[\w.]*)/.exec(text);
  if (text.startsWith('!')) {
    return {
      ...NO_MAGIC,
      type: 'shell',
      name: '',
      from,
      to,
      expressions: interpolated(text),
      gives: text.startsWith('!!'),
    };
  }
  if (text.startsWith('?') || /\?\s*$/.test(text)) return readHelp(text, from);
  // (`% matplotlib`: IPython looks for a magic without a name)
  if (text.startsWith('%') && command === null)
    return { ...NO_MAGIC, type: 'line', name: '', from, to, expressions: interpolated(text) };
  if (command === null) {
    // `/f a b`, `,f a b`, `;f a b`: calls of f; only the first evaluates its arguments.
    const words = text.slice(1).trim().split(/\s+/);
    const used = text.startsWith('/') ? words : words.slice(0, 1);
    const expressions = used.filter((word) => IDENTIFIER.test(word));
    return { ...NO_MAGIC, type: 'line', name: '', from, to, expressions, gives: true };
  }
  const name = command[1]!;
  const args = text.slice(command[0].length);
  const base = { ...NO_MAGIC, type: 'line' as const, name, from, to, gives: !GIVE_NOTHING.has(name) };
  if (PYTHON_LINE.has(name)) {
    const options = optionsOf(name, args);
    const at = from + command[0].length + options.length;
    return {
      ...base,
      expressions: options.names,
      pythonFrom: at < to ? at : null,
      isolated: name === 'timeit',
    };
  }
  const words = args
    .trim()
    .split(/[\s,]+/)
    .filter((word) => IDENTIFIER.test(word));
  const restores = name === 'store' && !/^\s*-r/.test(args);
  return {
    ...base,
    expressions: [...interpolated(args), ...(OBJECT_LINE.has(name) ? words : [])],
    deletes: name === 'xdel' ? words : [],
    unknownWrites: BINDING_LINE.has(name) && !restores,
  };
}

/** A longer line names no object. */
const LONGEST_HELP = 1000;

/** `obj?`, `?obj`, `obj.attr??`: a read of the described object. */
export function readHelp(text: string, from: number): Magic {
  const asked = text.length > LONGEST_HELP ? '' : text;
  const target = asked.replace(/^\?+|\?+\s*$/g, '').trim();
  const object = /([A-Za-z_\u{a1}-\u{10ffff}][\w\u{a1}-\u{10ffff}]*)(?:\.\w+|\[[^\]]*\])*$/u.exec(target);
  const wild = /\*/.test(target) ? IDENTIFIER.exec(target)?.[0] : object?.[1];
  const expressions = wild === undefined || target.startsWith('%') ? [] : [wild];
  return { ...NO_MAGIC, type: 'help', name: '', from, to: from + text.length, expressions };
}

/** A cell magic: its first line, and its use of the rest of the cell. */
export interface CellMagic extends Magic {
  /** The body is not Python of this kernel: the whole cell is one statement. */
  readonly opaque: boolean;
}

/** The cell magic at the start of a cell (on its first non-blank line), or null. */
export function readCellMagic(source: string): CellMagic | null {
  const language = readCellLanguage(source);
  if (language !== null) return languageMagic(language);
  const found = /^(?:[ \t]*(?:\r\n|\r|\n))*[ \t]*(%%(!|\w[\w.]*)([^\r\n]*))/.exec(source);
  // `%%magic?` asks for help.
  if (found === null || /^\?/.test(found[3]!)) return null;
  const [, line, name, args] = found as unknown as [string, string, string, string];
  const from = found[0].length - line.length;
  const base = { ...NO_MAGIC, type: 'cell' as const, name, from, to: from + line.length, opaque: false };
  if (PYTHON_CELL.has(name)) {
    const options = optionsOf(name, args);
    const setup = base.to - args.length + options.length;
    const bound = name === 'capture' ? IDENTIFIER.exec(args.slice(options.length))?.[0] : undefined;
    return {
      ...base,
      expressions: options.names,
      writes: bound === undefined ? [] : [bound],
      pythonFrom: name === 'timeit' && setup < base.to ? setup : null,
      isolated: name === 'timeit',
    };
  }
  const writes: string[] = [];
  const reads = interpolated(args);
  for (const option of args.matchAll(/--(?:out|err|proc|output)[ =]+(\w+)|-o[ =]?([\w,]+)|^\s*(\w+)\s*<</g)) {
    writes.push(...(option[1] ?? option[2] ?? option[3] ?? '').split(','));
  }
  for (const option of args.matchAll(/(?:--input[ =]+|-i[ =]?)([\w,]+)/g))
    reads.push(...option[1]!.split(','));
  const inputs = name === 'R' ? reads : interpolated(args);
  const path = /^\s*(["']?)([^\s"'${-][^\s"'${]*)\1\s*$/.exec(args)?.[2] ?? null;
  const file = name === 'writefile' || name === 'file' ? path : null;
  return { ...base, expressions: inputs, writes, file, unknownWrites: !INERT_CELL.has(name), opaque: true };
}

/** A whole cell in a language, Python among them. Databricks gives the rows of SQL a name. */
function languageMagic({ name, from, nameTo, to }: CellLanguage): CellMagic {
  const base = { ...NO_MAGIC, type: 'cell' as const, name, from, to };
  if (name === 'python') return { ...base, pythonFrom: nameTo, opaque: false };
  return { ...base, writes: name === 'sql' ? ['_sqldf'] : [], opaque: true };
}
