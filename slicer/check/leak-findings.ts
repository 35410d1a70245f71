/** Findings of leaks of one kind, with their paths in terms of cells. slicer/leakage finds the leaks. */

import type { Leak, LeakKind, LeakStep } from '../leakage/index.ts';
import type { Range } from '../static/syntax.ts';
import type { NotebookFacts } from './facts.ts';
import type { Finding, PathStep, RuleFinding } from './finding.ts';
import { LeakFixes } from './leak-fixes/offered-fixes.ts';
import { placeIn } from './place-in.ts';

/** Leaks of a kind, with their fixes. If a cell has changed since its run, the range is in its present text. */
export function leakFindings(facts: NotebookFacts, kind: LeakKind): RuleFinding[] {
  const fixes = new LeakFixes(facts);
  const found = toldLeaks(facts, kind);
  const warnings = found.filter(({ leak }) => !leak.note);
  return [
    ...warnings.map(({ leak, told }) => ({ ...told, fix: fixes.of(leak) })),
    ...foldedNotes(found.filter(({ leak }) => leak.note).map(({ told }) => told)),
  ];
}

/** One note for all places of a notebook with the same message. */
function foldedNotes(notes: readonly RuleFinding[]): RuleFinding[] {
  const byMessage = new Map<string, RuleFinding[]>();
  for (const note of notes) byMessage.set(note.message, [...(byMessage.get(note.message) ?? []), note]);
  return [...byMessage.values()].map(([first, ...others]) => {
    const also = others.map(({ cell, at }) => ({ cell: cell!, at: at!, what: 'here too' }));
    return { ...first!, path: [...(first!.path ?? []), ...also], places: others.length + 1 };
  });
}

function toldLeaks(
  facts: NotebookFacts,
  kind: string,
): readonly { readonly leak: Leak; readonly told: RuleFinding }[] {
  const texts = new Map(facts.code.map(({ id, source }) => [id, source]));
  const placeOf = ({ site }: Pick<LeakStep, 'site'>): { readonly cell: string; readonly at: Range } => {
    const { cell, source } = facts.leaks.runs[site.run - 1]!;
    return { cell, at: placeIn(texts.get(cell) ?? '', source, site.at) };
  };
  return facts.leaks.found
    .filter((leak) => leak.kind === kind)
    .map((leak) => {
      const told = {
        ...placeOf(leak),
        message: leak.message,
        path: leak.path.map((step): PathStep => ({ ...placeOf(step), what: step.what })),
        ...(leak.note ? { severity: 'info' as const } : {}),
        // (a score on the training rows is worth a note only before others read the notebook)
        ...(leak.note && kind === 'overlap' ? { phase: 'share' as const } : {}),
      };
      return { leak, told };
    });
}

/** The leak of a finding, for confirming runs; null: the finding is no leak, or a note. */
export function leakOfFinding(
  facts: NotebookFacts,
  { code, severity, cell, at, message }: Finding,
): Leak | null {
  const kind = /^leak-(.+)$/.exec(code)?.[1];
  if (kind === undefined || severity === 'info') return null;
  const same = toldLeaks(facts, kind).find(
    ({ told }) => told.cell === cell && told.at?.from === at?.from && told.message === message,
  );
  return same?.leak ?? null;
}
