/** `sluice store verify FILE --rerun`: runs some of a notebook's stored runs again, and drops those that come out different. */

import { cellsToRun, readNotebook } from '../../documents/index.ts';
import { CannotResume, type StoreFolder } from '../../store/index.ts';
import { counted, SluiceError } from '../../words/index.ts';
import type { CommonOptions } from '../options/common-options.ts';
import { mustHaveStore, sessionWithStore } from '../run/run-with-store.ts';
import { print, printJson } from '../terminal/print.ts';
import { withWorkplace } from '../workplace/workplace.ts';

/** A notebook whose stored runs are to run again. `share`: so many of them, by lot. */
export interface Rerun {
  readonly path: string;
  readonly share: number;
  readonly options: CommonOptions;
}

/** Runs the command; returns the exit code: 1 if a run came out different. The notebook stays as it is. */
export async function rerunStored(store: StoreFolder, { path, share, options }: Rerun): Promise<number> {
  const cells = cellsToRun(readNotebook(path));
  const { repeated, failed } = await withWorkplace(options, path, async (workplace) => {
    const kernel = await workplace.kernel(workplace.folder, options.trace);
    mustHaveStore(kernel, options);
    // (no other run is stored)
    const wishes = { resumes: true, from: Infinity, times: 0, repeats: () => Math.random() < share };
    const session = sessionWithStore(kernel, store, wishes, path, cells);
    try {
      for (const [at, { id, source }] of cells.entries()) {
        const outcome = await session.run(at + 1, id, source, {});
        if (outcome.type === 'ran' && outcome.run.result.status !== 'ok')
          return { repeated: session.repeated, failed: at + 1 };
      }
      return { repeated: session.repeated, failed: null };
    } catch (error) {
      if (error instanceof CannotResume) throw new SluiceError(`nothing more is compared: ${error.message}`);
      throw error;
    } finally {
      await session.finish();
    }
  });
  const different = repeated.filter(({ difference }) => difference !== null);
  for (const { title, difference, unknown } of repeated) {
    if (options.json) printJson({ type: 'repeated', title, difference, unknown });
    else if (difference !== null) print(`removed ${title}: ${difference}`);
    else if (unknown !== null) print(`not compared: ${title}: ${unknown}`);
  }
  const [ran, removed] = [repeated.length, different.length];
  if (options.json) printJson({ type: 'summary', ran, removed, failed });
  else {
    if (failed !== null) print(`code cell ${failed} fails; nothing below it is compared`);
    print(`${counted(ran, 'stored run')} ran again${removed > 0 ? `, ${removed} removed` : ''}`);
  }
  return removed > 0 ? 1 : 0;
}
