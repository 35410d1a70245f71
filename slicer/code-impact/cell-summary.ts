/**
 * The summary of a cell, by which other cells can be judged (NBLyzer's pre-summary, and the cell's results):
 * the names that it takes from outside, and the names that it gives. It knows no other cells.
 * Unsound, static analysis only: `sluice what-if` takes the effects of a cell in page order; in another order
 * names may share other objects.
 * Unsound, static analysis only: `sluice what-if` takes a cell with an error part way for a cell with a full
 * run.
 */

import type { CellFacts, CellText, NameFact } from '../information-flow/index.ts';
import { BUILTIN_NAMES, type LibraryKnowledge, parseCell, RunNames } from '../static/index.ts';
import { isKernelName } from '../words/kernel-names.ts';
import { lineAt } from '../words/line-at.ts';

/** A use of a name from outside. */
export interface NameUse {
  /** 1-based line of the cell. */
  readonly line: number;
  /** Words to follow the name of the cell: `reads x`. */
  readonly why: string;
}

/** The names that a cell takes and gives. */
export interface CellSummary {
  readonly cell: string;
  readonly source: string;
  /** Names whose earlier values the cell reads. */
  readonly reads: ReadonlyMap<string, NameUse>;
  /** Names without which the cell surely fails, including modules. */
  readonly needs: ReadonlySet<string>;
  /** Names that the cell binds, or whose objects it changes. */
  readonly changes: ReadonlyMap<string, NameFact>;
  /** Those of `changes` whose earlier values are lost. */
  readonly replaces: ReadonlySet<string>;
  /** Names that the cell binds, including modules. */
  readonly binds: ReadonlySet<string>;
  /** Names that the cell binds or changes in any way. */
  readonly gives: ReadonlySet<string>;
  readonly deletes: ReadonlySet<string>;
  /** Whether the cell may bind names not visible in its text. */
  readonly isOpaque: boolean;
  /** The line of the first invalid Python; null: the cell can run. */
  readonly brokenLine: number | null;
  /** Whether the analysis took too long and stopped before the cell's end. */
  readonly isCutOff: boolean;
}

/** The summaries of cells in the order in which they run, from their facts. */
export function summarize(
  cells: readonly CellText[],
  facts: readonly CellFacts[],
  library: LibraryKnowledge,
): CellSummary[] {
  const runs = new RunNames(library);
  const isMeant = worldThatCounts(facts);
  return cells.map(({ cell, source }, at) => {
    const parsed = parseCell(source);
    const names = runs.ran(source);
    const { deletes, isCutOff, world } = facts[at]!;
    const reads = [...facts[at]!.reads, ...(world?.reads ?? []).filter(isMeant)];
    const changes = [...facts[at]!.changes, ...(world?.changes ?? []).filter(isMeant)];
    const replaces = new Set([...facts[at]!.replaces, ...(world?.replaces ?? [])]);
    const needs = new Set<string>();
    for (const [name, reading] of names.readings) {
      if (reading === 'surely' && !BUILTIN_NAMES.has(name) && !isKernelName(name)) needs.add(name);
    }
    const changed = new Map(changes.filter(({ answer }) => answer).map((fact) => [fact.name, fact]));
    const [error] = parsed.errors;
    return {
      cell,
      source,
      // a reader of an alias finds the change under its own name
      reads: new Map(reads.filter(({ alias, answer }) => answer && !alias).map((fact) => [fact.name, fact])),
      needs,
      changes: changed,
      replaces,
      binds: new Set([...facts[at]!.replaces, ...names.writes]),
      gives: new Set([...changed.keys(), ...replaces, ...names.writes]),
      deletes: new Set([...deletes, ...[...names.deletes].filter((name) => names.dead.has(name))]),
      isOpaque: names.unknownWrites || names.bindsUnseen,
      brokenLine: error === undefined ? null : lineAt(source, error.from),
      isCutOff,
    };
  });
}

/** Files count, and random streams that a cell seeds: without a seed, no two runs draw the same. */
function worldThatCounts(facts: readonly CellFacts[]): (fact: NameFact) => boolean {
  const seeded = new Set(facts.flatMap(({ world }) => [...(world?.replaces ?? [])]));
  return ({ name, kind }) => kind === 'file' || seeded.has(name);
}
