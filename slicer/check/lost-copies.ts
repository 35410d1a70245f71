/**
 * Changes of a copy that has a name of its own: `old = df[df.age > 60]`, then `old['group'] = 1`, and nothing reads `old` afterwards; a
 * row of `iterrows` that is changed, and lost. A copy that later code reads is no mistake.
 */

import type { Expression, Range, Statement } from '../static/syntax.ts';
import type { CodeCell } from './facts.ts';
import { isCondition } from './lost-assignments.ts';
import { walkSyntax } from './walk-syntax.ts';

/** A changed copy. `of`: the text of the frame or row source; `remedy`: a change that lasts. */
export interface LostCopy {
  readonly cell: CodeCell;
  readonly at: Range;
  readonly name: string;
  readonly of: string;
  readonly remedy: string;
}

/** A place in a notebook: the position of the cell, and the offset. */
interface Position {
  readonly cell: number;
  readonly at: number;
}

/** A name that stands for a copy. `loop`: the loop that makes the copy anew in each turn. */
interface Copy extends Position {
  readonly name: string;
  readonly of: string;
  readonly loop: Statement | null;
  readonly remedy: (column: string) => string;
}

interface Store extends Position {
  readonly name: string;
  readonly statement: Statement;
  readonly target: Range;
  readonly column: string;
  readonly loops: readonly Statement[];
}

const isAfter = (a: Position, b: Position): boolean => a.cell > b.cell || (a.cell === b.cell && a.at > b.at);

/** The changed copies that nothing reads afterwards, while the frame is used further; in order. */
export function lostCopies(code: readonly CodeCell[], frames: ReadonlySet<string>): LostCopy[] {
  const copies: Copy[] = [];
  const stores: Store[] = [];
  const uses: (Position & { readonly name: string; readonly inFunction: boolean })[] = [];
  for (const [cell, { source, parsed }] of code.entries()) {
    const text = ({ from, to }: Range) => source.slice(from, to);
    const body = parsed.statements.flatMap((statement) => statement.body);
    visitBlocks(body, [], (node, loops) => {
      copies.push(...copiesOf(node, loops, text, frames).map((copy) => ({ ...copy, cell, at: node.from })));
      const store = storeOf(node, text);
      if (store !== null) stores.push({ ...store, statement: node, loops, cell, at: node.from });
    });
    walkSyntax(body, (node, { inFunction }) => {
      if (node.type === 'name') uses.push({ name: node.id, inFunction, cell, at: node.from });
    });
  }
  const isStored = (place: Position, name: string) =>
    stores.some(
      (store) =>
        store.name === name &&
        store.cell === place.cell &&
        store.statement.from <= place.at &&
        place.at < store.statement.to,
    );
  return stores.flatMap((store): LostCopy[] => {
    const { name } = store;
    const copy = copies.findLast((each) => each.name === name && isAfter(store, each));
    // a name that is bound again after the copy stands for something else
    const around = store.loops.at(-1) ?? null;
    if (
      copy === undefined ||
      (copy.loop !== around && !(copy.loop !== null && store.loops.includes(copy.loop)))
    )
      return [];
    const isRead = uses.some(
      (use) => use.name === name && !isStored(use, name) && (use.inFunction || isAfter(use, store)),
    );
    const between = uses.some(
      (use) =>
        use.name === name &&
        isAfter(use, copy) &&
        isAfter(store, use) &&
        isBinding(code[use.cell]!, use, copy),
    );
    // the frame is used further, as if it had the change
    const goesOn = uses.some((use) => use.name === copy.of && isAfter(use, store));
    if (isRead || between || !goesOn || copy.of === name) return [];
    return [
      { cell: code[store.cell]!, at: store.target, name, of: copy.of, remedy: copy.remedy(store.column) },
    ];
  });
}

/** Whether a use binds the name again, and is not the copy itself. */
function isBinding({ parsed }: CodeCell, { at }: Position, copy: Copy): boolean {
  let found = false;
  walkSyntax(
    parsed.statements.map(({ body }) => body),
    (node) => {
      if (node.type !== 'assign' || node.from === copy.at) return;
      found ||= node.targets.some((target) => target.type === 'name' && target.from === at);
    },
  );
  return found;
}

/** Visits statements outside of functions and classes, with the loops around them. */
function visitBlocks(
  block: readonly Statement[],
  loops: readonly Statement[],
  visit: (node: Statement, loops: readonly Statement[]) => void,
): void {
  for (const node of block) {
    visit(node, loops);
    if (node.type === 'function' || node.type === 'class') continue;
    const inner = node.type === 'for' || node.type === 'while' ? [...loops, node] : loops;
    if ('body' in node) visitBlocks(node.body, inner, visit);
    if ('otherwise' in node) visitBlocks(node.otherwise, loops, visit);
  }
}

type Text = (range: Range) => string;

/** The copies that a statement gives names. */
function copiesOf(
  node: Statement,
  loops: readonly Statement[],
  text: Text,
  frames: ReadonlySet<string>,
): Omit<Copy, keyof Position>[] {
  if (node.type === 'assign') {
    const [target] = node.targets;
    const selection = selectionOf(node.value, text, frames);
    if (node.targets.length !== 1 || target?.type !== 'name' || selection === null) return [];
    const { of, rows } = selection;
    const remedy = (column: string) => `${of}.loc[${rows}, ${column}] = …`;
    return [{ name: target.id, of, remedy, loop: loops.at(-1) ?? null }];
  }
  // `for i, row in df.iterrows()`
  if (node.type !== 'for' || node.target.type !== 'display' || node.iterable.type !== 'call') return [];
  const { callee } = node.iterable;
  const [index, row] = node.target.elements;
  if (callee.type !== 'attribute' || callee.attribute !== 'iterrows' || row?.type !== 'name') return [];
  const of = text(callee.object);
  const remedy = (column: string) => `${of}.loc[${text(index!)}, ${column}] = …`;
  return [{ name: row.id, of, remedy, loop: node }];
}

/** Rows of a frame by a condition: `df[df.a > 1]`, `df.loc[df.a > 1]`. */
function selectionOf(
  value: Expression,
  text: Text,
  frames: ReadonlySet<string>,
): { readonly of: string; readonly rows: string } | null {
  if (value.type !== 'subscript' || value.index.length !== 1) return null;
  const [rows] = value.index as readonly [Expression];
  const byLoc = value.object.type === 'attribute' && value.object.attribute === 'loc';
  const frame = byLoc && value.object.type === 'attribute' ? value.object.object : value.object;
  if (frame.type !== 'name' || !frames.has(frame.id) || !isCondition(rows, text(rows))) return null;
  return { of: frame.id, rows: text(rows) };
}

/** A store into a named object: `old['a'] = 1`, `row.b += 1`, `old.loc[:, 'a'] = 1`. */
function storeOf(
  node: Statement,
  text: Text,
): { readonly name: string; readonly target: Range; readonly column: string } | null {
  const target =
    node.type === 'assign' && node.targets.length === 1
      ? node.targets[0]!
      : node.type === 'update'
        ? node.target
        : null;
  if (target === null || (target.type !== 'subscript' && target.type !== 'attribute')) return null;
  const byLoc = target.object.type === 'attribute' && /^(?:i?loc|i?at)$/.test(target.object.attribute);
  const owner = byLoc && target.object.type === 'attribute' ? target.object.object : target.object;
  if (owner.type !== 'name') return null;
  const column = target.type === 'attribute' ? `'${target.attribute}'` : text(target.index.at(-1)!);
  return { name: owner.id, target: { from: target.from, to: target.to }, column };
}
