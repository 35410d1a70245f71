/** Cached analyses of cells' texts against new analyses. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CellLiveness } from '../../runtime/session/cell-liveness.ts';

const DEFINITIONS = [
  'def f():\n    return x',
  'def f():\n    return y + g()',
  'def f():\n    global x\n    x = 1',
  'def g():\n    return z',
  'def g():\n    return h()',
  'h = lambda: x + y',
  'def h():\n    return f()',
  'class A:\n    def m(self):\n        return g()',
  'class A:\n    def m(self):\n        return x',
  'class B(A):\n    def n(self):\n        return self.m()',
  'class B:\n    def m(self):\n        return z',
  'class A:\n    def __init__(self):\n        self.v = h()',
  'a = A()\ndef g(): return 1',
  'def f(v):\n    v.append(x)\nq = p',
  'def k():\n    q.append(1)\np = q',
  'f = g = 3\ndef other(): pass',
  'del f\ndef other(): pass',
];
const TEXTS = [
  ...DEFINITIONS,
  'f()',
  'g() + h()',
  'a.m()',
  'b = B()\nb.n()',
  'A().m()',
  'x = f()\ny = x',
  'f(q)\np',
  'k()\nprint(p)',
  'p = [1]\nf(p)\nq',
];

describe('kept analyses', () => {
  test('are those of a new analysis, after whatever ran', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...DEFINITIONS), { maxLength: 8 }), (runs) => {
        const kept = new CellLiveness();
        runs.forEach((source, i) => {
          kept.ran(source);
          const anew = new CellLiveness();
          for (const earlier of runs.slice(0, i + 1)) anew.ran(earlier);
          for (const text of TEXTS) expect(kept.namesOf(text), text).toEqual(anew.namesOf(text));
        });
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  test('stay the same objects while a run defines nothing new', () => {
    const liveness = new CellLiveness();
    liveness.ran('def f():\n    return x');
    const [calls, other] = [liveness.namesOf('f()'), liveness.namesOf('y = z')];
    liveness.ran('def f():\n    return x');
    expect(liveness.namesOf('f()')).toBe(calls);
    expect(liveness.namesOf('y = z')).toBe(other);
    liveness.ran('def f():\n    return y');
    expect(liveness.namesOf('f()')).toEqual({ live: new Set(['f', 'y']), dead: new Set() });
    expect(liveness.namesOf('y = z')).toBe(other);
  });
});
