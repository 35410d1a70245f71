/** Runs of open notebooks in processes of their own: as `sluice reproduce` and `sluice check --confirm` do them. */

import { basename } from 'node:path';
import type { NotebookResult } from '../../slicer/index.ts';
import type { NotebookTrials } from '../live/index.ts';
import { proveProblem } from '../problems/index.ts';
import { makeRunFolder, removeRunFolder } from '../processes/index.ts';
import { ensurePrivatePython } from '../python/index.ts';
import { CorpusRunner } from '../research/index.ts';
import { SluiceError } from '../words/index.ts';
import type { CommonOptions } from './common-options.ts';
import { progress } from './progress.ts';
import { reproduceSettings } from './reproduce-options.ts';
import { reproduceRun } from './reproduce-workers.ts';

/** Trials with the kernels from the options. */
export function notebookTrials(options: CommonOptions): NotebookTrials {
  return {
    async reproduce({ path, text }, { network }, { signal, tell }) {
      tell('starting a new kernel');
      const folder = makeRunFolder();
      try {
        const results: NotebookResult[] = [];
        const settings = reproduceSettings({ network }, [path]);
        const runner = new CorpusRunner({
          ...(await reproduceRun({ ...options, inPlace: false }, settings, { folder, pictures: true })),
          each: (result) => results.push(result),
          tell,
        });
        signal.addEventListener('abort', () => void runner.close());
        if (!signal.aborted) await runner.runAll([{ file: basename(path), path, text, problem: null }]);
        const [result] = results;
        if (result === undefined) throw new SluiceError('it was cancelled');
        return result;
      } catch (error) {
        throw signal.aborted ? new SluiceError('it was cancelled') : error;
      } finally {
        removeRunFolder(folder);
      }
    },
    async prove(notebook, phase, problem, following) {
      following.tell('starting');
      const python = options.python ?? (await ensurePrivatePython(progress));
      return proveProblem({ notebook, phase, problem, python }, following);
    },
  };
}
