/** redefinition: functions, classes and methods that are defined again, though nothing has used them. */

import { listed } from '../../words/listed.ts';
import { oneNote } from '../one-note.ts';
import { redefinitions } from '../redefinitions.ts';
import type { Rule } from '../rule.ts';

export const redefinition: Rule = {
  code: 'redefinition',
  alias: 'F811',
  severity: 'info',
  phase: 'review',
  what: 'A function or class is defined again, and nothing has used the first definition',
  why: 'One of the two is left over, and readers cannot tell which.',
  fix: null,
  check: (facts) =>
    oneNote(facts, redefinition, redefinitions(facts.code), (places) => {
      const [{ first }] = places as [(typeof places)[number]];
      const others = places.length === 1 ? `, and first in cell ${first.index}` : '';
      const names = listed(places.map(({ name }) => name));
      const verb = places.length === 1 ? 'is' : 'are';
      return {
        message: `${names} ${verb} defined again${others}, unused in between; keep one definition`,
      };
    }),
};
