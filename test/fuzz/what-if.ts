/** `npm run fuzz -- what-if [FROM-TO]`: answers about generated notebooks, every one of them played. What is wrong is printed. */

import { shippedLibrary } from '../../instrument/index.ts';
import { checkAnswers, noCounts } from '../code-impact/check-answers.ts';
import { HostPool, testPython } from '../harness/host.ts';
import { Progress } from './progress.ts';

const NOTEBOOKS = 200;

/** Checks the seeds and reports; the exit code. */
export async function fuzzWhatIf(seeds: string | undefined): Promise<number> {
  const today = Math.floor(Date.now() / 1000) % 1_000_000_000;
  const [from = today, to = from + NOTEBOOKS] = seeds?.split('-').map(Number) ?? [];
  if (!(from < to)) {
    process.stderr.write('sluice: fuzz -- what-if takes FROM-TO, two numbers\n');
    return 2;
  }
  const host = new HostPool(2, await testPython(), ['pandas']);
  const library = shippedLibrary();
  const progress = new Progress(to - from);
  const counts = noCounts();
  for (let seed = from; seed < to; seed += 1) {
    const found = await checkAnswers(host, seed, library);
    for (const [kind, { asked, right }] of Object.entries(found.counts)) {
      const sum = counts[kind as keyof typeof counts];
      sum.asked += asked;
      sum.right += right;
    }
    progress.checked(found.wrong.length > 0);
    for (const each of found.wrong) process.stdout.write(`seed ${seed}: ${each}\n`);
  }
  progress.end();
  host.close();
  for (const [kind, { asked, right }] of Object.entries(counts)) {
    process.stdout.write(`${kind}: ${right} of ${asked}\n`);
  }
  return progress.wrong > 0 ? 1 : 0;
}
