/** loop-variable-capture: functions made in a loop that read the loop's variable when they run, after the loop. */

import { cellScopes, resolveName } from '../../static/index.ts';
import type { Expression, LambdaExpression, Statement } from '../../static/syntax.ts';
import { listed } from '../../words/listed.ts';
import { type CellFault, oneNote } from '../one-note.ts';
import { perCell } from '../per-cell.ts';
import type { Rule } from '../rule.ts';
import { targetNames } from '../target-names.ts';
import { walkSyntax } from '../walk-syntax.ts';

export const loopVariableCapture: Rule = {
  code: 'loop-variable-capture',
  alias: 'B023',
  severity: 'info',
  phase: 'explore',
  what: 'A function that is kept for later reads the variable of the loop that made it',
  why: 'After the loop all these functions see the last value.',
  fix: null,
  check: (facts) =>
    oneNote(facts, loopVariableCapture, facts.code.flatMap(captures), (places) => {
      const names = listed(places.map(({ name }) => name));
      const [{ name }] = places as [(typeof places)[number]];
      return {
        message: `a function made in a loop reads ${names} when it runs, and then it has its last value; write lambda …, ${name}=${name}: …`,
      };
    }),
};

interface Capture extends CellFault {
  readonly name: string;
}

/** Methods that keep a function, and call it later. */
const KEEPS =
  /^(?:append|add|insert|connect|on_\w+|observe|bind|register\w*|add_\w*callback|after|submit|setdefault)$/;

const captures = perCell((cell): readonly Capture[] => {
  const body = cell.parsed.statements.flatMap((statement) => statement.body);
  if (!/\blambda\b/.test(cell.source)) return [];
  const { of, uses } = cellScopes(cell.parsed);
  const found: Capture[] = [];
  const check = (kept: Expression, names: readonly string[]) => {
    if (kept.type !== 'lambda') return;
    const inner = of.get(kept);
    const use = uses.find(
      ({ name, scope, from, to }) =>
        names.includes(name) &&
        kept.from <= from &&
        to <= kept.to &&
        inner !== undefined &&
        resolveName(name, scope) !== inner &&
        isInBody(kept, from),
    );
    if (use === undefined) return;
    const { name, from, to } = use;
    found.push({ cell, at: { from, to }, name, what: `${name} is read here` });
  };
  walkSyntax(body, (node) => {
    if (node.type === 'comprehension') {
      const names = node.clauses.flatMap(({ target }) => targetNames(target));
      if (node.form !== 'tuple') for (const element of node.elements) check(element, names);
    }
    if (node.type !== 'for') return;
    const names = targetNames(node.target);
    walkSyntax(node.body, (part) => {
      for (const kept of keptBy(part)) check(kept, names);
    });
  });
  return found;
});

/** A default (`k=k`) is read when the lambda is made. */
function isInBody({ body }: LambdaExpression, at: number): boolean {
  return body.from <= at && at < body.to;
}

/** The values that a statement or call keeps beyond a turn of the loop. */
function keptBy(node: Statement | Expression): readonly Expression[] {
  if (node.type === 'assign')
    return node.targets.some(({ type }) => type === 'subscript' || type === 'attribute') ? [node.value] : [];
  if (node.type !== 'call' || node.callee.type !== 'attribute' || !KEEPS.test(node.callee.attribute))
    return [];
  return node.arguments.map(({ value }) => value);
}
