/**
 * Makes a copy of a notebook with fixed causes: seeds, paths, deleted cells of its sessions, versions of
 * packages. It runs the copy and reports the result; the notebook itself stays unchanged.
 */

import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import {
  type AppliedFix,
  type CellResult,
  type FixedResult,
  type NotebookResult,
  type PlannedFix,
  planFixes,
} from '../../../slicer/index.ts';
import {
  asJupyterNotebook,
  type Cell,
  type CodeCell,
  describeFailure,
  type Notebook,
  readNotebook,
  saveAtomically,
  serializeNotebook,
  withOutputs,
} from '../../documents/index.ts';
import { loggedSources } from '../../live/index.ts';
import { filesBelow } from '../../sources/index.ts';
import { SluiceError } from '../../words/index.ts';
import { FIXED } from './corpus.ts';
import { type ReproduceOptions, reproduceNotebook } from './reproduce-notebook.ts';
import type { CellRun, ReproduceHost } from './run-cells.ts';

/** The place for a copy's run, and its pinned packages. */
export interface FixHost {
  placeFor(notebook: Notebook): Promise<ReproduceHost>;
  /** The versions, in pip's syntax, of an environment made to fix packages. */
  readonly lock: string | null;
}

/** The inputs of a fix besides the result. */
export interface FixRequest {
  readonly file: string;
  readonly path: string;
  /** The path of the copy; null: beside the notebook, as `NAME.fixed.ipynb`. */
  readonly out: string | null;
  readonly options: ReproduceOptions;
  /** `pinned`: whether packages should be fixed. */
  placeWith(pinned: boolean): Promise<FixHost>;
}

/** The limit of files in a search for a moved file. */
const MOST_FILES = 20_000;
const PACKAGES = new Set(['missing-package', 'package-version']);

/** Fixes the notebook, runs the copy, and saves it with its new outputs; null: there is nothing to fix. */
export async function fixNotebook(result: NotebookResult, request: FixRequest): Promise<FixedResult | null> {
  const { path, options } = request;
  const notebook = readNotebook(path);
  const code = notebook.cells.filter((cell): cell is CodeCell => cell.type === 'code');
  const folder = dirname(path);
  const fixes = planFixes(code, result.cells.map(faultOf), {
    exists: (file) => existsSync(resolve(folder, file)),
    filesNamed: (name) => filesNamed(folder, name),
    runs: loggedSources(path),
  });
  const packages = result.cells.find(({ cause }) => PACKAGES.has(cause ?? ''));
  const place = await request.placeWith(packages !== undefined);
  if (fixes.length === 0 && place.lock === null) return null;
  const out = request.out ?? join(folder, `${basename(path).replace(/\.(?:ipynb|py)$/i, '')}${FIXED}`);
  const pins = place.lock === null ? null : out.replace(/\.ipynb$/, '.requirements.txt');
  const ids = new Map(code.map(({ id }, at) => [id, at + 1]));
  const applied: AppliedFix[] = [
    ...(pins === null || packages?.cause == null
      ? []
      : [
          {
            cell: packages.cell,
            index: packages.index,
            cause: packages.cause,
            title: `versions of ${basename(pins)}`,
          },
        ]),
    ...fixes.map(({ cell, cause, title }) => ({ cell, index: ids.get(cell)!, cause, title })),
  ];
  const copy = { ...mended(notebook, fixes), path: out };
  // names that no person chose
  const within = request.out === null ? folder : null;
  save(out, serializeNotebook(asJupyterNotebook(copy)), within);
  if (pins !== null) save(pins, place.lock!, within);
  let runs: readonly CellRun[] = [];
  const keep = (each: readonly CellRun[]): void => {
    runs = each;
  };
  const name = request.out === null ? join(dirname(request.file), basename(out)) : relative('', out);
  const { order } = result;
  const again = await reproduceNotebook(name, out, place.placeFor, { ...options, order, keep });
  save(out, serializeNotebook(asJupyterNotebook(withRuns(copy, runs))), within);
  const repeats = again.cells.filter(
    ({ status, repeats: same }) => status === 'different' && same === true,
  ).length;
  const { status, outputs, environment } = again;
  return {
    file: name,
    requirements: pins === null ? null : basename(pins),
    applied,
    status,
    outputs,
    environment,
    repeats,
  };
}

function faultOf({ cell, first, cause, differences }: CellResult) {
  const error = differences.find(({ item }) => item === 'error')?.now.find(({ kind }) => kind === 'error');
  return { cell, first, cause, missingName: /^NameError: name '(\w+)'/.exec(error?.text ?? '')?.[1] ?? null };
}

/** In the notebook's folder or below; else in the folder above. */
function filesNamed(folder: string, name: string): readonly string[] {
  for (const root of [folder, dirname(folder)]) {
    const found: string[] = [];
    let seen = 0;
    for (const { path, entry } of filesBelow(root, () => {})) {
      seen += 1;
      if (seen > MOST_FILES) break;
      if (entry.isFile() && entry.name === name) found.push(relative(folder, path).replaceAll('\\', '/'));
    }
    if (found.length > 0) return found;
  }
  return [];
}

function mended(notebook: Notebook, fixes: readonly PlannedFix[]): Notebook {
  let number = 0;
  const cells = notebook.cells.flatMap((cell): readonly Cell[] => {
    const own = fixes.filter((fix) => fix.cell === cell.id);
    if (own.length === 0 || cell.type !== 'code') return [cell];
    const added = own
      .filter(({ before }) => before)
      .map(({ source }): CodeCell => {
        number += 1;
        // with a count, so that it runs together with the cell below, in every order
        const { executionCount } = cell;
        return {
          type: 'code',
          id: `sluice-fix-${number}`,
          source,
          metadata: {},
          executionCount,
          outputs: [],
        };
      });
    const text = own.findLast(({ before }) => !before)?.source ?? cell.source;
    return [...added, { ...cell, source: text }];
  });
  return { ...notebook, cells };
}

function withRuns(notebook: Notebook, runs: readonly CellRun[]): Notebook {
  return runs.reduce(
    (known, { cell, exec, outputs }) => (exec === null ? known : withOutputs(known, cell.id, outputs, exec)),
    notebook,
  );
}

function save(path: string, text: string, within: string | null): void {
  try {
    saveAtomically(path, text, within);
  } catch (error) {
    throw new SluiceError(`cannot save ${path}: ${describeFailure(error)}`);
  }
}
