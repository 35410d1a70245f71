/** The values at the end of a variant, by names, with digests for comparison. Runs no cell. */

import { type CellId, type CoreState, GLOBALS } from '../../../slicer/index.ts';
import type { AgentQuestions } from '../../session/index.ts';
import type { VariantValue } from './branch.ts';

/** The values of names bound by the variant's own cells, and of the `changed` names. */
export async function endValues(
  questions: AgentQuestions,
  { settlement }: CoreState,
  isOwn: (cell: CellId) => boolean,
  changed: ReadonlySet<string>,
): Promise<readonly VariantValue[]> {
  const { graph } = settlement;
  const isBound = (field: string): boolean => {
    let writer: CellId | null = null;
    graph.forEachWriter({ object: GLOBALS, field }, (index) => {
      writer = graph.cellOf(index);
    });
    return writer !== null && isOwn(writer);
  };
  const facts = (await questions.variables()).filter(
    ([name, , , , , kind]) => kind === 'data' && (changed.has(name) || isBound(name)),
  );
  const digests = await questions.digests(facts.map(([name]) => name));
  return facts.map(([name, type, preview, size]) => ({
    name,
    type,
    text: size === null ? preview : `${size}: ${preview}`,
    digest: digests[name]?.[1] ?? null,
  }));
}
