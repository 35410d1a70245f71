/** `sluice graph`: the information flow graph of notebooks and sessions, without running anything. */

import {
  buildInformationFlow,
  type CellFacts,
  diagramOf,
  factsOfNotebook,
  type LibraryKnowledge,
  MOST_ARROWS,
  placeDiagram,
  runsOfTexts,
  svgOf,
  withAnswers,
  withObservations,
} from '../../../slicer/index.ts';
import { KeptAnswers, observedRuns } from '../../live/index.ts';
import { cellsAtEnd, type SourceSession } from '../../sources/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { Command } from '../arguments.ts';
import { isFolder } from '../options/is-folder.ts';
import { type NamedFile, notebooksIn } from '../options/named-files.ts';
import { readOneSession } from '../sources/command-source.ts';
import { libraryFor } from '../sources/library.ts';
import { leaveOut, readEach } from '../sources/read-each.ts';
import { print, printExactly, printJson } from '../terminal/print.ts';
import { progress } from '../terminal/progress.ts';
import { answersOfModel } from './ask-model.ts';
import { diagramDot, diagramMermaid, flowText } from './graph-text.ts';
import { keepAnswer } from './keep-answer.ts';
import { readObserved } from './observed-file.ts';

/** Mermaid's limit of arrows (`maxEdges`). */
const MERMAID_ARROWS = 499;

type GraphCommand = Extract<Command, { type: 'graph' }>;

/** Runs the command; returns the exit code. */
export async function graph(command: GraphCommand): Promise<number> {
  const library = libraryFor(command);
  if (!isFolder(command.source)) {
    await printGraph(command, await readOneSession(command), library, null);
    return 0;
  }
  for (const [option, isGiven] of Object.entries({
    '--format svg': command.format === 'svg',
    '--answer': command.answers.length > 0,
    '--observed': command.observed.length > 0,
  })) {
    if (isGiven) throw new SluiceError(`${option} is for one notebook; ${command.source} is a folder`);
  }
  let isWhole = true;
  const failed = (error: SluiceError, file: NamedFile): void => {
    isWhole = false;
    leaveOut(error, file);
  };
  const read = ({ path }: NamedFile) => readOneSession({ ...command, source: path });
  for await (const { file, found } of readEach(notebooksIn(command.source), read, failed))
    await printGraph(command, found, library, file.path);
  return isWhole ? 0 : 1;
}

/** The facts, with answers to the open questions: from runs, a person or a model. */
async function answeredFacts(
  command: GraphCommand,
  session: SourceSession,
  library: LibraryKnowledge,
  sources: ReadonlyMap<string, string>,
): Promise<readonly CellFacts[]> {
  const { observed, answers, model } = command;
  const facts = factsOfNotebook(cellsAtEnd(session), library);
  const runs = [observedRuns(session.path), ...observed.map(readObserved)];
  const seen = withObservations(facts, runsOfTexts(new Map(runs.flatMap((each) => [...each])), sources));
  for (const answer of answers) keepAnswer(session.path, seen, sources, answer);
  const told = withAnswers(seen, new KeptAnswers(session.path).for(seen, sources));
  return model === null ? told : withAnswers(told, await answersOfModel(told, sources, model));
}

/** `file`: set if there may be several. */
async function printGraph(
  command: GraphCommand,
  session: SourceSession,
  library: LibraryKnowledge,
  file: string | null,
): Promise<void> {
  const { format, bound, transitive, view, name } = command;
  const sources = new Map(cellsAtEnd(session).map(({ cell, source }) => [cell, source]));
  const facts = await answeredFacts(command, session, library, sources);
  const found = buildInformationFlow(facts, bound, transitive);
  if (format === 'json') printJson({ type: 'graph', ...(file === null ? {} : { file }), ...found });
  else if (format === 'text') print(file === null ? flowText(found) : `${file}\n${flowText(found)}`);
  else {
    const diagram = diagramOf(found, { view, name, sources });
    if (name !== null && diagram.nodes.length === 0)
      throw new SluiceError(`no value of ${name} goes from cell to cell`);
    if (format === 'dot') printExactly(diagramDot(diagram));
    else if (format === 'mermaid') {
      if (diagram.arrows.length > MERMAID_ARROWS)
        progress(
          `note: as it comes, Mermaid draws at most ${MERMAID_ARROWS} arrows, and here are ${diagram.arrows.length}; choose with --name`,
        );
      printExactly(diagramMermaid(diagram));
    } else {
      const placed = placeDiagram(diagram);
      if (placed === null)
        throw new SluiceError(
          `${diagram.arrows.length} arrows are too many to draw (at most ${MOST_ARROWS}); choose with --name, or take --format dot`,
        );
      printExactly(svgOf(placed, session.path));
    }
  }
}
