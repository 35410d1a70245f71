/** `sluice graph`: the information flow graph of notebooks and sessions, without running anything. */

import {
  buildInformationFlow,
  factsOfNotebook,
  type InformationFlow,
  type LibraryKnowledge,
} from '../../slicer/index.ts';
import { findNotebooks } from '../checking/index.ts';
import { SluiceError } from '../errors.ts';
import { type CodeCell, cellsAtEnd } from '../sources/index.ts';
import type { Command } from './arguments.ts';
import { flowDot, flowMermaid, flowText } from './graph-text.ts';
import { isFolder } from './is-folder.ts';
import { libraryFor } from './library.ts';
import { readOneSession } from './opened-session.ts';
import { print, printJson } from './print.ts';

type GraphCommand = Extract<Command, { type: 'graph' }>;

/** Runs the command; returns the exit code. */
export async function graph(command: GraphCommand): Promise<number> {
  const library = libraryFor(command);
  if (!isFolder(command.source)) {
    printGraph(command, graphOf(command, library, cellsAtEnd(await readOneSession(command))), null);
    return 0;
  }
  let found = 0;
  for (const path of findNotebooks(command.source)) {
    found += 1;
    const source = await readOneSession({ ...command, source: path });
    printGraph(command, graphOf(command, library, cellsAtEnd(source)), path);
  }
  if (found === 0) throw new SluiceError(`${command.source} has no notebooks (.ipynb)`);
  return 0;
}

function graphOf(
  { bound, transitive }: GraphCommand,
  library: LibraryKnowledge,
  cells: readonly CodeCell[],
): InformationFlow {
  return buildInformationFlow(factsOfNotebook(cells, library), bound, transitive);
}

/** `file`: named where there may be several. */
function printGraph(command: GraphCommand, found: InformationFlow, file: string | null): void {
  const named = file === null ? {} : { file };
  if (command.format === 'json') printJson({ type: 'graph', ...named, ...found });
  else if (command.format === 'dot') print(flowDot(found));
  else if (command.format === 'mermaid') print(flowMermaid(found));
  else print(file === null ? flowText(found) : `${file}\n${flowText(found)}`);
}
