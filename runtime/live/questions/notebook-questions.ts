/** Answers pages' questions about variables, from records. It changes nothing. */

import { type CellId, type CoreState, type DependenceGraph, findLoopNames } from '../../../slicer/index.ts';
import type { TracedKernel } from '../../session/index.ts';
import type { Answer, Variable } from '../messages/messages.ts';

/** The global names, with the cells that write and read them. */
export async function variablesAnswer(core: CoreState, kernel: TracedKernel): Promise<Answer> {
  const { settlement, standings, order } = core;
  const found = await kernel.questions.variables();
  const readers = new Map<string, CellId[]>();
  for (const cell of order) {
    for (const { object, field } of settlement.reads(cell)) {
      if (object === 'g') readers.set(field, [...(readers.get(field) ?? []), cell]);
    }
  }
  const loops = findLoopNames(core.sources.values());
  const variables = found.map(([name, type, preview, size, isTable, given]): Variable => {
    const kind = given === 'data' && loops.has(name) ? 'loop' : given;
    const writer = lastWriter(settlement.graph, name);
    const standing = writer === null ? undefined : standings.get(writer);
    const stale = standing !== undefined && standing.type !== 'settled' && standing.type !== 'failed';
    return { name, type, preview, size, writer, readers: readers.get(name) ?? [], stale, isTable, kind };
  });
  return { to: 'variables', variables };
}

function lastWriter(graph: DependenceGraph, field: string): CellId | null {
  let found: CellId | null = null;
  graph.forEachWriter({ object: 'g', field }, (index) => {
    found = graph.cellOf(index);
  });
  return found;
}
