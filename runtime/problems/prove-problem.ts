/** Has a problem of an open notebook confirmed by runs, in a process of its own, which can be ended with all its children. */

import { builtFile } from '../../instrument/index.ts';
import type { Witness } from '../../slicer/index.ts';
import type { Following } from '../live/index.ts';
import { HelperProcess, makeRunFolder, removeRunFolder } from '../processes/index.ts';
import { SluiceError } from '../words/index.ts';
import type { FromProof, ToProve } from './prove-messages.ts';

const PROGRAM = builtFile('runtime/problems/prove-worker.js');

/** The evidence of runs. @throws {SluiceError} the reason without evidence, or the cancellation. */
export async function proveProblem(asked: ToProve, { signal, tell }: Following): Promise<Witness> {
  const folder = makeRunFolder();
  try {
    const helper = new HelperProcess<ToProve, FromProof>(PROGRAM, folder);
    const end = (): void => helper.kill();
    signal.addEventListener('abort', end);
    try {
      const answer = await helper.ask(asked, tell);
      if (answer.type === 'failure') throw new SluiceError(answer.message);
      return answer.witness;
    } catch (error) {
      throw signal.aborted ? new SluiceError('it was cancelled') : error;
    } finally {
      await helper.close();
    }
  } finally {
    removeRunFolder(folder);
  }
}
