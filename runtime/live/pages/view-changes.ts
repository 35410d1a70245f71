/**
 * The differences between two views of a notebook, as messages for a page. Pure; it does not decide when to
 * send them.
 */

import type { Output } from '../../kernel/index.ts';
import type { FromServer } from '../messages/messages.ts';
import type { CellView, NotebookView } from '../messages/notebook-views.ts';

type Change = Extract<FromServer, { readonly type: 'change' }>;

/** The messages that turn one view into the other: first added outputs, then all other changes. */
export function viewChanges(before: NotebookView, after: NotebookView): FromServer[] {
  const grown: FromServer[] = [];
  const cells: Change['cells'][number][] = [];
  const known = new Map(before.cells.map((cell) => [cell.id, cell]));
  for (const cell of after.cells) {
    const old = known.get(cell.id);
    if (old === cell) continue;
    if (old === undefined) {
      cells.push(cell);
      continue;
    }
    // edits carry the texts
    let { source: _, version: __, ...fields } = changedFields(old, cell);
    const added = fields.outputs === undefined ? null : grownOutputs(old, cell);
    if (added !== null) {
      grown.push(added);
      const { outputs: _, ...others } = fields;
      fields = others;
    }
    if (Object.keys(fields).length > 0) cells.push({ id: cell.id, ...fields });
  }
  const notebook = changedFields(withoutCells(before), withoutCells(after));
  const moved =
    before.cells.length !== after.cells.length ||
    after.cells.some((cell, i) => cell.id !== before.cells[i]?.id);
  const order = moved ? { order: after.cells.map(({ id }) => id) } : {};
  const told = Object.keys(notebook).length > 0 ? { notebook } : {};
  if (cells.length > 0 || moved || Object.keys(told).length > 0) {
    return [...grown, { type: 'change', cells, ...order, ...told }];
  }
  return grown;
}

function withoutCells({ cells: _, ...others }: NotebookView): Omit<NotebookView, 'cells'> {
  return others;
}

function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const keys = Object.keys(after) as (keyof T)[];
  return Object.fromEntries(
    keys.filter((key) => !same(before[key], after[key])).map((key) => [key, after[key]]),
  ) as Partial<T>;
}

/** Views are rebuilt, so small parts of them (reasons, the plan, the kernel's state) are other objects with the same content. */
function same(a: unknown, b: unknown, depth = 2): boolean {
  if (Object.is(a, b)) return true;
  if (depth === 0 || typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => same(a[key as keyof typeof a], b[key as keyof typeof b], depth - 1));
}

/** The least number of unchanged outputs for a separate message with only the new ones. */
const LEAST_UNCHANGED = 20;

/** The new outputs of a cell, if most of the others are unchanged; otherwise null. */
function grownOutputs(before: CellView, after: CellView): FromServer | null {
  if (!same(before.clipped, after.clipped)) return null;
  const text = addedText(before.outputs, after.outputs);
  if (text !== null) return { type: 'stream', cell: after.id, text };
  const most = Math.min(before.outputs.length, after.outputs.length);
  let kept = 0;
  while (kept < most && before.outputs[kept] === after.outputs[kept]) kept += 1;
  if (kept < LEAST_UNCHANGED) return null;
  return { type: 'outputs', cell: after.id, kept, outputs: after.outputs.slice(kept) };
}

/** Whether outputs have only grown, without a change of earlier ones. */
export function hasGrown(before: CellView, after: CellView): boolean {
  if (!same(before.clipped, after.clipped)) return false;
  if (addedText(before.outputs, after.outputs) !== null) return true;
  return before.outputs.every((output, at) => output === after.outputs[at]);
}

/** The text added to the last stream, if nothing else in the outputs is new; otherwise null. */
function addedText(before: readonly Output[], after: readonly Output[]): string | null {
  if (before.length !== after.length || after.length === 0) return null;
  const last = after.length - 1;
  for (let i = 0; i < last; i += 1) if (before[i] !== after[i]) return null;
  const [old, now] = [before[last]!, after[last]!];
  if (old.output_type !== 'stream' || now.output_type !== 'stream' || old.name !== now.name) return null;
  return now.text.length > old.text.length && now.text.startsWith(old.text)
    ? now.text.slice(old.text.length)
    : null;
}
