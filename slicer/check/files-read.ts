/** The files that a notebook reads by a relative name and does not make itself. This file looks at no disk. */

import type { Range } from '../static/syntax.ts';
import type { CodeCell, FoundCall, FoundString } from './facts.ts';

/** A read of a file. */
export interface FileRead {
  readonly cell: CodeCell;
  readonly path: string;
  readonly at: Range;
}

const READS =
  /^(?:pandas|geopandas|polars|dask\.dataframe|cudf|modin\.pandas)\.read_(?!sql|html|clipboard|gbq|database)\w+$|^geopandas\.read_file$|^numpy\.(?:load|loadtxt|genfromtxt|fromfile)$|^(?:cv2|matplotlib\.pyplot|skimage\.io|imageio(?:\.v\d)?)\.imread$|^PIL\.Image\.open$|^joblib\.load$|^scipy\.io\.(?:loadmat|wavfile\.read)$|^librosa\.load$|^xarray\.open_dataset$|^(?:io\.)?open$/;
/** Signs of cells that may fetch files, or change the folder, without naming the files. */
const BRINGS =
  /\b(?:wget|curl|git|gdown|kaggle|unzip|tar|aria2c|rsync|scp|dvc|aws|gsutil|urlretrieve|urlopen|requests|extractall|unpack_archive|copytree|snapshot_download|hf_hub_download|download\w*|chdir|mount|upload|subprocess|Popen|system|rename|symlink)\b|%cd\b|^\s*[!%]?\s*(?:cd|cp|mv|ln)\b/m;

/** Reads of files by a plain relative path, with no earlier call that could have made the file. */
export function filesRead(code: readonly CodeCell[]): FileRead[] {
  const found: FileRead[] = [];
  const mentioned: string[] = [];
  for (const cell of code) {
    if (BRINGS.test(cell.source)) return found;
    for (const call of cell.calls) {
      const string = call.inFunction ? null : pathRead(cell, call);
      if (string === null) continue;
      const { text, at } = string;
      // (`np.savez('x')` writes x.npz)
      const name = text
        .split('/')
        .at(-1)!
        .replace(/(?<=.)\.\w+$/, '');
      const own = cell.source.slice(0, call.node.from);
      if ([...mentioned, own].some((text) => text.includes(name))) continue;
      found.push({ cell, path: text, at });
    }
    mentioned.push(cell.source);
  }
  return found;
}

/** The path, if the call reads a file with a literal relative name. */
function pathRead(cell: CodeCell, { node, path }: FoundCall): FoundString | null {
  if (path === null || !READS.test(path)) return null;
  const [first, second] = node.arguments;
  const named = node.arguments.find(
    ({ keyword }) => keyword !== null && /^(?:filepath\w*|path\w*|fname|file)$/.test(keyword),
  );
  const argument = first?.keyword === null && !first.star ? first : named;
  const value = argument?.value;
  if (value?.type !== 'constant') return null;
  if (
    /(?:^|\.)open$/.test(path) &&
    isWritten(second ?? node.arguments.find(({ keyword }) => keyword === 'mode'))
  )
    return null;
  const string = cell.strings.find(({ at }) => at.from > value.from && at.to < value.to);
  if (string === undefined || !string.whole) return null;
  // a name with a folder or an ending; no URL, no absolute path, no pattern, no text in place of a file
  const isRelative = /^(?![/~\\]|[A-Za-z]+:)[^\n*?{}<>|\\]+$/.test(string.text) && /[./]/.test(string.text);
  return isRelative && string.text.length < 200 ? string : null;
}

function isWritten(mode: FoundCall['node']['arguments'][number] | undefined): boolean {
  return mode?.value.type === 'constant' && /[wax]/.test(mode.value.text);
}
