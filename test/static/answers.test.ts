/** Answers to open questions of the text: runs come before people, and runs may contradict the text. */
import { describe, expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import {
  buildInformationFlow,
  type ExecutionRecord,
  factsOfNotebook,
  type GivenAnswer,
  Observations,
  type StatementRecord,
  withAnswers,
  withObservations,
} from '../../slicer/index.ts';

const library = shippedLibrary();
const TEXTS = ['import shop\nt = shop.load()\nu = t', 'shop.sell(t)', 'print(t, u)'];
const facts = (texts: readonly string[] = TEXTS) =>
  factsOfNotebook(
    texts.map((source, i) => ({ cell: String(i + 1), source })),
    library,
  );

type Place = readonly [object: string, field: string];

/** An execution of one statement. */
function run(
  exec: number,
  reads: readonly Place[],
  writes: readonly Place[],
  objects: Record<string, string> = {},
  more: Partial<StatementRecord> = {},
): ExecutionRecord {
  const access = ([object, field]: Place) => ({ object, field, kind: 'observed' as const });
  const statement: StatementRecord = {
    ordinal: 0,
    line: 1,
    endLine: 1,
    failed: false,
    reads: reads.map(access),
    writes: writes.map(access),
    values: [],
    deleted: [],
    rebound: [],
    escapes: [],
    ...more,
  };
  return {
    exec,
    cell: String(exec),
    source: '',
    status: 'ok',
    planned: 1,
    statements: [statement],
    opaque: null,
    closed: [],
    symbols: new Map(),
    objects: new Map(Object.entries(objects)),
  };
}

const LOAD = run(
  1,
  [],
  [
    ['g', 't'],
    ['g', 'u'],
  ],
  { t: 'o1', u: 'o1' },
);

function observed(...runs: ExecutionRecord[]) {
  const observations = new Observations();
  for (const each of [LOAD, ...runs]) observations.take(each);
  return observations.cells;
}

const flowsOf = (cells: ReturnType<typeof facts>) =>
  buildInformationFlow(cells, 'resolved').flows.map(
    ({ from, name, to, by }) => `${from} ${name} ${to} ${by}`,
  );
const contradictionsOf = (cells: ReturnType<typeof facts>) =>
  buildInformationFlow(cells, 'resolved').contradictions.map(({ cell, why }) => `${cell} ${why}`);

describe('answers', () => {
  const yes: GivenAnswer = { cell: '2', name: 't', asks: 'changes', answer: true, by: 'person' };

  test('decide for the name and its aliases', () => {
    expect(flowsOf(facts())).toContain('1 t 3 text');
    expect(flowsOf(withAnswers(facts(), [yes]))).toEqual(
      expect.arrayContaining(['2 t 3 person', '2 u 3 person']),
    );
  });

  test('count where a question is open, the first before the second', () => {
    const no: GivenAnswer = { ...yes, answer: false, by: 'model' };
    expect(withAnswers(facts(), [no, yes])[1]!.questions).toMatchObject([{ answer: false, by: 'model' }]);
    const closed = facts(['t = []', 't.append(1)', 't']);
    expect(withAnswers(closed, [{ ...yes, answer: false }])).toEqual(closed);
  });

  test('leave bounds as they are', () => {
    const bounds = (cells: ReturnType<typeof facts>) =>
      (['lower', 'upper'] as const).map((bound) => buildInformationFlow(cells, bound).flows.length);
    expect(bounds(withAnswers(facts(), [yes]))).toEqual(bounds(facts()));
  });
});

describe('runs', () => {
  test('answer yes through another name of the object', () => {
    const cells = withObservations(facts(), observed(run(2, [['g', 't']], [['o1', '*']], { t: 'o1' })));
    expect(cells[1]!.questions).toMatchObject([{ answer: true, by: 'observed' }]);
    expect(flowsOf(cells)).toEqual(expect.arrayContaining(['2 t 3 observed', '2 u 3 observed']));
    expect(contradictionsOf(cells)).toEqual([]);
  });

  test.each([
    ['answer no where all was seen', run(2, [['g', 't']], []), 'observed'],
    [
      'say nothing where an object without a name was written',
      run(2, [['g', 't']], [['o7', '*']]),
      'default',
    ],
    ['say nothing when they failed', { ...run(2, [['g', 't']], []), status: 'error' as const }, 'default'],
    [
      'say nothing where something may have escaped',
      run(2, [['g', 't']], [], {}, { escapes: [{ reason: 'a thread', line: 1, lasting: false }] }),
      'default',
    ],
  ])('%s', (_, second, by) => {
    const [, cell] = withObservations(facts(), observed(second));
    expect(cell!.questions).toMatchObject([{ answer: false, by }]);
  });

  test('of another kernel know other objects', () => {
    const observations = new Observations();
    observations.take(LOAD);
    observations.restart();
    observations.take(run(2, [['g', 't']], [['o1', '*']]));
    expect(observations.cells.get('2')).toMatchObject({ isWhole: false, changes: new Set() });
  });

  test('show what the text does not', () => {
    const texts = ['a = 1\nhidden = 2', 'exec(text)', 'print(a)'];
    const seen = observed(
      run(
        2,
        [
          ['g', 'text'],
          ['g', 'hidden'],
        ],
        [['g', 'a']],
      ),
    );
    const cells = withObservations(facts(texts), new Map([['2', seen.get('2')!]]));
    expect(contradictionsOf(cells)).toEqual([
      '2 reads hidden when it ran, though its text does not show that',
      '2 changes a when it ran, though its text does not show that',
    ]);
    expect(flowsOf(cells)).toEqual(['1 hidden 2 observed', '2 a 3 observed']);
  });

  test('say what has not happened', () => {
    const cells = withObservations(facts(['t = []', 't.append(1)', 't']), observed(run(2, [['g', 't']], [])));
    expect(contradictionsOf(cells)).toEqual(['2 changes t: append; but its run has not']);
  });
});
