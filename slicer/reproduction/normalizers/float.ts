/** Numbers that are equal except for rounding. */

import type { Normalizer } from './normalizer.ts';

/** Of the larger of the two. */
const RELATIVE = 1e-5;
/** The remainder where the exact result is 0. */
const ABSOLUTE = 1e-12;

export const FLOAT: Normalizer = {
  name: 'float',
  takes: `relative differences of fractions below ${RELATIVE}, absolute ones below ${ABSOLUTE}`,
  hides: 'a true difference of this size',
  tokens: {
    // with the spaces before it: a column is as wide as its widest number
    pattern: String.raw`(?<![ \t])[ \t]*(?<![\w.])[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?!\w)`,
    alike: (stored, now) => {
      if (!/[.eE]/.test(stored + now)) return stored.trim() === now.trim();
      const [a, b] = [Number(stored), Number(now)];
      return Math.abs(a - b) <= Math.max(ABSOLUTE, RELATIVE * Math.max(Math.abs(a), Math.abs(b)));
    },
  },
};
