/**
 * Mends what can be mended in a notebook, one fix after the other: a fix stays only if its finding is gone then and nothing new is wrong.
 * It writes no files.
 */

import { createTwoFilesPatch } from 'diff';
import { type Checked, type Finding, type Fix, RULES } from '../../slicer/index.ts';
import type { Cell, Notebook } from '../documents/index.ts';

/** A notebook after its fixes. */
export interface Fixed {
  readonly notebook: Notebook;
  /** What is left. */
  readonly checked: Checked;
  /** What was done, in order. */
  readonly applied: readonly Finding[];
}

/** Applies every fix that holds. `check` is asked again after each. */
export function applyFixes(
  notebook: Notebook,
  first: Checked,
  check: (notebook: Notebook) => Checked,
): Fixed {
  const refused = new Set<string>();
  const applied: Finding[] = [];
  let [current, checked] = [notebook, first];
  for (;;) {
    const next = checked.findings.find((finding) => finding.fix !== null && !refused.has(keyOf(finding)));
    if (next === undefined) return { notebook: current, checked, applied };
    const candidate = applyFix(current, next.fix!);
    const after = check(candidate);
    if (isBetter(checked.findings, after.findings, next.code)) {
      applied.push(next);
      [current, checked] = [candidate, after];
    } else refused.add(keyOf(next));
  }
}

/** The notebook after one fix. */
export function applyFix(notebook: Notebook, { edits }: Fix): Notebook {
  const texts = new Map(edits.map(({ cell, source }) => [cell, source]));
  const cells = notebook.cells.flatMap((cell): Cell[] => {
    const source = texts.get(cell.id);
    if (source === undefined) return [cell];
    return source === null ? [] : [{ ...cell, source }];
  });
  return { ...notebook, cells };
}

/** What changed, cell by cell, as a unified diff. */
export function fixesDiff(file: string, before: Notebook, after: Notebook): string {
  const kept = new Map(after.cells.map((cell) => [cell.id, cell.source]));
  const parts = before.cells.flatMap(({ id, source }, at) => {
    const now = kept.get(id);
    if (now === source) return [];
    const name = `${file}, cell ${at + 1} of all`;
    if (now === undefined && source.trim() === '') return [`${name}: deleted, it was empty\n`];
    const gone = now === undefined ? 'deleted' : name;
    const patch = createTwoFilesPatch(name, gone, `${source}\n`, now === undefined ? '' : `${now}\n`);
    return [patch.replace(/^=+\n/, '')];
  });
  return parts.join('');
}

function keyOf({ code, cell, message, fix }: Finding): string {
  return JSON.stringify([code, cell, message, fix?.edits]);
}

/** Whether a fix holds: fewer findings of its code, and of no other code more that matter. */
export function isBetter(before: readonly Finding[], after: readonly Finding[], code: string): boolean {
  const count = (findings: readonly Finding[], wanted: string) =>
    findings.filter((finding) => finding.code === wanted && (wanted === code || finding.severity !== 'info'))
      .length;
  return (
    count(after, code) < count(before, code) &&
    RULES.every((rule) => rule.code === code || count(after, rule.code) <= count(before, rule.code))
  );
}
