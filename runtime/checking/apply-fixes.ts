/**
 * Applies the fixes of a notebook one after the other. A fix stays only if its finding is gone afterwards and
 * there is no new problem. It writes no files.
 */

import { createTwoFilesPatch } from 'diff';
import { type Checked, type Finding, type Fix, RULES } from '../../slicer/index.ts';
import type { Cell, Notebook } from '../documents/index.ts';

/** A notebook after its fixes. */
export interface Fixed {
  readonly notebook: Notebook;
  /** The remaining findings. */
  readonly checked: Checked;
  /** The fixed findings, in order. */
  readonly applied: readonly Finding[];
}

/** Applies every fix that works. It calls `check` after each. */
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

/** The changes, cell by cell, as a unified diff. */
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

/** Whether a fix works: fewer places with its code, and not more important ones with other codes. */
export function isBetter(before: readonly Finding[], after: readonly Finding[], code: string): boolean {
  const count = (findings: readonly Finding[], wanted: string) =>
    findings
      .filter((finding) => finding.code === wanted && (wanted === code || finding.severity !== 'info'))
      .reduce((sum, { places }) => sum + places, 0);
  return (
    count(after, code) < count(before, code) &&
    RULES.every((rule) => rule.code === code || count(after, rule.code) <= count(before, rule.code))
  );
}
