/** The process that confirms a problem by runs; their processes and files end with this process. Nothing is printed. */

import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { answerMessages, removeRunFolder } from '../processes/index.ts';
import { messageOf } from '../words/index.ts';
import { OpenNotebookChecks } from './check-open-notebook.ts';
import type { FromProof, ToProve } from './prove-messages.ts';
import { sentCell } from './sent-cell.ts';

async function prove(
  { notebook, phase, problem, python }: ToProve,
  tell: (text: string) => void,
): Promise<FromProof> {
  const { path, cells, metadata } = notebook;
  const asked = {
    path,
    order: cells.map(({ id }) => id),
    changed: cells.map(sentCell),
    metadata,
    phase,
  };
  const place = {
    folder: dirname(path),
    python: async () => python,
    onProgress: tell,
  };
  return { type: 'witness', witness: await new OpenNotebookChecks().prove(asked, problem, place) };
}

answerMessages<ToProve, FromProof>(prove, (error) => ({ type: 'failure', message: messageOf(error) }));
process.on('disconnect', () => {
  // the starting process is gone, and cannot delete the folder
  process.once('exit', () => removeRunFolder(dirname(tmpdir())));
  process.exit();
});
