/**
 * `npm run fuzz -- tables`: every expression of a table after a cell that changes what it looks at, and every change of another before a
 * look at everything, each in several places of a program (`test/cases/tables/`). What is wrong is printed as a case.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../instrument/index.ts';
import { HostPool, testPython } from '../harness/host.ts';
import {
  HEAVY_MODULES,
  judge,
  type MarkedNotebook,
  type Mode,
  type Row,
} from '../harness/marked-notebooks.ts';
import { Progress } from './progress.ts';

const MODES: readonly Mode[] = [
  { label: 'cell', level: 'cell' },
  { label: 'statement', level: 'statement' },
  { label: 'statement, budget 0', level: 'statement', budget: 0 },
];

/** Checks all of them and reports; the exit code. */
export async function fuzzTables(): Promise<number> {
  const notebooks = [...expressions(), ...changes()];
  const pool = new HostPool(2, await testPython(), HEAVY_MODULES);
  const progress = new Progress(notebooks.length);
  const counts = new Map<string, number>();
  const queue = notebooks[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const rows = await judge(pool, next.value, MODES, 60);
      for (const { mode, mark } of rows)
        counts.set(`${mode}: ${mark}`, (counts.get(`${mode}: ${mark}`) ?? 0) + 1);
      const wrong = rows.filter(isWrong);
      progress.checked(wrong.length > 0);
      if (wrong.length > 0)
        process.stdout.write(
          `${wrong.map((row) => `${row.mode}: ${row.why}`).join('\n')}\n${JSON.stringify(next.value)}\n`,
        );
    }
  };
  const finish = (): number => {
    progress.end();
    pool.close();
    const lines = [...counts].map(([what, count]) => `${what} ${count}`);
    process.stdout.write(`${lines.sort().join('\n')}\n`);
    return progress.wrong > 0 ? 1 : 0;
  };
  const stop = (): never => process.exit(finish());
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  await Promise.all(Array.from({ length: 4 }, work));
  return finish();
}

function isWrong({ mark }: Row): boolean {
  return mark === 'SILENTLY WRONG' || mark === 'no answer';
}

function expressions(): MarkedNotebook[] {
  return filled('around-expressions.txt', 'expressions.txt').map(([name, last]) =>
    notebook(name, [text('change.py'), last]),
  );
}

function changes(): MarkedNotebook[] {
  return filled('around-changes.txt', 'changes.txt').map(([name, change]) =>
    notebook(name, [change, text('look.py')]),
  );
}

/** Each line of a table in each of its places, with a name. */
function filled(places: string, table: string): [string, string][] {
  const blocks = text(places)
    .split('\n\n')
    .filter((block) => !block.startsWith('#'));
  const lines = text(table).split('\n');
  return blocks.flatMap((block, place) =>
    lines.map((line): [string, string] => [
      `place ${place + 1}: ${line}`,
      block.replaceAll('...', () => line),
    ]),
  );
}

function notebook(name: string, cells: readonly string[]): MarkedNotebook {
  return { name, cells: [text('objects.py'), ...cells], value: 'y', must: [], mustNot: [] };
}

function text(file: string): string {
  return readFileSync(join(findPackageRoot(), 'test', 'cases', 'tables', file), 'utf8').trim();
}
