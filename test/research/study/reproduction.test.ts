/** `sluice study reproduction`: rules, shares and tables against values computed by hand; joined shards; wrong input. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { associationRules } from '../../../runtime/research/study/association-rules.ts';
import { csvText } from '../../../runtime/research/study/csv.ts';
import { wilsonInterval } from '../../../runtime/research/study/shares.ts';
import { type Folder, makeFolder, sluice, sluiceJson } from '../../cli/sluice.ts';

const T = 120_000;
let folder: Folder | null = null;
afterEach(() => folder?.remove());

const SETTINGS = {
  order: 'page',
  normalize: 'counter,float',
  timeout: 60,
  environment: 'current',
  network: 'off',
  fix: 'false',
};

interface Made {
  readonly file: string;
  readonly status: string;
  readonly features?: readonly string[];
  readonly error?: string;
  readonly cause?: string;
  readonly normalizers?: readonly string[];
  readonly same?: number;
  readonly settings?: object;
}

/** A line of results; a failing notebook fails in the second of its two cells. */
function line({
  file,
  status,
  features = [],
  error,
  cause,
  normalizers = [],
  same = 1,
  settings = SETTINGS,
}: Made): string {
  const total = error === undefined && status === 'failed' ? 0 : 2;
  const shown =
    error === undefined
      ? []
      : [{ item: 'error', status: 'extra', stored: [], now: [{ kind: 'error', text: error }] }];
  const first = {
    cell: 'a',
    index: 1,
    status: normalizers.length > 0 ? 'normalized' : 'same',
    normalizers,
    first: null,
    cause: null,
    why: null,
    differences: [],
    repeats: null,
  };
  const second = {
    ...first,
    cell: 'b',
    index: 2,
    status: error === undefined ? 'same' : 'failed',
    normalizers: [],
    cause: cause ?? null,
    differences: shown,
  };
  const outputs = {
    total,
    same,
    normalized: normalizers.length > 0 ? 1 : 0,
    different: 0,
    missing: 0,
    extra: 0,
  };
  const cells = status === 'unreadable' ? [] : [first, second];
  const rest = { order: 'page', environment: 'current: Python 3.11.7', why: null, ms: 1, features, settings };
  return `${JSON.stringify({ type: 'notebook', file, status, outputs, cells, ...rest })}\n`;
}

const RESULTS = [
  line({ file: 'a', status: 'same', features: ['f', 'g'], same: 2 }),
  line({ file: 'b', status: 'normalized', features: ['f'], normalizers: ['counter'] }),
  line({ file: 'c', status: 'failed', features: ['g'], error: 'NameError: x', cause: 'hidden-state' }),
  line({
    file: 'd',
    status: 'failed',
    features: ['g'],
    error: 'ModuleNotFoundError: y',
    cause: 'missing-package',
  }),
  line({ file: 'e', status: 'unreadable' }),
];

interface Table {
  readonly name: string;
  readonly rows: readonly (readonly (string | number)[])[];
}

const RUN = 'page order, current environment';

test(
  'the tables',
  async () => {
    folder = makeFolder({
      'one.jsonl': RESULTS.slice(0, 2).join(''),
      'two.jsonl': RESULTS.slice(2).join(''),
    });
    const args = [
      'study',
      'reproduction',
      '.',
      '--min-support',
      '0',
      '--min-confidence',
      '0',
      '--report',
      'r.html',
    ];
    const tables = await sluiceJson<Table & Record<string, unknown>>(args, 0, { cwd: folder.path });
    const rows = (name: string) => tables.find((table) => table.name === name)?.rows;
    // of 4 that could be run 2 run through and are the same, 1 exactly; 5 of 8 outputs, 1 of these normalised
    expect(rows('rates')).toEqual([
      [RUN, 5, 4, 2, '50.0 %', '15.0–85.0', 2, '50.0 %', '15.0–85.0', 1, 8, '75.0 %', '62.5 %'],
    ]);
    expect(rows('normalizers')?.slice(0, 2)).toEqual([
      [RUN, 'none', 0, 1, '25.0 %'],
      [RUN, 'counter', 1, 2, '50.0 %'],
    ]);
    expect(rows('exceptions')).toEqual([
      [RUN, 'ModuleNotFoundError', 1, '50.0 %', '25.0 %', 'missing-package 1'],
      [RUN, 'NameError', 1, '50.0 %', '25.0 %', 'hidden-state 1'],
    ]);
    expect(rows('causes')).toContainEqual([RUN, 'hidden-state', 1, '50.0 %', 1, '50.0 %']);
    // both with f are the same, and 2 of 4 are: confidence 1, lift 2
    expect(rows('rules')).toContainEqual([RUN, 'f', 'same results', 2, '0.500', '1.000', '2.00']);
    expect(rows('rules')).toContainEqual([RUN, 'g', 'same results', 1, '0.250', '0.333', '0.67']);
    const page = readFileSync(join(folder.path, 'r.html'), 'utf8');
    expect(page).toMatch(/<svg [^>]*aria-label="The commonest exceptions"/);
    expect(page).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
    const csv = readFileSync(join(folder.path, 'r.tables', 'rates.csv'), 'utf8');
    expect(csv).toContain(`"${RUN}",5,4,2,50.0 %`);
  },
  T,
);

test(
  'shards are joined: each notebook once, and none that has two results',
  async () => {
    folder = makeFolder({
      'one.jsonl': RESULTS.slice(0, 3).join(''),
      'two.jsonl': RESULTS.slice(2).join(''),
      'bad/three.jsonl': line({ file: 'a', status: 'failed' }),
    });
    const { path } = folder;
    const joined = await sluice(['study', 'reproduction', 'one.jsonl', 'two.jsonl', '--merge', 'all.jsonl'], {
      cwd: path,
    });
    expect(joined).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(join(path, 'all.jsonl'), 'utf8')).toBe(RESULTS.join(''));
    const refused = await sluice(['study', 'reproduction', 'one.jsonl', 'bad', '--merge', 'x.jsonl'], {
      cwd: path,
    });
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(
      /^sluice: a has other results in bad\/three\.jsonl than in one\.jsonl, with the same options;/,
    );
    expect(existsSync(join(path, 'x.jsonl'))).toBe(false);
  },
  T,
);

test(
  'two orders of the same notebooks stand side by side',
  async () => {
    const settings = { ...SETTINGS, order: 'counter' };
    folder = makeFolder({
      'page.jsonl': RESULTS.join(''),
      'counter.jsonl': [
        line({ file: 'a', status: 'failed', error: 'NameError: x', settings }),
        line({ file: 'c', status: 'same', same: 2, settings }),
        line({ file: 'e', status: 'same', settings }),
        line({ file: 'b', status: 'different', settings })
          .replace(',"status":"same"', ',"status":"unstored"')
          .replace(',"status":"same"', ',"status":"missing"'),
      ].join(''),
    });
    const tables = await sluiceJson<Table>(['study', 'reproduction', 'page.jsonl', 'counter.jsonl'], 0, {
      cwd: folder.path,
    });
    const counter = RUN.replace('page', 'counter');
    // a and c could be run in both, of b no cell has a count; in counter order c alone runs through and is the same, in page order a alone
    expect(tables.find(({ name }) => name === 'paired')?.rows).toEqual([
      [counter, RUN, 2, 0, 1, 1, 0, 1, 1, '75.0 %', '75.0 %'],
    ]);
  },
  T,
);

test.each([
  [['study'], 'takes sessions, notebooks or reproduction'],
  [['study', 'weather', 'x'], 'takes sessions, notebooks or reproduction, not weather'],
  [['study', 'reproduction', 'x.jsonl'], 'give --report FILE.html'],
  [['study', 'reproduction', 'gone.jsonl', '--json'], 'cannot read gone.jsonl'],
  [['study', 'reproduction', 'other.jsonl', '--json'], 'a line that is no result: no notebook'],
  [['study', 'reproduction', 'other.jsonl', '--report', 'r.pdf'], 'must end in .html'],
  [['study', 'reproduction', 'other.jsonl', '--json', '--min-lift', '0.5'], 'takes a factor from 1'],
])(
  'wrong use: %j',
  async (args, says) => {
    folder = makeFolder({ 'other.jsonl': '{"type":"run"}\n' });
    const { code, stdout, stderr } = await sluice(args, { cwd: folder.path });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(says);
  },
  T,
);

test('a rule with two features is told only where it says more than each', () => {
  const observations = [
    { features: new Set(['a', 'b']), outcomes: new Set(['x']) },
    { features: new Set(['a']), outcomes: new Set(['y']) },
    { features: new Set(['b']), outcomes: new Set(['y']) },
    { features: new Set(['c', 'a']), outcomes: new Set(['y']) },
  ];
  const rules = associationRules(observations, { support: 0, confidence: 0, lift: 1.1 });
  const told = rules.map(({ features, outcome, lift }) => [
    features.join(' '),
    outcome,
    Number(lift.toFixed(3)),
  ]);
  expect(told).toContainEqual(['a b', 'x', 4]);
  expect(told).toContainEqual(['c', 'y', 1.333]);
  expect(told.some(([features]) => features === 'a c')).toBe(false);
});

test('intervals of Wilson, and CSV', () => {
  expect(wilsonInterval(10, 100).map((value) => value.toFixed(2))).toEqual(['5.52', '17.44']);
  expect(wilsonInterval(0, 0)).toEqual([0, 100]);
  expect(
    csvText(
      ['a', 'b'],
      [
        ['x,"y"', 1],
        ['=cmd()', 2],
      ],
    ),
  ).toBe('a,b\r\n"x,""y""",1\r\n\'=cmd(),2\r\n');
});
