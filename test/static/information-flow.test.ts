/**
 * The information flow graph from text: cases of `flows.jsonl`. A flow is `1 x 2`: cell 1's x goes to cell 2; `f()` is code, `~` an alias,
 * `?` not certain. `upper`: the further flows of the upper bound.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import { StaticRecorder } from '../../runtime/session/index.ts';
import {
  type Bound,
  buildInformationFlow,
  DependenceGraph,
  type Flow,
  factsOfNotebook,
  type InformationFlow,
  sliceExecution,
} from '../../slicer/index.ts';

interface FlowCase {
  readonly name: string;
  readonly cells: readonly string[];
  readonly flows: string;
  readonly upper?: string;
}

const text = readFileSync(new URL('../cases/static/flows.jsonl', import.meta.url), 'utf8');
const cases = text.split('\n').filter(Boolean);
const library = shippedLibrary();

function graph(cells: readonly string[], bound: Bound = 'resolved', closed = false): InformationFlow {
  const named = cells.map((source, i) => ({ cell: String(i + 1), source }));
  return buildInformationFlow(factsOfNotebook(named, library), bound, closed);
}

const plain = ({ from, to, name, kind }: Flow) => `${from} ${name}${kind === 'code' ? '()' : ''} ${to}`;
const marked = (flow: Flow) =>
  plain(flow).replace(/ (\S+)$/, `${flow.alias ? '~' : ''}${flow.certain ? '' : '?'} $1`);

describe('flows', () => {
  test.each(cases.map((line) => JSON.parse(line) as FlowCase))('$name', ({ cells, flows, upper = '' }) => {
    const resolved = graph(cells).flows;
    const known = new Set(resolved.map(plain));
    const more = graph(cells, 'upper').flows.map(plain);
    expect(resolved.map(marked).sort().join(', ')).toBe(flows);
    expect(
      [...new Set(more)]
        .filter((flow) => !known.has(flow))
        .sort()
        .join(', '),
    ).toBe(upper);
    const lower = graph(cells, 'lower').flows;
    expect(lower.every(({ certain, alias }) => certain && !alias)).toBe(true);
  });
});

describe('a static slice has the flows of names of the graph', () => {
  test.each(cases.map((line) => JSON.parse(line) as FlowCase))('$name', ({ cells }) => {
    const recorder = new StaticRecorder(library);
    const slices = new DependenceGraph();
    for (const [at, source] of cells.entries())
      slices.record(recorder.record({ exec: at + 1, cell: String(at + 1), source, status: 'ok' }));
    const missing = graph(cells).flows.filter(
      ({ from, to, kind }) =>
        kind !== 'file' &&
        !sliceExecution(slices, Number(to), 'backward', 'cell').executions.includes(Number(from)),
    );
    expect(missing.map(plain)).toEqual([]);
  });
});

describe('the graph', () => {
  const notebook = ['import pandas as pd\ntrain = pd.read_csv("a")', 'train.dropna(inplace=True)', 'train'];

  test('says why, in words', () => {
    const [, change] = graph(notebook).flows;
    expect(change!.why).toBe('cell 2 changes train: dropna with inplace=True; cell 3 reads train');
    expect(change!.by).toBe('effects');
  });

  test('has what each cell needs, also through others', () => {
    const needs = (closed: boolean) =>
      graph(notebook, 'resolved', closed).dependencies.map((each) => each.needs);
    expect(needs(false)).toEqual([[], ['1'], ['2']]);
    expect(needs(true)).toEqual([[], ['1'], ['1', '2']]);
  });

  test('lists questions with who has answered them', () => {
    const cells = ['from x import make\nt = make()\nl = []', 't.start()\nprint(len(l))', 't.ask(l)\nl.pop()'];
    const asked = graph(cells).questions.map(({ cell, name, asks, answer, by }) => [
      cell,
      name,
      asks,
      answer,
      by,
    ]);
    expect(asked).toEqual([
      ['2', 't', 'changes', true, 'default'],
      ['2', 'l', 'changes', false, 'effects'],
      ['3', 'l', 'changes', true, 'effects'],
      ['3', 't', 'changes', true, 'default'],
    ]);
  });

  test('says which cells were too much', () => {
    const calls = (i: number) =>
      Array(6)
        .fill(`f${i + 1}(x)`)
        .join('; ');
    const functions = Array.from({ length: 9 }, (_, i) => `def f${i}(x): ${calls(i)}`);
    const { cutOff } = graph(['x = 1', [...functions, 'f0(1)'].join('\n')]);
    expect(cutOff).toEqual(['2']);
  });

  test('leaves out what nests too deep, and goes on', () => {
    const { cutOff, flows } = graph(['x = 1', `y = ${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'print(x)']);
    expect([cutOff, flows.map(plain)]).toEqual([['2'], ['1 x 3']]);
  });

  test.each([
    ['print "a"\nx = 1', { line: 1, why: 'is Python 2' }],
    ['x = 1\ndef f(:\n  ((', { line: 2, why: 'is no Python' }],
    ['print("a")\n%%time', undefined],
    ['%%bash\nif [ a', undefined],
  ])('of %j says what it could not read', (source, expected) => {
    expect(graph([source]).unread[0]).toEqual(expected && { cell: '1', ...expected });
  });

  test.each([
    ['unfinished code', 'def f(:\n x = ('],
    ['Python 2', 'print "a"\nexec "x = 1"'],
    ['a class that is its own base', 'class A(A): pass\nA().x()'],
    ['a list in itself', 'a = []\na.append(a)\na[0][0].append(1)'],
    ['names of JavaScript', '__proto__ = []\nconstructor = [__proto__]\nconstructor.toString()'],
    ['deep brackets', `x = ${'['.repeat(500)}${']'.repeat(500)}`],
  ])('%s is no trouble', (_, source) => {
    expect(graph(['x = 1', source, 'x']).cells).toHaveLength(3);
  });
});
