/** Findings of leaks of one kind, with their paths in terms of cells. Which there are is slicer/leakage's. */

import type { Leak, LeakKind, LeakStep } from '../leakage/index.ts';
import type { Range } from '../static/syntax.ts';
import type { NotebookFacts } from './facts.ts';
import type { Finding, PathStep, RuleFinding } from './finding.ts';
import { leakFix } from './leak-fixes/leak-fix.ts';
import { placeIn } from './place-in.ts';

/** Leaks of a kind, with their fixes. A cell that was changed since is told by its place in the text as it is now. */
export function leakFindings(facts: NotebookFacts, kind: LeakKind): RuleFinding[] {
  const found = facts.leaks.found.filter((leak) => leak.kind === kind);
  const told = toldLeaks(facts, kind);
  return told.map((finding, i) => ({ ...finding, fix: leakFix(facts, found[i]!) }));
}

function toldLeaks(facts: NotebookFacts, kind: LeakKind): RuleFinding[] {
  const texts = new Map(facts.code.map(({ id, source }) => [id, source]));
  const placeOf = ({ site }: Pick<LeakStep, 'site'>): { readonly cell: string; readonly at: Range } => {
    const { cell, source } = facts.leaks.runs[site.run - 1]!;
    return { cell, at: placeIn(texts.get(cell) ?? '', source, site.at) };
  };
  return facts.leaks.found
    .filter((leak) => leak.kind === kind)
    .map((leak) => ({
      ...placeOf(leak),
      message: leak.message,
      path: leak.path.map((step): PathStep => ({ ...placeOf(step), what: step.what })),
      ...(leak.note ? { severity: 'info' as const } : {}),
    }));
}

/** The leak that a finding tells; null: it tells something else. */
export function leakOfFinding(facts: NotebookFacts, { code, cell, at, message }: Finding): Leak | null {
  const kind = /^leak-(.+)$/.exec(code)?.[1];
  const told = facts.leaks.found.filter((leak) => leak.kind === kind);
  const findings = kind === undefined ? [] : toldLeaks(facts, kind as LeakKind);
  const same = findings.findIndex(
    (each) => each.cell === cell && each.at?.from === at?.from && each.message === message,
  );
  return told[same] ?? null;
}
