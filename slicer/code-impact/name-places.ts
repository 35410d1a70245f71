/**
 * The occurrences of a global name in a cell's text: uses and bindings. Renaming uses them; the analyses tell
 * their effects.
 * Unsound, static analysis only: a renaming misses names in a text for `eval` or `exec` (`eval('x + 1')`).
 */

import { walkSyntax } from '../check/walk-syntax.ts';
import { cellScopes } from '../static/cell-scopes.ts';
import { parseCell } from '../static/index.ts';
import { resolveName, type Scope, type ScopeOwner } from '../static/scopes.ts';
import type { Range } from '../static/syntax.ts';
import { type Token, tokenize } from '../static/tokens.ts';

/** An occurrence of a name. */
export interface NameRange extends Range {
  /**
   * `import`: a module or its member, which needs an `as` for another name. `path`: `import a.b`, which
   * cannot be renamed.
   */
  readonly type: 'name' | 'import' | 'path';
  /** Whether the name gets a value here: an assignment, a definition, an import, a loop. */
  readonly binds: boolean;
  /** Names with another meaning here than at module level. */
  readonly hidden: (name: string) => boolean;
}

/** The occurrences of a global name, in the order of the text. */
export function findNamePlaces(source: string, name: string): readonly NameRange[] {
  const parsed = parseCell(source);
  const statements = parsed.statements.flatMap(({ body }) => body);
  const { module, uses, of } = cellScopes(parsed);
  const usedIn = new Map(uses.map(({ from, scope }) => [from, scope]));
  const imports: Range[] = [];
  walkSyntax(statements, (node) => {
    if (node.type === 'import') imports.push(node);
  });
  const tokens = tokenize(source).filter(({ type }) => type !== 'comment' && type !== 'continuation');
  const found: NameRange[] = [];
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'escape' || token.type === 'string') {
      found.push(...placesInText(token, name));
      continue;
    }
    if (token.type !== 'name' || token.value !== name) continue;
    const [before, after] = [tokens[i - 1]?.value, tokens[i + 1]?.value];
    const used = usedIn.get(token.from);
    // an attribute, or the keyword of an argument
    if (used === undefined && (before === '.' || (token.depth > 0 && after === '='))) continue;
    const scope = used ?? innermost(of, token) ?? module;
    if (resolveName(name, scope).kind !== 'module') continue;
    const hidden = (other: string) => resolveName(other, scope).kind !== 'module';
    const { from, to } = token;
    const binds = used === undefined && before !== 'del' && before !== 'global';
    const statement = imports.find((each) => each.from <= from && to <= each.to);
    if (statement === undefined || before === 'as') found.push({ type: 'name', from, to, binds, hidden });
    else if (after === '.' || before === '.') found.push({ type: 'path', from, to, binds, hidden });
    else if (before !== 'from' && after !== 'as') found.push({ type: 'import', from, to, binds, hidden });
  }
  return found;
}

/** Occurrences in commands, and in texts that pandas evaluates (`@name`). */
function placesInText({ type, from, value }: Token, name: string): NameRange[] {
  const word = name.replace(/\$/g, '\\$');
  const isShell = value.startsWith('!');
  const before = type === 'string' ? '(?<=@)' : isShell ? '(?<=[{$])' : '(?<![\\w./\\-"\'])';
  const after = type === 'string' ? '(?!\\w)' : '(?![\\w/\\-"\']|\\.\\w+$)';
  const pattern = new RegExp(`${before}${word}${after}`, 'gu');
  return [...value.matchAll(pattern)].map(({ index }) => ({
    type: 'name',
    from: from + index,
    to: from + index + name.length,
    binds: false,
    hidden: () => false,
  }));
}

/** The scope of the innermost block around a token; the name of a definition belongs to the surrounding block. */
function innermost(of: ReadonlyMap<ScopeOwner, Scope>, token: Token): Scope | null {
  let found: { readonly scope: Scope; readonly length: number } | null = null;
  for (const [owner, scope] of of) {
    if (!('type' in owner)) continue;
    const { from, to } = owner;
    if (token.from < from || token.to > to) continue;
    if ('name' in owner && owner.name?.from === token.from) continue;
    if (found === null || to - from < found.length) found = { scope, length: to - from };
  }
  return found?.scope ?? null;
}
