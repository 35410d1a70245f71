/**
 * Live and dead names of random programs against what CPython really reads and binds when it runs them.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namesOfText, parseCell } from '../../slicer/static/index.ts';
import { findTestPython, runPython } from './python.ts';

interface Observed {
  /** Read before bound on some run. */
  readonly reads: readonly string[];
  /** Bound or deleted on every completed run. */
  readonly always: readonly string[];
  readonly ever: readonly string[];
  /** Missing in some completed run. */
  readonly spared: readonly string[];
  readonly runs: number;
}

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const fn = fc.constantFrom('f', 'g');

/** A walrus in a comprehension makes CPython store past the recording namespace: tested by the cases instead. */
const plain = (text: string) => text.replaceAll(':=', ',');

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    name,
    fc.tuple(tie('expression'), tie('expression')).map(([x, y]) => `(${x}, ${y})`),
    fc.tuple(name, tie('expression')).map(([x, y]) => `(${x} := ${y})`),
    fc.tuple(tie('expression'), tie('expression')).map(([x, y]) => `(${x} if coin() else ${y})`),
    fc.tuple(tie('expression'), tie('expression')).map(([x, y]) => `(coin() and ${x} or ${y})`),
    fc.tuple(tie('expression'), name).map(([x, y]) => `[${plain(x)} for ${y} in items()]`),
    fc.tuple(tie('expression'), name).map(([x, y]) => `[${plain(x)} for ${y} in items() if coin()]`),
    fc.tuple(name, tie('expression')).map(([x, y]) => `(lambda ${x}=${y}: (${x}, ${y}))()`),
    fn.map((x) => `${x}()`),
    name.map((x) => `f'{type(${x})!r:>{id(${x}) % 7}}'`),
  ),
}));

const indent = (block: string) => block.replace(/^/gm, '  ');

const { block } = fc.letrec<{ block: string; statement: string }>((tie) => ({
  block: fc.array(tie('statement'), { minLength: 1, maxLength: 2 }).map((list) => list.join('\n')),
  statement: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.tuple(name, expression).map(([x, y]) => `${x} = ${y}`),
    fc.tuple(name, name, expression).map(([x, y, z]) => `${x} = ${y} = ${z}`),
    expression,
    name.map((x) => `del ${x}`),
    fc.tuple(name, name).map(([x, y]) => `${x} = 1; ${x} += 1; ${y}`),
    fc.tuple(tie('block'), tie('block')).map(([x, y]) => `if coin():\n${indent(x)}\nelse:\n${indent(y)}`),
    fc.tuple(expression, tie('block')).map(([t, x]) => `if coin() and ${t}:\n${indent(x)}`),
    fc.tuple(tie('block'), tie('block')).map(([x, y]) => `while coin():\n${indent(x)}\nelse:\n${indent(y)}`),
    tie('block').map((x) => `while True:\n${indent(x)}\n  if coin(): break`),
    fc
      .tuple(name, tie('block'), tie('block'))
      .map(
        ([n, x, y]) =>
          `for ${n} in items():\n${indent(x)}\n  if coin(): continue\n  if coin(): break\n${indent(y)}`,
      ),
    fc
      .tuple(tie('block'), tie('block'), name)
      .map(
        ([x, y, n]) =>
          `try:\n${indent(x)}\n  if coin(): raise ValueError\n${indent(y)}\nexcept Exception as ${n}:\n${indent(y)}\nelse:\n${indent(x)}`,
      ),
    fc
      .tuple(tie('block'), tie('block'))
      .map(
        ([x, y]) =>
          `try:\n${indent(x)}\n  if coin(): raise ValueError\nexcept ValueError:\n${indent(y)}\nfinally:\n${indent(y)}`,
      ),
    fc
      .tuple(name, name, tie('block'), tie('block'))
      .map(
        ([s, n, x, y]) =>
          `match (${s}, coin()):\n  case (${n}, True):\n${indent(indent(x))}\n  case _:\n${indent(indent(y))}`,
      ),
    fc
      .tuple(fn, expression, name)
      .map(
        ([f, x, y]) =>
          `def ${f}(${y}=${y}):\n  if coin(): return ${y}\n  return (${y}, ${x.replace(/[fg]\(\)/g, '0')})`,
      ),
    fc.tuple(name, name, tie('block')).map(([x, y, z]) => `class K:\n  ${x} = ${y}\n${indent(z)}`),
    name.map((x) => `import os as ${x}`),
  ),
}));

const PROGRAMS = 300;
const python = findTestPython();

describe.skipIf(python === null)('random programs', () => {
  test('live names cover what runs read, dead names are bound by every run, no run does without what is surely read', {
    timeout: 120_000,
  }, async () => {
    const programs = fc.sample(fc.array(block, { minLength: 1, maxLength: 2 }), {
      numRuns: PROGRAMS,
      seed: 42,
    });
    const sources = programs.map((blocks) => `def f(): return 0\ng = lambda: 1\n${blocks.join('\n')}\n`);
    const observed = JSON.parse(
      await runPython(python!, 'cpython_trace.py', JSON.stringify(sources)),
    ) as Observed[];
    let deadSeen = 0;
    let liveExtra = 0;
    let liveSeen = 0;
    let sureSeen = 0;
    const wrong: string[] = [];
    for (const [i, source] of sources.entries()) {
      const { reads, always, ever, spared, runs } = observed[i]!;
      const cell = parseCell(source);
      const { live, readings, dead, writes } = namesOfText(source);
      const surely = [...readings].flatMap(([read, reading]) => (reading === 'surely' ? [read] : []));
      const found = [
        ...(cell.errors.length > 0 ? ['parse errors'] : []),
        ...reads.filter((read) => !live.has(read)).map((read) => `${read} is read by a run but not live`),
        ...ever
          .filter((bound) => !writes.has(bound))
          .map((bound) => `${bound} is bound by a run but not written`),
        ...[...dead]
          .filter((bound) => runs > 0 && !always.includes(bound))
          .map((bound) => `${bound} is dead but not bound by every run`),
        ...surely
          .filter((read) => spared.includes(read))
          .map((read) => `${read} is surely read but a run does without`),
      ];
      if (found.length > 0) wrong.push(`${found.join(', ')}:\n${source}`);
      deadSeen += dead.size;
      sureSeen += surely.filter((read) => 'abcde'.includes(read)).length;
      liveSeen += reads.length;
      liveExtra += [...live].filter((read) => !reads.includes(read)).length;
    }
    expect(wrong.sort((x, y) => x.length - y.length).slice(0, 3)).toEqual([]);
    // Not vacuous: the programs read and bind, and liveness does not name everything.
    expect(deadSeen).toBeGreaterThan(PROGRAMS);
    expect(liveSeen).toBeGreaterThan(PROGRAMS);
    expect(sureSeen).toBeGreaterThan(PROGRAMS / 3);
    expect(liveExtra).toBeLessThan(liveSeen);
    console.log(
      `liveness: ${liveSeen} names read by runs, ${liveExtra} more live than runs read, ${sureSeen} surely read, ${deadSeen} dead`,
    );
  });
});
