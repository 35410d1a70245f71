/** The order of findings for people: the gravest first, and those with one cause together. It writes no text. */

import type { LocatedFinding } from './located-finding.ts';

/** Errors, then leaks, then other warnings, then notes; equal ones in page order. */
export function inOrderOfWeight(found: readonly LocatedFinding[]): readonly LocatedFinding[] {
  return found.toSorted((a, b) => weightOf(a) - weightOf(b));
}

function weightOf({ finding: { severity, code } }: LocatedFinding): number {
  if (severity === 'error') return 0;
  if (severity === 'info') return 3;
  return code.startsWith('leak-') ? 1 : 2;
}

/** A finding, and the later findings with the same cause. */
export interface FoldedFinding {
  readonly located: LocatedFinding;
  readonly others: readonly LocatedFinding[];
}

/** Several steps that learned from all rows before one division are one finding. */
export function foldedLeaks(found: readonly LocatedFinding[]): readonly FoldedFinding[] {
  const folded = new Map<string, { located: LocatedFinding; others: LocatedFinding[] }>();
  found.forEach((located, at) => {
    const key = divisionOf(located) ?? String(at);
    const known = folded.get(key);
    if (known === undefined) folded.set(key, { located, others: [] });
    else known.others.push(located);
  });
  return [...folded.values()];
}

function divisionOf({ finding, path }: LocatedFinding): string | null {
  if (!/^leak-(?:preprocessing|overlap)$/.test(finding.code) || finding.severity === 'info') return null;
  const division = path.find(({ what }) => what === 'divided here');
  return division === undefined ? null : `${finding.code} ${division.cell}:${division.line}`;
}

/** The notes of each rule, in order of the first ones. */
export function groupedNotes(found: readonly LocatedFinding[]): readonly (readonly LocatedFinding[])[] {
  const notes = new Map<string, LocatedFinding[]>();
  for (const located of found) {
    const { code, severity } = located.finding;
    if (severity !== 'info') continue;
    const known = notes.get(code);
    if (known === undefined) notes.set(code, [located]);
    else known.push(located);
  }
  return [...notes.values()];
}
