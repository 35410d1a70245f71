/** `sluice what-if`: the consequences of a cell's run, change or deletion, without running anything. */

import {
  ANALYSES,
  type CheckedNotebook,
  type Clash,
  CodeImpact,
  type Impact,
  impactLines,
  type LeftOverCells,
  type LibraryKnowledge,
  leftOverCells,
  type NotebookEvent,
} from '../../../slicer/index.ts';
import { checkedSource, Projects } from '../../checking/index.ts';
import { type CodeCell, cellNamed, cellsAtEnd, pastRuns, type SourceSession } from '../../sources/index.ts';
import { SluiceError } from '../../words/index.ts';
import { isFolder } from '../options/is-folder.ts';
import { notebooksIn } from '../options/named-files.ts';
import { readOneSession } from '../sources/command-source.ts';
import { libraryFor } from '../sources/library.ts';
import { print, printJson } from '../terminal/print.ts';
import type { WhatIfCommand } from './what-if-options.ts';

/** Runs the command; returns the exit code. */
export async function whatIf(command: WhatIfCommand): Promise<number> {
  const library = libraryFor(command);
  if (!isFolder(command.source)) {
    answer(command, library, await readOneSession(command), null);
    return 0;
  }
  for (const { path } of notebooksIn(command.source))
    answer(command, library, await readOneSession({ ...command, source: path }), path);
  return 0;
}

/** `file`: set if there may be several. */
function answer(
  command: WhatIfCommand,
  library: LibraryKnowledge,
  source: SourceSession,
  file: string | null,
): void {
  const started = performance.now();
  const cells = cellsAtEnd(source);
  const question = new CodeImpact({ cells, runs: pastRuns(source) }, library);
  const { event, clashes } = eventIn(source, cells, command.event, question);
  const wanted = (name: string) => command.analyses.includes(name);
  const ends = performance.now() + 1000 * command.seconds;
  const impact = question.after(event, {
    depth: command.depth,
    analyses: ANALYSES.filter(wanted),
    goesOn: () => performance.now() < ends,
  });
  const leftOver = leftOverCells(checkedAfter(checkedSource(source, new Projects()), impact), library);
  const ms = Math.round((performance.now() - started) * 10) / 10;
  if (command.json) {
    printImpact(event, impact, leftOver, { ms, clashes }, file);
    return;
  }
  const text = impactLines(event, impact, leftOver, clashes, cells, wanted).join('\n');
  print(file === null ? text : `${file}\n${text}`);
}

function printImpact(
  event: NotebookEvent,
  { paths, fresh, stale, instead, left }: Impact,
  { isolated, idle }: LeftOverCells,
  { ms, clashes }: { readonly ms: number; readonly clashes: readonly Clash[] },
  file: string | null,
): void {
  const named = { ...(file === null ? {} : { file }), event: event.type };
  for (const path of paths) printJson({ type: 'path', ...named, ...path });
  const renamed =
    event.type === 'rename'
      ? { edits: [...event.sources].map(([cell, source]) => ({ cell, source })), clashes }
      : {};
  const complete = left.length === 0;
  const lists = { isolated, idle, fresh, stale };
  printJson({ type: 'summary', ...named, ...lists, complete, left, instead, ...renamed, ms });
}

/** The event, with cells by their ids; for a renaming, with its clashes. */
function eventIn(
  source: SourceSession,
  cells: readonly CodeCell[],
  asked: WhatIfCommand['event'],
  question: CodeImpact,
): { readonly event: NotebookEvent; readonly clashes: readonly Clash[] } {
  const idOf = (name: string) => {
    const found = cells.find(({ cell }) => cell === name)?.cell ?? cellNamed(source, name);
    if (!cells.some(({ cell }) => cell === found)) throw new SluiceError(`cell ${name} was deleted`);
    return found;
  };
  if (asked.type === 'open') return { event: asked, clashes: [] };
  if (asked.type === 'rename') {
    const { cell, name, to } = asked;
    const renaming = question.rename({ cell: cell === null ? null : idOf(cell), name, to });
    if (renaming === null)
      throw new SluiceError(
        `${cell === null ? 'no cell has' : `cell ${cell} does not have`} a variable ${name}`,
      );
    return { event: { type: 'rename', sources: renaming.sources }, clashes: renaming.clashes };
  }
  const cell = idOf(asked.cell);
  if (asked.type === 'edit') return { event: { type: 'edit', cell, source: null }, clashes: [] };
  if (asked.type !== 'move') return { event: { type: asked.type, cell }, clashes: [] };
  if (asked.to > cells.length)
    throw new SluiceError(`--to ${asked.to}: the code cells have places 1 to ${cells.length}`);
  return { event: { type: 'move', cell, to: asked.to - 1 }, clashes: [] };
}

/** The notebook after the event, in the form for rules. */
function checkedAfter(notebook: CheckedNotebook, { cells }: Impact): CheckedNotebook {
  const known = new Map(notebook.cells.map((cell) => [cell.id, cell]));
  return { ...notebook, cells: cells.map(({ cell, source }) => ({ ...known.get(cell)!, source })) };
}
