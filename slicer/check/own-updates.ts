/** Names that a cell binds only by changing them: `n += 1`, `s = s + x`. Some other cell must bind them first. */

import { buildScopes, findUses } from '../static/index.ts';
import type { Range, Statement } from '../static/syntax.ts';
import { walkSyntax } from './walk-syntax.ts';

/** These names, each with the first range that reads the name to change it. */
export function ownUpdates(body: readonly Statement[]): ReadonlyMap<string, Range> {
  const found = new Map<string, Range>();
  const updates = new Set<unknown>();
  walkSyntax(body, (node, { inFunction }) => {
    if (inFunction) return;
    const read = readByUpdate(node as Statement);
    if (read === null) return;
    updates.add(node);
    if (!found.has(read.name)) found.set(read.name, read.at);
  });
  if (found.size === 0) return found;
  const { bound } = buildScopes(withValuesOnly(body, updates)).module;
  return new Map([...found].filter(([name]) => !bound.has(name)));
}

function readByUpdate(node: Statement): { readonly name: string; readonly at: Range } | null {
  if (node.type === 'update')
    return node.target.type === 'name' ? { name: node.target.id, at: node.target } : null;
  if (node.type !== 'assign' || node.targets.length !== 1) return null;
  const [target] = node.targets;
  if (target?.type !== 'name') return null;
  const { value, from, to } = node;
  const at = findUses([{ type: 'expression', value, from, to }], target.id)[0];
  return at === undefined ? null : { name: target.id, at };
}

/** The statements, with only the values of the updates among them. */
function withValuesOnly<Part>(part: Part, updates: ReadonlySet<unknown>): Part {
  if (Array.isArray(part)) return part.map((each) => withValuesOnly(each, updates)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  if (updates.has(part)) {
    const { value, from, to } = part as unknown as Statement & { readonly type: 'update' };
    return { type: 'expression', value, from, to } as Part;
  }
  const entries = Object.entries(part).map(([key, value]) => [key, withValuesOnly(value, updates)]);
  return Object.fromEntries(entries) as Part;
}
