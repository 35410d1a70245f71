/** Answers `%sluice`: the states of cells, reasons, slices, scripts, and the cells to run. It changes nothing. */

import {
  type CellId,
  type CoreState,
  dependenceChain,
  type Exec,
  gather,
  type LibraryKnowledge,
  labelOf,
  type NotebookStates,
  previewReactive,
  reasonsIn,
  type Slice,
  sliceExecution,
} from '../../slicer/index.ts';
import { chainText, linesByCell, scriptText, sliceText } from '../session/index.ts';
import { SluiceError } from '../words/index.ts';
import type { Answered, FromCompanion } from './companion-messages.ts';
import { findCell } from './find-cell.ts';
import { stateWord } from './state-words.ts';

/** The facts for answers. */
export interface Asked {
  readonly core: CoreState;
  readonly library: LibraryKnowledge;
  readonly now: NotebookStates;
  /** The number of a run in `In [n]`. */
  readonly countOf: (exec: Exec) => number;
}

type Told = Omit<Answered, 'type'>;

/** The text of `%sluice help`. */
const HELP = `%sluice                 the state of each cell
%sluice why [CELL]      why a cell has its state; the cells whose values it read
%sluice why CELL OTHER  the dependences through which a cell needs another one
%sluice slice [CELL]    the code that a cell needs; --forward: the code that it affects
%sluice gather [CELL]   this code as a script
%sluice stale           the cells to run, in order, until all are up to date
%sluice check           the problems of the cells
%sluice graph           which values go from cell to cell
%sluice notes on|off    a line below each cell that ran on old values
%sluice reactive on|off reply metadata name the cells that should run next
CELL: [5] for the run In [5], a place among the cells (3), an id, or a first line; without it, the last run.`;

/** The answer to the words behind `%sluice`. */
export function answerQuestion(words: readonly string[], asked: Asked): FromCompanion {
  const [command = 'cells', ...rest] = words;
  try {
    return { type: 'answer', ...told(command, rest, asked) };
  } catch (error) {
    if (error instanceof SluiceError) return { type: 'refusal', text: error.message };
    throw error;
  }
}

function told(command: string, rest: readonly string[], asked: Asked): Told {
  switch (command) {
    case 'cells':
      return statesOf(asked);
    case 'stale':
      return staleCells(asked);
    case 'next':
      return { text: '', cells: previewReactive(asked.core) };
    case 'why':
      return whyOf(rest, asked);
    case 'slice':
      return sliceOf(rest, asked);
    case 'gather':
      return scriptOf(rest, asked);
    case 'help':
      return { text: HELP, cells: [] };
    default:
      throw new SluiceError(`there is no %sluice ${command}; see: %sluice help`);
  }
}

function statesOf(asked: Asked): Told {
  const { now } = asked;
  if (now.cells.size === 0) return { text: 'No cell has run.', cells: [] };
  const lines = [...now.cells].map(([cell, { state, reasons }]) => {
    const why = reasons.length === 0 ? '' : `  (${reasons.join('; ')})`;
    return `${nameOf(asked, cell)}  ${stateWord(state)}${why}`;
  });
  return { text: lines.join('\n'), cells: [...now.cells.keys()] };
}

function staleCells(asked: Asked): Told {
  const { cells } = asked.now.update;
  if (cells.length === 0) return { text: 'No cell has to run again.', cells };
  const lines = cells.map((cell) => nameOf(asked, cell));
  return { text: ['Run these cells, in this order:', ...lines].join('\n'), cells };
}

function whyOf(rest: readonly string[], asked: Asked): Told {
  const { core, now, countOf } = asked;
  const { graph } = core.settlement;
  const exec = runOf(rest[0], asked);
  if (rest[1] !== undefined) {
    const wanted = cellOf(asked, runOf(rest[1], asked));
    const earlier = [...graph.executions()].filter((run) => run.cell === wanted && run.exec < exec);
    const other = earlier.at(-1)?.exec ?? runOf(rest[1], asked);
    const chain = dependenceChain(graph, exec, other);
    return { text: chainText(graph, chain, exec, other, countOf), cells: [] };
  }
  const cell = cellOf(asked, exec);
  const shown = now.cells.get(cell);
  const lines = [`${nameOf(asked, cell)}  ${shown === undefined ? 'deleted' : stateWord(shown.state)}`];
  for (const reason of shown?.reasons ?? []) lines.push(`    ${reason}`);
  const parents = [...graph.parents(exec)].sort((a, b) => a - b);
  for (const parent of parents) {
    const last = dependenceChain(graph, exec, parent);
    lines.push(`needs ${nameOf(asked, cellOf(asked, parent))}:`);
    if (last !== null) lines.push(indent(chainText(graph, last, exec, parent, countOf)));
  }
  if (parents.length === 0) lines.push('needs no other cell');
  return { text: lines.join('\n'), cells: [cell, ...parents.map((parent) => cellOf(asked, parent))] };
}

function sliceOf(rest: readonly string[], asked: Asked): Told {
  const forward = rest.includes('--forward');
  const [name] = rest.filter((word) => !word.startsWith('--'));
  const { core, countOf } = asked;
  const { graph } = core.settlement;
  const found = sliceExecution(graph, runOf(name, asked), forward ? 'forward' : 'backward', 'statement');
  return {
    text: sliceText(graph, found, placeOf(core), countOf),
    cells: cellsIn(asked, found),
    lines: linesByCell(core, found),
  };
}

function scriptOf([name]: readonly string[], asked: Asked): Told {
  const { core, library, countOf } = asked;
  const { graph } = core.settlement;
  const exec = runOf(name, asked);
  const slice = sliceExecution(graph, exec, 'backward', 'statement');
  const label = labelOf(core);
  const script = {
    graph,
    slice,
    library,
    gathered: gather(graph, slice, library),
    expected: { outputs: [], error: null, values: {}, effects: {} },
    uncompared: [],
    describe: `${label(cellOf(asked, exec))} (In [${countOf(exec)}])`,
    nameOf: placeOf(core),
    numberOf: countOf,
    reasons: reasonsIn(graph, slice, ({ reason, exec: at, line }) => {
      return `${reason} (${label(cellOf(asked, at))}, line ${line})`;
    }),
  };
  const text = scriptText(script, core.exec, null, { verified: null, minimized: null });
  return { text, cells: cellsIn(asked, slice) };
}

/** The last run of a named cell. */
function runOf(name: string | undefined, { core, countOf }: Asked): Exec {
  return findCell(name, core, countOf);
}

function cellsIn({ core }: Asked, { executions }: Slice): readonly CellId[] {
  const found = new Set(executions.map((exec) => core.settlement.graph.execution(exec)?.cell));
  return core.order.filter((cell) => found.has(cell));
}

function cellOf({ core }: Asked, exec: Exec): CellId {
  return core.settlement.graph.execution(exec)?.cell ?? '';
}

/** A cell in scripts and slices, after the word `cell`. */
function placeOf({ order }: CoreState): (cell: CellId) => string {
  return (cell) => (order.includes(cell) ? String(order.indexOf(cell) + 1) : '(deleted)');
}

const LONGEST = 48;

/** A cell for people: `cell 2 [5] x = f(y)`. */
function nameOf({ core, countOf }: Asked, cell: CellId): string {
  const run = core.settlement.execution(cell);
  const text = core.sources.get(cell) ?? run?.source ?? '';
  const line = (text.split('\n').find((one) => one.trim() !== '') ?? '').trim();
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
  return `${labelOf(core)(cell)} [${run === null ? ' ' : countOf(run.exec)}] ${short}`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}
