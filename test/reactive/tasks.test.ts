/**
 * Tasks of an event loop that go on between cells, in reactive mode on a real kernel, whose loop they need: after each change
 * every cell is settled, with the output of a run from the top.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { parseNotebook } from '../../runtime/documents/index.ts';
import { openServer } from '../../runtime/kernel/index.ts';
import { HeadlessNotebook } from '../../runtime/live/index.ts';
import { StaticRecorder, TracedKernel } from '../../runtime/session/index.ts';
import { Sample } from '../harness/sample.ts';
import { changingNotebooks, type EverydayCase, type TextsOfCells } from './play-everyday.ts';

const SAMPLE = Sample.ofRun();
const CASES = readFileSync(join(findPackageRoot(), 'test', 'cases', 'reactive', 'tasks.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as EverydayCase)
  .filter(({ name }) => SAMPLE.has(name, 8, 'tasks '));

const server = await openServer();
afterAll(() => server.close());

describe('settles and shows what a run from the top shows', () => {
  it.each(CASES)('$name', { timeout: 120_000 }, async (example) => {
    for (const [first, ...changes] of changingNotebooks(example)) {
      const client = await server.startKernel();
      try {
        const headless = new HeadlessNotebook(
          await TracedKernel.attach(client, 'on', new StaticRecorder()),
          'in-order',
          () => {},
        );
        for (const notebook of [first, ...changes.map((change) => change.notebook)]) {
          const document = parseNotebook(documentOf(notebook), 'tasks.ipynb');
          const { left } = await headless.update(document);
          expect(left).toEqual([]);
          const shown = headless
            .withOutputs(document)
            .cells.map((cell) => (cell.type === 'code' ? textOf(cell.outputs) : ''));
          expect(shown).toEqual(await fromTheTop(notebook));
        }
      } finally {
        await client.shutdown();
      }
    }
  });
});

function documentOf({ order, sources }: TextsOfCells): string {
  const cells = order.map((id) => {
    const source = sources.get(id) ?? '';
    return { cell_type: 'code', id, metadata: {}, execution_count: null, outputs: [], source };
  });
  return JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });
}

async function fromTheTop({ order, sources }: TextsOfCells): Promise<string[]> {
  const client = await server.startKernel();
  try {
    const shown: string[] = [];
    for (const cell of order) {
      const code = sources.get(cell) ?? '';
      shown.push(code === '' ? '' : textOf((await client.execute({ code })).outputs));
    }
    return shown;
  } finally {
    await client.shutdown();
  }
}

/** The text of outputs, in the form of a document or of a kernel. */
function textOf(outputs: readonly object[]): string {
  return outputs
    .map((output) => {
      const { text, evalue, data } = output as Readonly<Record<string, unknown>>;
      return text ?? evalue ?? (data as Readonly<Record<string, unknown>>)['text/plain'];
    })
    .join('');
}
