import { expect, test } from 'vitest';
import { Sample } from '../harness/sample.ts';

const names = Array.from({ length: 600 }, (_, i) => `case_${i}`);
const taken = (sample: Sample, parts = 6) => names.filter((name) => sample.has(name, parts));

test('six days have every case once', () => {
  const days = [1, 2, 3, 4, 5, 6].map((day) => new Sample(undefined, false, day * 86_400_000));
  expect(days.flatMap((day) => taken(day)).sort()).toEqual([...names].sort());
  for (const day of days) expect(taken(day).length).toBeGreaterThan(70);
});

test('three days divide a list evenly', () => {
  const days = ['1', '2', '3'].map((day) =>
    [0, 1, 2, 3, 4, 5].filter((position) => new Sample(day, false, 0).hasPosition('a', position, 3)),
  );
  expect(days.map(({ length }) => length)).toEqual([2, 2, 2]);
  expect(days.flat().sort()).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a number, all, or a name that is asked for', () => {
  const today = new Sample(undefined, false, 20_000.7 * 86_400_000);
  expect(taken(new Sample('20000', false, 0))).toEqual(taken(today));
  expect(String(today)).toContain('SLUICE_TEST_SAMPLE=20000 ');
  expect(taken(new Sample('all', false, 0))).toEqual(names);
  expect(taken(new Sample('20000', true, 0))).toEqual(names);
  expect(() => new Sample('some', false, 0)).toThrow('a number or "all"');
});

test('a sample of few cases has one at least', () => {
  const few = names.slice(0, 2).map((name) => ({ name }));
  for (let day = 0; day < 40; day++)
    expect(new Sample(String(day), false, 0).take(few, 24).length, `${day}`).toBeGreaterThan(0);
  expect(new Sample('all', false, 0).take(few, 24)).toEqual(few);
  expect(new Sample('1', false, 0).take([], 24)).toEqual([]);
});
