/** Names that a notebook binds only as the variables of its loops (`for row in rows`): people seldom look for them. */
import { findGlobalNames } from './global-names.ts';
import { parseCell } from './parse.ts';
import type { Statement } from './syntax.ts';

/** The names that these texts bind as variables of loops, and nowhere else. */
export function findLoopNames(sources: Iterable<string>): ReadonlySet<string> {
  const [all, others] = [new Set<string>(), new Set<string>()];
  for (const source of sources) {
    if (!/\bfor\b/.test(source)) {
      for (const name of boundBy(statementsOf(source))) others.add(name);
      continue;
    }
    const statements = statementsOf(source);
    for (const name of boundBy(statements)) all.add(name);
    for (const name of boundBy(withoutTargets(statements) as readonly Statement[])) others.add(name);
  }
  return new Set([...all].filter((name) => !others.has(name)));
}

function statementsOf(source: string): readonly Statement[] {
  return parseCell(source).statements.flatMap(({ body }) => body);
}

function boundBy(statements: readonly Statement[]): ReadonlySet<string> {
  return findGlobalNames(statements).bound;
}

/** The same syntax, in which each `for` loop is a `while` loop over its iterable, so that it binds no names itself. */
function withoutTargets(syntax: unknown): unknown {
  if (Array.isArray(syntax)) return syntax.map(withoutTargets);
  if (typeof syntax !== 'object' || syntax === null) return syntax;
  const copy = Object.fromEntries(Object.entries(syntax).map(([key, value]) => [key, withoutTargets(value)]));
  if (copy.type !== 'for') return copy;
  const { target: _, iterable, ...rest } = copy;
  return { ...rest, type: 'while', test: iterable };
}
