/**
 * The bindings of a cell that do not stand in its text as Python: star imports, commands, executed text. Where
 * the names can be looked up, or stand in the cell as words, they are known; this file looks up nothing itself.
 */

import { LINE_MAGICS } from '../static/index.ts';
import type { CodeCell } from './facts.ts';
import type { Surroundings } from './surroundings.ts';

/** Code that changes the namespace through a dictionary or the shell. */
const THROUGH_SHELL =
  /\b(?:user_ns|user_global_ns|run_cell\w*|run_line_magic|__main__|__builtins__|builtins|f_globals|init_session)\b|__dict__\s*(?:\[[^\]]*\]\s*=[^=]|\.update)|\bsys\.modules\[[^\]]*\]\s*=[^=]|\b(?:ip|ipy|ipython|shell|get_ipython\(\))\.(?:push|ex|magic)\(/i;
/** `globals()['x'] = …`, `globals().update(…)`, `f(globals())`; reads of it bind nothing. */
const THROUGH_NAMESPACE =
  /\b(?:globals|locals|vars)\(\)(?!\s*(?:\[[^\]]*\](?!\s*=[^=])|\.(?:keys|get|items|values)\b|\s*(?::|and\b|or\b|else\b|\n|$)))/;
const RUNS_TEXT = /^(?:exec|execfile|runfile)$/;
/** Cells in other languages, and commands, that bind nothing, or what their first line says. */
const KNOWN_CELLS =
  /^(?:bash|sh|script|html|HTML|javascript|js|latex|markdown|svg|SVG|writefile|file|perl|ruby|python2?|pypy|system|sx|!|cmd|powershell|pwsh|R|sql|bigquery|mermaid|css|node|cython|time|timeit|capture|prun|memit|debug)$/;

/**
 * Names that a cell may bind unseen; null: it may bind any name. Of text that is no Python, each word counts.
 */
export function unseenBindings(cell: CodeCell, surroundings: Surroundings): ReadonlySet<string> | null {
  const { source, parsed } = cell;
  if (THROUGH_SHELL.test(source) || THROUGH_NAMESPACE.test(source)) return null;
  const names = new Set<string>();
  const addWords = (text: string) => {
    for (const [word] of text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) names.add(word);
  };
  if (parsed.errors.length > 0) addWords(source);
  if (parsed.opaque) {
    const magic = /^\s*%%(!|\w+)/.exec(source)?.[1];
    if (magic !== undefined && !KNOWN_CELLS.test(magic)) return null;
    addWords(source);
    return names;
  }
  if (cell.calls.some(({ path }) => path !== null && RUNS_TEXT.test(path))) return null;
  for (const { module, star } of cell.imports) {
    if (!star) continue;
    const found = surroundings.namesIn({ module });
    if (found === null) return null;
    for (const name of found) names.add(name);
  }
  for (const { magics } of parsed.statements) {
    for (const { type, name, from, to, unknownWrites } of magics) {
      const args = source.slice(from, to).replace(/^%\w+/, '').trim();
      if (type !== 'line' || name === '') continue;
      const found = namesOfCommand(name, args, unknownWrites, surroundings);
      if (found === null) return null;
      if (found === 'words') addWords(args);
      else for (const each of found) names.add(each);
    }
  }
  return names;
}

function namesOfCommand(
  name: string,
  args: string,
  unknownWrites: boolean,
  surroundings: Surroundings,
): ReadonlySet<string> | 'words' | null {
  if (name === 'pylab') return surroundings.namesIn({ module: 'pylab' });
  if (name === 'run') {
    const path = args.split(/\s+/).find((word) => !word.startsWith('-')) ?? '';
    return surroundings.namesIn({ file: path.replace(/^(['"])(.*)\1$/, '$2') });
  }
  if (name === 'load_ext' || name === 'reload_ext') return new Set();
  if (name === 'store') return /^-r\s*$|^-r$/.test(args) ? null : 'words';
  // a command of an extension binds no name that its line does not have
  if (!LINE_MAGICS.has(name)) return 'words';
  return unknownWrites ? null : new Set();
}
