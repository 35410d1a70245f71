/**
 * The right cell for a notebook's imports, and the move of an import to it. It never moves an import whose
 * meaning could change.
 */

import { findGlobalNames } from '../static/index.ts';
import type { CellStatement } from '../static/parse.ts';
import type { Expression, Range } from '../static/syntax.ts';
import type { CodeCell } from './facts.ts';
import type { Fix } from './finding.ts';

/**
 * Code that decides which module an import finds, or the effects of the import: installs, paths, settings,
 * modules written by cells.
 */
const MATTERS =
  /\b(?:pip|conda|mamba|uv|apt|apt-get|git|wget|curl|writefile)\b|sys\.(?:path|modules)|importlib|reload|environ|putenv|chdir|%cd\b|set_start_method|simplefilter|filterwarnings|matplotlib\.use|%autoreload|%matplotlib|seed/;
/** Modules whose import has a visible effect. */
const ACTS =
  /^(?:__future__|this|antigravity|seaborn|google\.colab|nltk|tensorflow|keras|torch|matplotlib\.pyplot)/;

/** Calls that only set something up. */
const SETTINGS =
  /(?:^|\.)(?:set\w*|use|style|options?|config\w*|filterwarnings|simplefilter|basicConfig|seed|manual_seed|rc|register_matplotlib_converters|init_notebook_mode|autolog|notebook_extension|append|insert|pandas)$/;

const INSTALLS = /\b(?:pip3?|conda|mamba|apt|apt-get)\b['",\s]+install\b/;

/** Whether an import begins its cell, and the cell above installs packages: there it stands by need. */
export function followsInstall(code: readonly CodeCell[], cell: CodeCell, at: Range): boolean {
  const above = code[cell.index - 2];
  if (above === undefined || !INSTALLS.test(above.source)) return false;
  return cell.parsed.statements.every(
    ({ from, body }) => from >= at.from || body.every(({ type }) => type === 'import'),
  );
}

/** The first cells that only import, define or set up; if none of them imports, all cells up to the first import. */
export function setUpCells(code: readonly CodeCell[]): readonly CodeCell[] {
  const works = code.findIndex((cell) => !isSetUp(cell));
  const head = works < 0 ? code : code.slice(0, works);
  if (head.some(({ imports }) => imports.length > 0)) return head;
  // a notebook's first cell with imports is the place for imports, whatever else it does
  return code.slice(0, code.findIndex(({ imports }) => imports.length > 0) + 1);
}

function isSetUp(cell: CodeCell): boolean {
  const settings = new Set(
    cell.calls.filter(({ path }) => path !== null && SETTINGS.test(path)).map(({ node }) => node),
  );
  const isFixed = (value: Expression): boolean =>
    value.type === 'constant' ||
    value.type === 'name' ||
    value.type === 'attribute' ||
    (value.type === 'display' && value.elements.every(isFixed)) ||
    (value.type === 'call' && settings.has(value));
  return cell.parsed.statements.every(
    ({ body, magics }) =>
      magics.length > 0 ||
      body.every((statement) => {
        if (statement.type === 'expression' || statement.type === 'assign') return isFixed(statement.value);
        return /^(?:import|function|class|try|if|with)$/.test(statement.type);
      }),
  );
}

/** Moves an import statement to the last set-up cell; null: the move could change a meaning. */
export function moveImport(
  code: readonly CodeCell[],
  head: readonly CodeCell[],
  cell: CodeCell,
  at: Range,
): Fix | null {
  const place = head.findLast(({ imports }) => imports.length > 0);
  const statement = cell.parsed.statements.find(({ from, to }) => from === at.from && to === at.to);
  const found = cell.imports.filter((each) => each.at.from === at.from);
  if (place === undefined || statement === undefined || /^\s*%%/.test(place.source)) return null;
  if (found.some(({ module, star }) => star || module.startsWith('.') || ACTS.test(module))) return null;
  const between = code.slice(place.index - 1, cell.index);
  if (between.some(({ source, parsed }) => MATTERS.test(source) || parsed.errors.length > 0)) return null;
  if (between.slice(1, -1).some(({ opaque }) => opaque)) return null;
  const line = lineOf(cell.source, at);
  if (line === null) return null;
  const rest = (cell.source.slice(0, line.from) + cell.source.slice(line.to)).replace(/^\n+/, '');
  const removed = { cell: cell.id, source: rest.trim() === '' ? null : rest };
  const bound = new Set(found.flatMap((each) => each.bound));
  const uses = usesElsewhere(code, cell, statement, bound);
  if (uses === 'same import above') {
    return { title: 'delete the import, which a cell above has', edits: [removed] };
  }
  if (uses !== 'none') return null;
  const edits = [{ cell: place.id, source: withImport(place, statement.text) }, removed];
  return { title: `move the import to cell ${place.index}`, edits };
}

/** How other cells, or the code above, use the imported names. */
function usesElsewhere(
  code: readonly CodeCell[],
  cell: CodeCell,
  { from, text }: CellStatement,
  bound: ReadonlySet<string>,
): 'none' | 'same import above' | 'another meaning' {
  let isAbove = false;
  for (const other of code) {
    for (const each of other.parsed.statements) {
      if (other === cell && each.from === from) continue;
      const names = findGlobalNames(each.body);
      if ([...bound].some((name) => names.bound.has(name))) {
        // with another binding the order of the two may matter
        if (each.text !== text || other.parsed.errors.length > 0) return 'another meaning';
        isAbove ||= other.index < cell.index || (other === cell && each.from < from);
      } else if (!isAbove && other.index < cell.index && [...bound].some((name) => names.used.has(name)))
        return 'another meaning';
    }
  }
  return isAbove ? 'same import above' : 'none';
}

/** The cell's text with an import below its last one at module level. */
function withImport(place: CodeCell, text: string): string {
  const last = place.imports.findLast(({ top }) => top) ?? place.imports.at(-1)!;
  const statement = place.parsed.statements.findLast(({ from }) => from <= last.at.from)!;
  const line = place.source.indexOf('\n', statement.to);
  const end = line < 0 ? place.source.length : line;
  return `${place.source.slice(0, end)}\n${text}${place.source.slice(end)}`;
}

/** The lines of a statement with their end; null: the lines have other code too. */
function lineOf(source: string, { from, to }: Range): Range | null {
  const start = source.lastIndexOf('\n', from - 1) + 1;
  const end = source.indexOf('\n', to);
  const after = source.slice(to, end < 0 ? source.length : end).trim();
  if (source.slice(start, from).trim() !== '' || after !== '') return null;
  return { from: start, to: end < 0 ? source.length : end + 1 };
}
