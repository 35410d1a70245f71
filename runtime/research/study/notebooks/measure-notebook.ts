/** Measures a notebook without running it: its text, the effects of each cell, leaks, and the agreement with annotations. */

import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import {
  type AnnotatedCell,
  askEveryCell,
  type Bound,
  buildInformationFlow,
  type CellFacts,
  countText,
  factsOfNotebook,
  followRuns,
  type InformationFlow,
  type LibraryKnowledge,
  leftOverCells,
  scoreFlows,
} from '../../../../slicer/index.ts';
import { checkedSource, type Libraries, NOWHERE, type Projects } from '../../../checking/index.ts';
import { mendedNote, OtherLanguage } from '../../../documents/index.ts';
import { type CodeCell, cellsAtEnd, readSource } from '../../../sources/index.ts';
import { SluiceError } from '../../../words/index.ts';
import { type AnalysedNotebook, leftOut, type NotebookMeasures } from './analysed-notebook.ts';
import { annotationName } from './annotations.ts';

/** The needs besides the notebook. */
export interface Measuring {
  readonly libraries: Libraries;
  readonly projects: Projects;
  readonly annotations: ReadonlyMap<string, readonly AnnotatedCell[]>;
  /** Called for each repaired fault of a notebook. */
  readonly say?: (note: string) => void;
  /** Milliseconds, of whichever clock. */
  readonly now: () => number;
}

/** The result of a notebook or session file. @throws only where something is wrong with Sluice */
export async function measureNotebook(
  file: string,
  path: string,
  measuring: Measuring,
): Promise<AnalysedNotebook> {
  try {
    const source = await readSource(path);
    if (source.type !== 'session') return leftOut(file, 'unreadable', 'a history of several sessions');
    const note = source.kind === 'notebook' ? mendedNote(source.notebook, file) : null;
    if (note !== null) measuring.say?.(`note: ${note}`);
    const cells = cellsAtEnd(source);
    const library = measuring.libraries.around(dirname(path));
    const code = cells.filter((cell) => cell.source.trim() !== '');
    if (code.length === 0) return leftOut(file, 'no-code', 'it has no code');
    const checked = { ...checkedSource(source, measuring.projects), surroundings: NOWHERE };
    // before anything else has parsed its texts
    const analysed = measured(cells, code, library, measuring.now);
    const { isolated, idle } = leftOverCells(checked, library);
    const facts = factsOfNotebook(cells, library);
    const measures = {
      ...analysed,
      isolated: isolated.length,
      idle: idle.length,
      unlinked: unlinkedAmong(code, buildInformationFlow(facts, 'resolved')),
      annotated: annotatedScores(measuring.annotations.get(annotationName(basename(path))), facts),
    };
    return { type: 'analysed-notebook', file, status: 'measured', cause: null, why: null, measures };
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return leftOut(file, error instanceof OtherLanguage ? 'not-python' : 'unreadable', error.message);
  }
}

function measured(
  cells: readonly CodeCell[],
  code: readonly CodeCell[],
  library: LibraryKnowledge,
  now: () => number,
): Omit<NotebookMeasures, 'isolated' | 'idle' | 'unlinked' | 'annotated'> {
  const sources = code.map(({ source }) => source);
  const impact = askEveryCell(cells, library, now);
  const started = now();
  const leaks = { preprocessing: 0, overlap: 0, 'multi-test': 0, target: 0 };
  for (const { kind, note } of followRuns(sources, library).leaks.found) if (!note) leaks[kind] += 1;
  const leaksMs = now() - started;
  return {
    code: createHash('sha256').update(JSON.stringify(sources)).digest('hex').slice(0, 32),
    text: countText(sources, library),
    impact: { ...impact, summariesMs: tidy(impact.summariesMs), questionsMs: tidied(impact.questionsMs) },
    leaks,
    leaksMs: tidy(leaksMs),
  };
}

function unlinkedAmong(cells: readonly CodeCell[], { flows }: InformationFlow): number {
  const linked = new Set(flows.flatMap(({ from, to }) => [from, to]));
  return cells.filter(({ cell }) => !linked.has(cell)).length;
}

/** Null: there are no annotations of the notebook, or its cells have changed. */
function annotatedScores(
  annotated: readonly AnnotatedCell[] | undefined,
  facts: readonly CellFacts[],
): NotebookMeasures['annotated'] {
  if (annotated === undefined || annotated.some(({ cell }) => cell > facts.length)) return null;
  const scored = (bound: Bound) => scoreFlows(annotated, buildInformationFlow(facts, bound));
  return { lower: scored('lower'), resolved: scored('resolved'), upper: scored('upper') };
}

/** A clock tells no more than microseconds. */
function tidy(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

function tidied<Key extends string>(times: Readonly<Record<Key, readonly number[]>>): Record<Key, number[]> {
  const pairs = Object.entries<readonly number[]>(times).map(([key, all]) => [key, all.map(tidy)] as const);
  return Object.fromEntries(pairs) as Record<Key, number[]>;
}
