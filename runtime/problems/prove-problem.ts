/** Has a problem of an open notebook confirmed by runs, in a process of its own that can be ended with all that it has started. */

import { builtFile } from '../../instrument/index.ts';
import type { Witness } from '../../slicer/index.ts';
import { SluiceError } from '../errors.ts';
import type { Following } from '../live/index.ts';
import { HelperProcess, makeRunFolder, removeRunFolder } from '../processes/index.ts';
import type { FromProof, ToProve } from './prove-messages.ts';

const PROGRAM = builtFile('runtime/problems/prove-worker.js');

/** What runs show. @throws {SluiceError} why nothing could be found out, or that it was given up. */
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
