/** The cells of one notebook that a change since a revision can reach, from texts, files and the session log. */

import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  type AffectedCell,
  affectedCells,
  alignCells,
  buildInformationFlow,
  type FoundImport,
  factsOfNotebook,
  filesRead,
  type ImportingCell,
  importsIn,
  type LibraryKnowledge,
  meaningOf,
  moduleFlows,
  type NotebookVersion,
  type OutsideCause,
  runsOfTexts,
  textFacts,
  withObservations,
} from '../../slicer/index.ts';
import { checkedNotebook, Projects } from '../checking/index.ts';
import { type CodeCell, hasOwnIds, type Notebook, parseNotebook, readText } from '../documents/index.ts';
import { observedRuns, watchedInLog } from '../live/index.ts';
import { SluiceError } from '../words/index.ts';
import type { GitChange } from './git-change.ts';
import { mentionedFiles } from './mentioned-files.ts';
import { OwnModules } from './own-modules.ts';

/** An affected cell with the number of its outputs. */
export interface AffectedOutputs extends AffectedCell {
  readonly outputs: number;
}

/** The affected cells, in page order. `library`: for flows of names. @throws {SluiceError} 2 for a bad notebook */
export async function affectedInNotebook(
  notebook: Notebook,
  change: GitChange,
  library: LibraryKnowledge,
): Promise<readonly AffectedOutputs[]> {
  const path = join(realpathSync(dirname(notebook.path)), basename(notebook.path));
  const before = change.changed.has(path) ? await formerVersion(path, change) : notebook;
  const imports = await changedImports(before, notebook, change, dirname(path));
  const cells = codeCells(notebook);
  const formerOf = before === null ? new Map<string, string>() : pairsOf(before, notebook);
  const now = versionOf(cells, library, path, imports.mattersNow);
  const then = before === null ? null : versionOf(codeCells(before), library, path, imports.matteredBefore);
  const outside = outsideCauses(notebook, change, library, imports);
  const counts = new Map(cells.map(({ id, outputs }) => [id, outputs.length]));
  return affectedCells(then, now, formerOf, outside).map((each) => ({
    ...each,
    outputs: counts.get(each.cell) ?? 0,
  }));
}

/** Null: the notebook did not exist, or was none. */
async function formerVersion(path: string, change: GitChange): Promise<Notebook | null> {
  const text = await change.before(path);
  if (text === null) return null;
  try {
    return parseNotebook(text, path);
  } catch (error) {
    if (error instanceof SluiceError) return null;
    throw error;
  }
}

/** The imports that give other code than before: their cells, and whether one is among them. */
interface ChangedImports {
  /** By cell of the present notebook: the changed files that its imports load. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  matteredBefore(found: FoundImport): boolean;
  mattersNow(found: FoundImport): boolean;
}

async function changedImports(
  before: Notebook | null,
  notebook: Notebook,
  change: GitChange,
  folder: string,
): Promise<ChangedImports> {
  const modules = new OwnModules(folder, (path) => change.changed.has(path));
  const changed = await changedModules(change);
  const loads = (found: FoundImport) => modules.filesOf(found).filter((file) => changed.has(file));
  const [old, own] = [importKeys(before), importKeys(notebook)];
  const files = codeCells(notebook).map(({ id, source }) => {
    const all = importsIn(source).flatMap(loads);
    return [id, [...new Set(all)]] as const;
  });
  return {
    files: new Map(files),
    matteredBefore: (found) => loads(found).length > 0 || keysOf(found).some((key) => !own.has(key)),
    mattersNow: (found) => loads(found).length > 0 || keysOf(found).some((key) => !old.has(key)),
  };
}

/** The changed Python files with code of another meaning than before. */
async function changedModules(change: GitChange): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const path of change.changed) {
    if (!path.endsWith('.py')) continue;
    const [then, now] = [await change.before(path), textOf(path)];
    if (then === null || now === null || meaningOf(then) !== meaningOf(now)) found.add(path);
  }
  return found;
}

function textOf(path: string): string | null {
  try {
    return readText(path);
  } catch {
    return null;
  }
}

function importKeys(notebook: Notebook | null): ReadonlySet<string> {
  const cells = notebook === null ? [] : codeCells(notebook);
  return new Set(cells.flatMap(({ source }) => importsIn(source).flatMap(keysOf)));
}

function keysOf({ module, bound, star }: FoundImport): readonly string[] {
  return star ? [`${module} *`] : bound.map((name) => `${module} ${name}`);
}

function versionOf(
  code: readonly CodeCell[],
  library: LibraryKnowledge,
  path: string,
  follows: (found: FoundImport) => boolean,
): NotebookVersion {
  const cells = code.map(({ id, source }) => ({ cell: id, source }));
  const sources = new Map(cells.map(({ cell, source }) => [cell, source]));
  const facts = withObservations(factsOfNotebook(cells, library), runsOfTexts(observedRuns(path), sources));
  const importing: ImportingCell[] = cells.map((each) => ({ ...each, imports: importsIn(each.source) }));
  return {
    cells,
    flows: [...buildInformationFlow(facts, 'upper').flows, ...moduleFlows(importing, follows)],
  };
}

function pairsOf(before: Notebook, after: Notebook): ReadonlyMap<string, string> {
  const pairs = alignCells(before.cells, after.cells, hasOwnIds(before) && hasOwnIds(after));
  return new Map(
    pairs.flatMap((pair) =>
      pair.before === null || pair.after === null
        ? []
        : [[after.cells[pair.after]!.id, before.cells[pair.before]!.id] as const],
    ),
  );
}

function outsideCauses(
  notebook: Notebook,
  { changed }: GitChange,
  library: LibraryKnowledge,
  { files }: ChangedImports,
): ReadonlyMap<string, readonly OutsideCause[]> {
  const folder = realpathSync(dirname(notebook.path));
  const own = join(folder, basename(notebook.path));
  const data = [...changed].filter((path) => path !== own);
  const found = new Map<string, readonly OutsideCause[]>();
  if (data.length === 0) return found;
  const { code } = textFacts(checkedNotebook(notebook, new Projects().around(folder)), library);
  const reads = new Map<string, Set<string>>();
  for (const { cell, path } of filesRead(code)) {
    reads.set(cell.id, (reads.get(cell.id) ?? new Set()).add(path));
  }
  const watched = watchedInLog(notebook.path);
  for (const { id, source } of codeCells(notebook)) {
    const modules = (files.get(id) ?? []).map((path): OutsideCause => {
      return { why: `imports ${path.slice(folder.length + 1)}, which has changed`, certain: true };
    });
    const run = watched.get(id);
    const seen = run !== undefined && run.source === source ? run.paths : null;
    const cell = { source, reads: reads.get(id) ?? new Set<string>(), found: seen };
    found.set(id, [...modules, ...mentionedFiles(cell, data, folder)]);
  }
  return found;
}

function codeCells({ cells }: Notebook): readonly CodeCell[] {
  return cells.filter((cell) => cell.type === 'code');
}
