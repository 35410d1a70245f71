/** Runs of open notebooks in processes of their own: as `sluice reproduce` and `sluice check --confirm` do them; and sweeps, as `sluice sweep` does them. */

import { basename } from 'node:path';
import type { NotebookResult } from '../../../slicer/index.ts';
import { parseNotebook } from '../../documents/index.ts';
import type { NotebookTrials, WantedKernel } from '../../live/index.ts';
import { proveProblem } from '../../problems/index.ts';
import { makeRunFolder, removeRunFolder } from '../../processes/index.ts';
import { ensurePrivatePython } from '../../python/index.ts';
import { CorpusRunner, Sweep, sweepPage, sweepTable } from '../../research/index.ts';
import { counted, SluiceError } from '../../words/index.ts';
import type { CommonOptions } from '../options/common-options.ts';
import { reproduceSettings } from '../reproduce/reproduce-options.ts';
import { reproduceRun } from '../reproduce/reproduce-workers.ts';
import { openSweepKernel } from '../sweep/sweep-kernels.ts';
import { sweepSettings } from '../sweep/sweep-options.ts';
import { progress } from '../terminal/progress.ts';
import { withWorkplace } from '../workplace/workplace.ts';

/** Trials with the kernels from the options. `kernelOf`: the name of an open notebook's kernel; undefined: that of the options. */
export function notebookTrials(
  options: CommonOptions,
  kernelOf: (wanted: WantedKernel) => Promise<string | undefined>,
): NotebookTrials {
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
    async sweep({ path, text }, wanted, { parameters, collect }, { signal, tell }) {
      const pairs = parameters.map(({ name, values }) => `${name}=${values}`);
      const notebook = parseNotebook(text, path);
      const sweep = new Sweep(
        notebook,
        basename(path),
        sweepSettings({ parameter: pairs, collect: [...collect] }),
      );
      tell(`starting a new kernel for ${counted(sweep.size, 'combination')}`);
      const kernelName = (await kernelOf(wanted)) ?? options.kernelName;
      const named = kernelName === undefined ? {} : { kernelName };
      await withWorkplace({ ...options, ...named, inPlace: false }, path, async (workplace) => {
        // a running cell ends with its kernel
        signal.addEventListener('abort', () => void workplace.closeKernels());
        await sweep.run({
          open: () => openSweepKernel(workplace, notebook),
          each: () => tell(`${sweep.points.length} of ${counted(sweep.size, 'combination')}`),
          signal,
        });
      });
      if (sweep.points.length === 0) throw new SluiceError('it was cancelled');
      const { report, saved } = sweep;
      return { page: await sweepPage(report), table: sweepTable(report), saved };
    },
  };
}
