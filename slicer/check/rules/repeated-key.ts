/** repeated-key: dictionaries that name a key twice with different values. */

import type { Expression } from '../../static/syntax.ts';
import { listed } from '../../words/listed.ts';
import { type CellFault, oneNote } from '../one-note.ts';
import { perCell } from '../per-cell.ts';
import type { Rule } from '../rule.ts';
import { walkSyntax } from '../walk-syntax.ts';

export const repeatedKey: Rule = {
  code: 'repeated-key',
  alias: 'F601',
  severity: 'info',
  phase: 'explore',
  what: 'A dictionary has a key twice, with different values',
  why: 'Python keeps the last value only.',
  fix: null,
  check: (facts) =>
    oneNote(facts, repeatedKey, facts.code.flatMap(repeatedKeys), (places) => ({
      message: `the key ${listed(places.map(({ key }) => key))} stands twice in a dictionary with different values; the last one wins`,
    })),
};

interface RepeatedKey extends CellFault {
  readonly key: string;
}

const repeatedKeys = perCell((cell): readonly RepeatedKey[] => {
  const found: RepeatedKey[] = [];
  const textOf = ({ from, to }: Expression) => cell.source.slice(from, to);
  walkSyntax(
    cell.parsed.statements.map(({ body }) => body),
    (node) => {
      if (node.type !== 'display' || node.form !== 'dict') return;
      // `{**a, 'b': 1}` has no key for a
      if (/\*\*/.test(textOf(node)) || node.elements.length % 2 === 1) return;
      const values = new Map<string, string>();
      for (let at = 0; at < node.elements.length; at += 2) {
        const [key, value] = [node.elements[at]!, node.elements[at + 1]!];
        if (key.type !== 'constant' || key.text === '') continue;
        const name = key.text.replace(/^"(.*)"$/s, "'$1'");
        const before = values.get(name);
        values.set(name, textOf(value));
        if (before !== undefined && before !== textOf(value))
          found.push({ cell, at: { from: key.from, to: key.to }, key: key.text, what: 'the key again' });
      }
    },
  );
  return found;
});
