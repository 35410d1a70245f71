/** Compares the open notebook with git's last commit or with another file, by the engine of `sluice diff`. */

import { realpathSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { compareNotebooks, itemText } from '../../difference/index.ts';
import { type Notebook, parseNotebook, readNotebook } from '../../documents/index.ts';
import { runGit } from '../../processes/index.ts';
import { SluiceError } from '../../words/index.ts';
import type {
  ChangedCell,
  DifferenceAnswer,
  OtherVersion,
  VersionCell,
} from '../messages/difference-messages.ts';
import type { StandingNotebook } from './notebook-checker.ts';

/** Longer texts of outputs are cut. */
const MOST_OUTPUT = 4_000;

/** The differences. @throws {SluiceError} without such a version */
export async function differenceAnswer(
  { path, cells }: StandingNotebook,
  text: () => string,
  from: OtherVersion,
): Promise<DifferenceAnswer> {
  const now = { ...parseNotebook(text(), path, 'any'), cells };
  const [before, name] = from.type === 'head' ? await lastCommit(path) : otherFile(path, from.path);
  const { cells: changed, metadata } = compareNotebooks(before, now);
  return {
    to: 'difference',
    name,
    metadata,
    cells: changed.map((each): ChangedCell => {
      const outputs = each.outputs.map(({ item, kinds }) => ({
        item,
        kinds,
        before: cut(itemText(each.before!.cell, item)),
        after: cut(itemText(each.after!.cell, item)),
      }));
      return {
        before: versionCell(each.before),
        after: versionCell(each.after),
        changed: each.changed,
        outputs,
      };
    }),
  };
}

type AfterCell = ReturnType<typeof compareNotebooks>['cells'][number]['after'];

function versionCell(place: AfterCell): VersionCell | null {
  if (place === null) return null;
  const { id, type, source } = place.cell;
  return { cell: id, type, index: place.index, source };
}

const cut = (text: string): string => (text.length > MOST_OUTPUT ? `${text.slice(0, MOST_OUTPUT)} …` : text);

async function lastCommit(path: string): Promise<readonly [Notebook, string]> {
  const folder = dirname(path);
  const root = (await runGit(folder, ['rev-parse', '--show-toplevel']))?.trimEnd();
  if (!root) throw new SluiceError(`${folder} is in no git repository; compare with a file instead`);
  const name = relative(realpathSync(root), realpathSync(path)).split(sep).join('/');
  const committed = await runGit(root, ['show', '--no-textconv', `HEAD:${name}`]);
  if (committed === null) throw new SluiceError(`${name} is not in the last commit yet`);
  return [parseNotebook(committed, `${name} of the last commit`, 'any'), 'the last commit'];
}

function otherFile(path: string, other: string): readonly [Notebook, string] {
  const file = resolve(dirname(path), other);
  return [readNotebook(file, 'any'), basename(file)];
}
