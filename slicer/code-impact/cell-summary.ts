/**
 * The summary of a cell that other cells can be judged by (NBLyzer's pre-summary, and what the cell leaves): which names it takes from
 * outside, and which it gives. It knows no other cells.
 * Unsound, static analysis only: `sluice what-if` takes the effects of a cell in page order; in another order names may share other
 * objects.
 * Unsound, static analysis only: `sluice what-if` takes a cell with an error part way for a cell with a full run.
 */

import type { CellFacts, CellText, NameFact } from '../information-flow/index.ts';
import { analyzeLiveness, BUILTIN_NAMES, parseCell, type StaticEnvironment } from '../static/index.ts';
import { isKernelName } from '../words/kernel-names.ts';
import { lineAt } from '../words/line-at.ts';

/** A use of a name from outside. */
export interface NameUse {
  /** 1-based line of the cell. */
  readonly line: number;
  /** In words, after the name of the cell: `reads x`. */
  readonly why: string;
}

/** What a cell takes and gives. */
export interface CellSummary {
  readonly cell: string;
  readonly source: string;
  /** Names whose values from before it reads. */
  readonly reads: ReadonlyMap<string, NameUse>;
  /** Names without which it surely fails; those of modules too. */
  readonly needs: ReadonlySet<string>;
  /** Names that it binds, or whose objects it changes. */
  readonly changes: ReadonlyMap<string, NameFact>;
  /** Of these, the ones of which nothing from before is left. */
  readonly replaces: ReadonlySet<string>;
  /** Names that it binds, those of modules too. */
  readonly binds: ReadonlySet<string>;
  /** Names that it binds or changes in any way. */
  readonly gives: ReadonlySet<string>;
  readonly deletes: ReadonlySet<string>;
  /** It may bind names that its text does not tell. */
  readonly isOpaque: boolean;
  /** Line of the first place that is no Python; null: it can run. */
  readonly brokenLine: number | null;
  /** It took too long: what stands at its end was not looked at. */
  readonly isCutOff: boolean;
}

/** The summaries of cells in the order in which they run, from their facts. */
export function summarize(
  cells: readonly CellText[],
  facts: readonly CellFacts[],
  environment: StaticEnvironment,
): CellSummary[] {
  let current = environment;
  return cells.map(({ cell, source }, at) => {
    const parsed = parseCell(source);
    const names = analyzeLiveness(parsed, current);
    current = names.environment;
    const { reads, changes, replaces, deletes, isCutOff } = facts[at]!;
    const needs = new Set<string>();
    for (const [name, reading] of names.readings) {
      if (reading === 'surely' && !BUILTIN_NAMES.has(name) && !isKernelName(name)) needs.add(name);
    }
    const changed = new Map(changes.filter(({ answer }) => answer).map((fact) => [fact.name, fact]));
    const [error] = parsed.errors;
    return {
      cell,
      source,
      // who reads what another name stands for, finds what was changed under its own name
      reads: new Map(reads.filter(({ alias, answer }) => answer && !alias).map((fact) => [fact.name, fact])),
      needs,
      changes: changed,
      replaces,
      binds: new Set([...replaces, ...names.writes]),
      gives: new Set([...changed.keys(), ...replaces, ...names.writes]),
      deletes: new Set([...deletes, ...[...names.deletes].filter((name) => names.dead.has(name))]),
      isOpaque: names.unknownWrites || names.bindsUnseen,
      brokenLine: error === undefined ? null : lineAt(source, error.from),
      isCutOff,
    };
  });
}
