/**
 * Plans fixes for a notebook, so that its outputs come out again: seeds, paths, deleted cells. It changes
 * only texts, and knows no packages and no disk; a run has to confirm each fix.
 */

import { findStrings } from '../check/find-strings.ts';
import { namesOfText } from '../static/index.ts';
import type { Cause } from './error-causes.ts';

/** A code cell, in the order of the page. */
export interface FixableCell {
  readonly id: string;
  readonly source: string;
}

/** A problem of a cell, from the diagnosis. */
export interface Fault {
  readonly cell: string;
  /** The cell where it begins. */
  readonly first: string | null;
  readonly cause: Cause | null;
  /** For a cell that failed with a missing name: the name that no cell defines. */
  readonly missingName: string | null;
}

/** The surroundings of the notebook. */
export interface FixSurroundings {
  /** Whether there is a file or folder, relative to the notebook's folder. */
  exists(path: string): boolean;
  /** Files of this name in the notebook's project, relative to its folder. */
  filesNamed(name: string): readonly string[];
  /** The texts of the runs of its sessions, in their order. */
  readonly runs: readonly string[];
}

/**
 * A change of the notebook. `before`: a new cell with the text goes before the cell; otherwise the cell gets
 * the text.
 */
export interface PlannedFix {
  readonly cause: Cause;
  readonly cell: string;
  readonly title: string;
  readonly source: string;
  readonly before: boolean;
}

/** The possible fixes, in page order. */
export function planFixes(
  cells: readonly FixableCell[],
  faults: readonly Fault[],
  around: FixSurroundings,
): readonly PlannedFix[] {
  const fixes = [
    ...pathFixes(cells, faults, around),
    ...restoredCells(cells, faults, around),
    ...seeds(cells, faults),
  ];
  const places = new Map(cells.map(({ id }, at) => [id, at]));
  return fixes.sort((a, b) => places.get(a.cell)! - places.get(b.cell)!);
}

/** Fixes for a file elsewhere in the project: if there is exactly one with its name. */
function pathFixes(
  cells: readonly FixableCell[],
  faults: readonly Fault[],
  { exists, filesNamed }: FixSurroundings,
): readonly PlannedFix[] {
  const lost = faults.filter(({ cause }) => cause === 'missing-file' || cause === 'absolute-path');
  const wanted = new Set(lost.map(({ cell, first }) => first ?? cell));
  return cells.flatMap(({ id, source }): readonly PlannedFix[] => {
    if (!wanted.has(id)) return [];
    let text = source;
    const found: { readonly path: string; readonly cause: Cause }[] = [];
    // from the end, so that offsets stay right
    for (const string of findStrings(source).reverse()) {
      const name = /([^/\\]+\.[A-Za-z]\w*)$/.exec(string.text)?.[1];
      if (name === undefined || !string.whole || /^[a-z]+:\/\//i.test(string.text) || exists(string.text))
        continue;
      const [path, ...others] = filesNamed(name);
      if (path === undefined || others.length > 0) continue;
      text = text.slice(0, string.at.from) + path + text.slice(string.at.to);
      const isAbsolute = /^(?:\/|~|[A-Za-z]:)/.test(string.text);
      found.unshift({ path, cause: isAbsolute ? 'absolute-path' : 'missing-file' });
    }
    const [first] = found;
    if (first === undefined) return [];
    const title = `read ${found.map(({ path }) => path).join(', ')}`;
    return [{ cause: first.cause, cell: id, title, source: text, before: false }];
  });
}

/**
 * For a name that no cell binds any more: the last run of a session that bound it, as a new cell before the
 * first cell that needs it.
 */
function restoredCells(
  cells: readonly FixableCell[],
  faults: readonly Fault[],
  { runs }: FixSurroundings,
): readonly PlannedFix[] {
  const restored = new Set<string>();
  return faults.flatMap(({ cell, cause, missingName }): readonly PlannedFix[] => {
    if (cause !== 'hidden-state' || missingName === null) return [];
    const source = runs.findLast((run) => run.includes(missingName) && binds(run, missingName));
    if (source === undefined || restored.has(source) || cells.some((each) => each.source === source))
      return [];
    restored.add(source);
    return [{ cause, cell, title: `restore the cell that defined ${missingName}`, source, before: true }];
  });
}

function binds(source: string, name: string): boolean {
  return namesOfText(source).writes.has(name);
}

interface Stream {
  /** Code that may draw random numbers with the library. */
  readonly drawn: RegExp;
  readonly seed: string;
}

const STREAMS: readonly Stream[] = [
  {
    drawn:
      /^[ \t]*(?:import|from) random\b|\brandom\.(?:random|randint|choice|sample|shuffle|uniform|gauss)\(/m,
    seed: 'import random\nrandom.seed(0)',
  },
  {
    drawn:
      /^[ \t]*(?:import|from) (?:numpy|sklearn|pandas|scipy|seaborn|statsmodels|imblearn|xgboost|lightgbm)\b/m,
    seed: 'import numpy\nnumpy.random.seed(0)',
  },
  { drawn: /^[ \t]*(?:import|from) torch\b/m, seed: 'import torch\ntorch.manual_seed(0)' },
  {
    drawn: /^[ \t]*(?:import|from) (?:tensorflow|keras)\b/m,
    seed: 'import tensorflow\ntensorflow.random.set_seed(0)',
  },
];

/** Generators without a seed; they take one where they are made. */
const UNSEEDED = /\b((?:default_rng|RandomState|SeedSequence)|(?<=\brandom\.)Random)\(\s*\)/g;

/** Seeds before the first drawing cell, one for each library that may draw; and one for each generator. */
function seeds(cells: readonly FixableCell[], faults: readonly Fault[]): readonly PlannedFix[] {
  const drawing = new Set(
    faults.flatMap(({ cell, first, cause }) => (cause === 'unseeded-random' ? [first ?? cell] : [])),
  );
  const first = cells.find(({ id }) => drawing.has(id));
  if (first === undefined) return [];
  const cause = 'unseeded-random';
  const generators = cells
    .map(({ id, source }) => ({ id, source, seeded: source.replace(UNSEEDED, '$1(0)') }))
    .filter(({ source, seeded }) => source !== seeded)
    .map(
      ({ id, seeded }) =>
        ({ cause, cell: id, title: 'seed the generator', source: seeded, before: false }) as const,
    );
  const text = cells.map(({ source }) => source).join('\n');
  const source = STREAMS.filter(({ drawn }) => drawn.test(text)).map(({ seed }) => seed);
  if (source.length === 0) return generators;
  const seed = {
    cause,
    cell: first.id,
    title: 'set the seed',
    source: source.join('\n'),
    before: true,
  } as const;
  return [seed, ...generators];
}
