/** `--merge`: results of several runs, or of the shards of one, in one file. */

import { mergeResults, type Result, type StudiedKind } from '../../research/index.ts';
import { counted } from '../../words/index.ts';
import { checkOutputPath } from '../options/output-path.ts';
import { progress } from '../terminal/progress.ts';

/**
 * Joins the results, and prints their number. @throws {SluiceError} 2 when two disagree, or a file has other
 * content
 */
export async function joinResults<R extends Result>(
  kind: StudiedKind<R>,
  sources: readonly string[],
  merge: string,
): Promise<void> {
  checkOutputPath(merge, null);
  progress(`saved ${merge}, ${counted(await mergeResults(kind, sources, merge), 'result')}`);
}
