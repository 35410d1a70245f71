/** The loop of commands over the files of their sources: one that cannot be read does not stop the others of its folder. */

import { setImmediate as turn } from 'node:timers/promises';
import { SluiceError } from '../../words/index.ts';
import type { NamedFile } from '../options/named-files.ts';
import { progress, ticker } from '../terminal/progress.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { written } from '../terminal/terminal.ts';

/** Files between two lines of progress. */
const TOLD = 20;

/** A file with the result of reading the file. */
export interface ReadFile<Read> {
  readonly file: NamedFile;
  readonly found: Read;
}

/** Reads the files, one at a time. `failed`: called for each file that cannot be read. */
export async function* readEach<Read>(
  files: Iterable<NamedFile>,
  read: (file: NamedFile) => Promise<Read> | Read,
  failed: (error: SluiceError, file: NamedFile) => void = leaveOut,
): AsyncGenerator<ReadFile<Read>> {
  const line = ticker();
  let number = 0;
  try {
    for (const file of files) {
      number += 1;
      if (number % TOLD === 0) line.tell(`${number} notebooks: ${shownPath(file.path)}`);
      try {
        yield { file, found: await read(file) };
      } catch (error) {
        if (!(error instanceof SluiceError)) throw error;
        failed(error, file);
      }
      // a reader may be slow, and a person may want to stop the command
      await written();
      await turn();
    }
  } finally {
    line.done();
  }
}

/** Leaves out a file of a folder, with a message. @throws {SluiceError} for a file that the person has named */
export function leaveOut(error: SluiceError, { within }: NamedFile): void {
  if (within === null) throw error;
  progress(`left out: ${error.message}`);
}
