/**
 * unbracketed-comparison: `df.a > 1 & df.b < 2`, in which Python computes `1 & df.b` first. A finding needs
 * another comparison, a mask or a text beside `&` or `|`: `flags & 4 == 0`, and `a | b == c` of sets, mean their
 * text.
 */

import type { Expression, Range } from '../../static/syntax.ts';
import { ASKS } from '../lost-assignments.ts';
import { perCell } from '../per-cell.ts';
import type { Rule } from '../rule.ts';
import { walkSyntax } from '../walk-syntax.ts';

export const unbracketedComparison: Rule = {
  code: 'unbracketed-comparison',
  severity: 'warning',
  phase: 'explore',
  what: 'Comparisons joined by `&` or `|` have no brackets: `df[(df.a > 1) & df.b == 2]`',
  why: 'Python computes & and | before comparisons, so other rows come, or an error.',
  fix: 'puts each comparison into brackets. The rows may change',
  check: ({ code }) =>
    code.flatMap((cell) =>
      misreadIn(cell).map(({ at, first, meant }) => ({
        cell: cell.id,
        at,
        message: `Python computes ${onLine(first)} before the comparison; write ${onLine(meant)}`,
        fix: {
          title: 'put each comparison into brackets',
          edits: [
            { cell: cell.id, source: cell.source.slice(0, at.from) + meant + cell.source.slice(at.to) },
          ],
        },
      })),
    ),
};

interface Misread {
  readonly at: Range;
  /** The text that Python computes first. */
  readonly first: string;
  readonly meant: string;
}

/** The operands of comparisons, `&` and `|` without brackets around them, and the operators between. */
interface Chain {
  readonly operands: readonly Expression[];
  /** Operator `n` stands behind operand `n`. */
  readonly operators: readonly (Range & { readonly text: string })[];
}

const COMPARES = /^(?:[<>]=?|[!=]=)$/;
/** A join between blanks or brackets; comments between operands hide all operators. */
const OPERATOR = /^[\s)\\]*(&|\||[<>]=?|[!=]=)[\s(\\]*$/;

const misreadIn = perCell(({ source, parsed }): readonly Misread[] => {
  if (!/[&|]/.test(source)) return [];
  const found: Misread[] = [];
  walkSyntax(
    parsed.statements.map(({ body }) => body),
    (node) => {
      const before = found.at(-1)?.at;
      // an inner part of the same chain
      if (before !== undefined && node.from >= before.from && node.to <= before.to) return;
      const at = { from: node.from, to: node.to };
      const chain = chainOf(node as Expression, source);
      const first = firstComputed(chain, at, source);
      if (first !== null) found.push({ at, first, meant: bracketed(chain, at, source) });
    },
  );
  return found;
});

function chainOf(node: Expression, source: string): Chain {
  const alone = { operands: [node], operators: [] };
  if (node.type === 'operation' && node.operands.length === 1) {
    // `a < b < c`
    const [whole] = node.operands as readonly [Expression];
    const same = whole.type === 'boolean' && whole.from === node.from && whole.to === node.to;
    return same ? (joined(whole.left, whole.right, node, source) ?? alone) : alone;
  }
  if (node.type !== 'operation' || node.operands.length !== 2) return alone;
  const [left, right] = node.operands as readonly [Expression, Expression];
  return joined(left, right, node, source) ?? alone;
}

function joined(left: Expression, right: Expression, node: Range, source: string): Chain | null {
  const between = source.slice(left.to, right.from);
  const text = OPERATOR.exec(between)?.[1];
  if (text === undefined) return null;
  const from = left.to + between.indexOf(text);
  const to = from + text.length;
  const part = (operand: Expression, isBare: boolean): Chain =>
    isBare ? chainOf(operand, source) : { operands: [operand], operators: [] };
  const [before, after] = [part(left, left.from === node.from), part(right, right.to === node.to)];
  return {
    operands: [...before.operands, ...after.operands],
    operators: [...before.operators, { text, from, to }, ...after.operators],
  };
}

/** The operands that `&` and `|` join although the author surely meant a comparison; null: none. */
function firstComputed({ operands, operators }: Chain, at: Range, source: string): string | null {
  for (let start = 0; start < operands.length; ) {
    let end = start;
    while (end < operators.length && !COMPARES.test(operators[end]!.text)) end += 1;
    const group = operands.slice(start, end + 1);
    const [opens, closes] = [operators[start - 1], operators[end]];
    const isCompared = opens !== undefined || closes !== undefined;
    if (group.length > 1 && isCompared && isMisread(group, opens !== undefined, closes !== undefined, source))
      return source.slice(opens?.to ?? at.from, closes?.from ?? at.to).trim();
    start = end + 1;
  }
  return null;
}

/** `isAfter`, `isBefore`: whether the joined operands stand after a comparison's operator, or before one. */
function isMisread(
  group: readonly Expression[],
  isAfter: boolean,
  isBefore: boolean,
  source: string,
): boolean {
  if (group.some((operand) => operand.type === 'constant' && /^\w*['"]/.test(operand.text))) return true;
  if (isAfter && isBefore) return !group.some((operand) => /^0[xob]/i.test(textOf(operand, source)));
  const compared = isAfter ? group[0]! : group.at(-1)!;
  return !isMask(compared, source) && group.some((operand) => isMask(operand, source));
}

/** Whether an expression has an answer for each row: a comparison, `.isna()`, or these negated or joined. */
function isMask(node: Expression, source: string): boolean {
  if (node.type === 'call') return node.callee.type === 'attribute' && ASKS.test(node.callee.attribute);
  if (node.type !== 'operation') return false;
  const { operands, operators } = chainOf(node, source);
  if (operators.length > 0)
    return (
      operators.some(({ text }) => COMPARES.test(text)) || operands.some((operand) => isMask(operand, source))
    );
  const [operand] = node.operands;
  return operand !== undefined && /^~/.test(textOf(node, source)) && isMask(operand, source);
}

/** The text of a chain with brackets around each bare comparison between two joins. */
function bracketed({ operators }: Chain, { from, to }: Range, source: string): string {
  const isJoin = ({ text }: { readonly text: string }) => !COMPARES.test(text);
  let text = '';
  let start = from;
  for (const join of [...operators.filter(isJoin), null]) {
    const end = join?.from ?? to;
    const isCompared = operators.some((each) => !isJoin(each) && start <= each.from && each.to <= end);
    text += isCompared ? source.slice(start, end).replace(/\S.*\S|\S/s, '($&)') : source.slice(start, end);
    text += join?.text ?? '';
    start = join?.to ?? to;
  }
  return text;
}

function onLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function textOf({ from, to }: Range, source: string): string {
  return source.slice(from, to);
}
