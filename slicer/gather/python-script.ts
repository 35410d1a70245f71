/**
 * A gathered script as a `.py` file that runs in plain Python, in IPython and cell by cell in a kernel: `#
 * %%` between cells, IPython commands as calls, top-level `await` on an event loop of its own.
 */

import type { CellId, Exec } from '../records/execution-record.ts';
import { findGlobalNames, parseCell } from '../static/index.ts';
import { commentLines } from '../words/comment-lines.ts';
import type { Gathered, GatheredCell } from './gathered.ts';
import { indentCode } from './indent.ts';
import { isAboutShowing, isLastFigures, lastFigures, PLAIN, showFigures } from './script-figures.ts';

/** The content of the header. */
export interface ScriptHeader {
  /** Lines of comment, without `#`. */
  readonly lines: readonly string[];
  /** The name of a cell for people; by default its id. */
  readonly nameOf?: (cell: CellId) => string;
  /** The number of an execution for people; by default its own. */
  readonly numberOf?: (exec: Exec) => number;
  /** The comments above a cell; by default the name of the cell, and its execution. */
  readonly titleOf?: (cell: CellId) => string;
}

/** Set-up that displays nothing and binds no public name, so that `_` and the list of `%who` do not change. */
const SHELL = `from IPython import get_ipython as _shell
if _shell() is None:
    from IPython.core.interactiveshell import InteractiveShell as _Shell
    _Shell.instance(user_ns=globals())`;

const AWAIT = `import asyncio as _asyncio
from concurrent.futures import ThreadPoolExecutor as _Executor
_loop, _runner = _asyncio.new_event_loop(), _Executor(1)
def _wait(coroutine):
    return _runner.submit(_loop.run_until_complete, coroutine).result()`;

const DEFINITION = /^(?:(?:async\s+def|def|class|import|from)\b|@)/;
const LOOP = /\b(?:get_event_loop|get_running_loop|ensure_future|create_task)\s*\(/;

/** The text of the `.py` file. */
export function pythonScript(gathered: Gathered, header: ScriptHeader): string {
  const future = gathered.imports.filter((text) => text.startsWith('from __future__'));
  const imports = gathered.imports.filter((text) => !text.startsWith('from __future__'));
  const cells = gathered.cells.map((cell) => ({ cell, text: pythonOf(cell.source, cell.startsTasks) }));
  const setUp: string[] = [];
  if (cells.some(({ text }) => text.includes('_plain or '))) setUp.push(PLAIN);
  if (cells.some(({ text }) => text.replaceAll('_plain or get_ipython()', '').includes('get_ipython()')))
    setUp.push(SHELL);
  if (cells.some(({ text }) => text.includes('_wait(_cell())'))) setUp.push(AWAIT);
  const parts: string[] = [header.lines.map(commentLines).join('\n')];
  const first = [...future, ...imports, ...setUp];
  if (first.length > 0) parts.push(`# %% imports\n${first.join('\n')}`);
  let isFirst = true;
  for (const [index, { cell, text }] of cells.entries()) {
    // at the start of the next cell, because the last line of a cell decides its output
    const hasDrawn = cells[index - 1]?.cell.draws === true;
    const before = hasDrawn ? `${showFigures(isFirst)}\n` : '';
    if (hasDrawn) isFirst = false;
    parts.push(`${title(cell, header)}\n${before}${text}`);
  }
  if (cells.at(-1)?.cell.draws) parts.push(lastFigures(isFirst));
  return `${parts.join('\n\n')}\n`;
}

function title({ cell, exec }: GatheredCell, { nameOf, numberOf, titleOf }: ScriptHeader): string {
  if (titleOf !== undefined) return titleOf(cell);
  const name = (nameOf?.(cell) ?? cell).replace(/\s+/g, ' ');
  return `# %% cell ${name} (execution ${numberOf?.(exec) ?? exec})`;
}

/**
 * The cells of a `.py` file written by `pythonScript`, to run one by one in a kernel, which shows figures by
 * itself.
 */
export function scriptCells(script: string): string[] {
  return script
    .split(/^(?=# %%)/m)
    .map((part) => part.trim())
    .filter((part) => !isLastFigures(part))
    .filter((part) => part.split('\n').some((line) => line.trim() !== '' && !line.startsWith('#')));
}

/** A cell's code with calls in place of IPython syntax. `onLoop`: the code needs a running event loop. */
export function pythonOf(source: string, onLoop = false): string {
  const cellMagic = /^\s*%%(\S+)[ \t]*([^\n]*)(?:\n([\s\S]*))?$/.exec(source);
  if (cellMagic) {
    const [, name = '', line = '', rest = ''] = cellMagic;
    // IPython ends every cell with a line break, and empties lines of blanks
    const text = rest.replace(/^[ \t]+$/gm, '');
    const body = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    return `get_ipython().run_cell_magic(${quote(name)}, ${quote(line)}, ${quote(body)})`;
  }
  const { statements } = parseCell(source);
  let text = '';
  let at = 0;
  let replaced = false;
  for (const statement of statements) {
    const between = source.slice(at, statement.from);
    at = statement.to;
    let code = statement.text;
    if (statement.magics.length > 0) code = commandCalls(code);
    else if (awaits(code) || (!DEFINITION.test(code) && (onLoop || asksForLoop(code))))
      code = waited(code, statement === statements.at(-1) && !/^\s*;/.test(source.slice(at)));
    const changed = code !== statement.text;
    // a statement that now takes several lines cannot share a line
    text += (changed || replaced) && /^\s*;\s*$/.test(between) ? `\n${code}` : between + code;
    replaced = changed;
  }
  return text + source.slice(at);
}

function commandCalls(code: string): string {
  return joinContinuations(code)
    .split('\n')
    .map((line) => commandCall(line))
    .join('\n');
}

function joinContinuations(code: string): string {
  return /^\s*[%!]/.test(code) ? code.replace(/\\\n\s*/g, ' ') : code;
}

function commandCall(line: string): string {
  const help = /^(\s*)(\?{0,2})([^?#=]+?)(\?{0,2})\s*$/.exec(line);
  if (help && (help[2] || help[4])) {
    const name = help[2]?.length === 2 || help[4]?.length === 2 ? 'pinfo2' : 'pinfo';
    return `${help[1]}get_ipython().run_line_magic(${quote(name)}, ${quote(help[3] ?? '')})`;
  }
  const found = /^(\s*)((?:[^=%!'"#]|\[[^\]]*\])+=\s*)?(%|!!?)(.*)$/.exec(line);
  if (!found) return line;
  const [, indent = '', target = '', mark = '', rest = ''] = found;
  if (mark === '%') {
    const [, name = '', args = ''] = /^\s*(\S+)[ \t]*(.*)$/.exec(rest) ?? [];
    const call = `get_ipython().run_line_magic(${quote(name)}, ${quote(args)})`;
    if (target === '' && isAboutShowing(name, args)) return `${indent}_plain or ${call}`;
    return `${indent}${target}${call}`;
  }
  const call = mark === '!!' || target !== '' ? 'getoutput' : 'system';
  return `${indent}${target}get_ipython().${call}(${quote(rest.trim())})`;
}

/** Whether the statement takes the running event loop, which exists in a kernel and not in plain Python. */
function asksForLoop(code: string): boolean {
  return LOOP.test(code) && !code.includes('run_until_complete');
}

/** Whether the statement awaits at module level: CPython would compile it only as top-level await. */
function awaits(code: string): boolean {
  if (!/\b(?:await|async)\b/.test(code)) return false;
  if (DEFINITION.test(code)) return false;
  return /\bawait\b|^\s*async\s+(?:for|with)\b|\basync\s+for\b/m.test(withoutDefinitions(code));
}

function withoutDefinitions(code: string): string {
  return code.replace(/^([ \t]*)(?:async\s+)?def\b[^\n]*(?:\n\1[ \t]+[^\n]*|\n[ \t]*(?=\n))*/gm, '');
}

/** `shows`: IPython displays the value of an expression. */
function waited(code: string, shows: boolean): string {
  const body = parseCell(code).statements.flatMap((s) => s.body);
  const names = [...findGlobalNames(body).bound].sort();
  const declared = names.length > 0 ? `    global ${names.join(', ')}\n` : '';
  const given = shows && body.every((node) => node.type === 'expression') ? `return ${code}` : code;
  return `async def _cell():\n${declared}${indentCode(given)}\n_wait(_cell())`;
}

/** A Python string literal. */
function quote(text: string): string {
  const escaped = text.replace(/\\/g, '\\\\').replace(/'/g, "\\'");
  return `'${escaped.replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t')}'`;
}
