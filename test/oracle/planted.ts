/**
 * The planted leaks of test/cases/check: whether runs confirm these on random data, and the offered fixes.
 * test/check/rules.test.ts checks the findings in the text.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { confirmLeaks } from '../../runtime/witness/index.ts';
import { checkNotebook, type Finding, type LibraryKnowledge } from '../../slicer/index.ts';
import { type RandomNumbers, randomNumbers } from '../bench/random-numbers.ts';
import { tableText } from '../bench/table.ts';
import { notebookOf, type RuleCase, ruleCases } from '../check/cases.ts';

const ROWS = 60;
const WORDS = ['red', 'green', 'blue', 'cat', 'dog', 'sun'];

/** A warning of a planted leak, or of a near miss (which has none, if all is well). */
export interface Planted {
  readonly name: string;
  readonly code: string;
  readonly confirmed: boolean | null;
  readonly evidence: string;
  readonly fix: string | null;
}

/** The results of runs for the warnings, case by case. */
export async function* plantedLeaks(
  library: LibraryKnowledge,
  python: string,
): AsyncGenerator<readonly Planted[]> {
  for (const [code, cases] of ruleCases()) {
    if (!code.startsWith('leak-')) continue;
    for (const each of cases) yield await plantedIn(each, code, library, python);
  }
}

async function plantedIn(
  planted: RuleCase,
  code: string,
  library: LibraryKnowledge,
  python: string,
): Promise<readonly Planted[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-planted-'));
  try {
    const text = JSON.stringify(planted.cells);
    for (const [at, name] of ['a.csv', 'b.csv', 'new.csv'].entries())
      writeFileSync(join(folder, name), table(text, randomNumbers(at + 1)));
    const checked = checkNotebook(
      notebookOf(planted),
      { select: [code], ignore: [], phase: 'share' },
      library,
    );
    const place = { folder, python: async () => python, onProgress: () => {} };
    const { findings } = await confirmLeaks(checked, place);
    return findings.flatMap((finding) => toldOf(finding, planted.name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const toldOf = ({ code, witness, fix }: Finding, name: string): Planted[] =>
  witness === undefined ? [] : [{ name, code, ...witness, fix: fix?.title ?? null }];

/** Data that suit the names in a case: with gaps where the case fills gaps, with words and days where it reads such. */
function table(text: string, random: RandomNumbers): string {
  const hasGaps = /fillna|[Ii]mput|interpolate|mean\(\)|median\(\)/.test(text);
  const columns: Record<string, () => string> = {
    a: () => (hasGaps && random(7) === 0 ? '' : `${random(1000) / 1000}`),
    b: () => `${random(9000) / 1000}`,
    ...(/'customer'/.test(text) ? { customer: () => `${random(20)}` } : {}),
    ...(/'[gk]'/.test(text) ? { g: () => `${random(4)}`, k: () => `${random(4)}` } : {}),
    ...(/'text'/.test(text)
      ? { text: () => [0, 1, 2].map(() => WORDS[random(WORDS.length)]).join(' ') }
      : {}),
    ...(/'country'/.test(text) ? { country: () => 'AB'[random(2)]! } : {}),
    ...(/'day'|\.year\b/.test(text)
      ? { day: () => `2020-01-${10 + random(20)}`, year: () => `${2015 + random(6)}` }
      : {}),
    t: () => `${random(2)}`,
  };
  const rows = Array.from({ length: ROWS }, () => Object.values(columns).map((make) => make()));
  return [Object.keys(columns), ...rows].map((row) => row.join(',')).join('\n');
}

/** The number of each kind confirmed, and the known facts about the others. */
export function plantedTable(all: readonly Planted[]): string {
  const codes = [...new Set(all.map(({ code }) => code))];
  const rows = [...codes, 'all'].map((code) => {
    const own = all.filter((each) => code === 'all' || each.code === code);
    const count = (confirmed: boolean | null) =>
      `${own.filter((each) => each.confirmed === confirmed).length}`;
    const fixes = `${own.filter(({ fix }) => fix !== null).length}`;
    return [code, `${own.length}`, count(true), count(false), count(null), fixes];
  });
  const others = all.filter(({ confirmed }) => confirmed !== true);
  const headings = ['warnings of', 'there are', 'confirmed', 'refuted', 'cannot be', 'with a fix'];
  return [
    tableText(headings, rows),
    ...others.map(
      ({ code, name, confirmed, evidence }) =>
        `${code}: ${name}: ${confirmed === false ? 'refuted' : 'cannot be confirmed'}: ${evidence}`,
    ),
  ].join('\n');
}
