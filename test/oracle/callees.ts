/**
 * The callees oracle: names of the callees of cells, against those written down by people for the notebooks of HeaderGen
 * (Venkatesh et al., *Enhancing Comprehension and Navigation in Jupyter Notebooks with Static Analysis*, SANER 2023; repository
 * secure-software-engineering/HeaderGen). There each cell has its callees, called directly or through functions of the notebook.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { shippedLibrary } from '../../instrument/index.ts';
import { checkedSource, NOWHERE, Projects } from '../../runtime/checking/index.ts';
import { readSource } from '../../runtime/sources/index.ts';
import { BUILTIN_NAMES, interpretNotebook, textFacts } from '../../slicer/index.ts';
import { tableText } from '../bench/table.ts';

/** The two sets of notebooks, by the folders of the repository. */
const FOLDERS = ['callsites-jupyternb-real-world-benchmark', 'callsites-jupyternb-extended-benchmark'];

/** The findings for one notebook. */
export interface CalleesReport {
  readonly name: string;
  /** Its place in its set, from 1. */
  readonly number: number;
  readonly wanted: number;
  readonly given: number;
  readonly right: number;
  readonly missed: readonly string[];
  readonly extra: readonly string[];
}

/** Compares all notebooks of a clone. */
export async function checkCallees(clone: string): Promise<CalleesReport[]> {
  const reports: CalleesReport[] = [];
  for (const folder of FOLDERS.map((each) => join(clone, each))) {
    const names = readdirSync(join(folder, 'notebooks')).filter((name) => name.endsWith('.ipynb'));
    for (const [at, file] of names.sort().entries()) {
      const name = basename(file, '.ipynb');
      const truth = join(folder, 'ground_truth', `${name}.json`);
      if (!existsSync(truth)) continue;
      const wanted = JSON.parse(readFileSync(truth, 'utf8')) as Record<string, string[]>;
      const given = await calleesOf(join(folder, 'notebooks', file));
      reports.push(compare(name, at + 1, wanted, given));
    }
  }
  return reports;
}

function compare(
  name: string,
  number: number,
  wanted: Readonly<Record<string, readonly string[]>>,
  given: readonly ReadonlySet<string>[],
): CalleesReport {
  const [missed, extra]: [string[], string[]] = [[], []];
  let [all, right, said] = [0, 0, 0];
  for (const [at, own] of given.entries()) {
    const theirs = new Set((wanted[at + 1] ?? []).flatMap((callee) => theirName(callee, name)));
    all += theirs.size;
    said += own.size;
    for (const callee of theirs) {
      if (own.has(callee)) right += 1;
      else missed.push(`${at + 1} ${callee}`);
    }
    extra.push(...[...own].filter((callee) => !theirs.has(callee)).map((callee) => `${at + 1} ${callee}`));
  }
  return { name, number, wanted: all, given: said, right, missed, extra };
}

/** Modules with the implementation of another one. */
const SAME: Readonly<Record<string, string>> = {
  posixpath: 'os',
  genericpath: 'os',
  posix: 'os',
  tensorflow: 'keras',
  pickle: '_pickle',
};

/** Names displayed by libraries for functions with another `__name__`. */
const SHOWN_AS: Readonly<Record<string, string>> = {
  'pandas:isnull': 'pandas:isna',
  'pandas:notnull': 'pandas:notna',
  'pandas:agg': 'pandas:aggregate',
  'statsmodels:ols': 'statsmodels:from_formula',
};

/**
 * The package and the last name: HeaderGen names the defining module (`pandas.core.frame.DataFrame.join`), Sluice the public one
 * (`pandas.DataFrame.join`).
 */
function shortName(path: string): string {
  const parts = path.split('.');
  const top = SAME[parts[0]!] ?? parts[0]!;
  const name = `${top}:${parts.at(-1)}`;
  return SHOWN_AS[name] ?? name;
}

/** Lambdas have no names of ours. */
function theirName(callee: string, notebook: string): string[] {
  if (callee.startsWith(`${notebook}.`) || /:\d+/.test(callee)) {
    const name = callee
      .slice(notebook.length + 1)
      .replace(/:\d+/g, '')
      .replace(/\.__init__$/, '');
    return name.includes('<lambda') ? [] : [`__main__:${name.split('.').at(-1)}`];
  }
  return [
    shortName(
      callee
        .replace(/^<\w+>(?:\.(?=\w+\.))?/, (kind) => (kind === '<builtin>.' ? 'builtins.' : 'builtins'))
        .replace(/^<builtin>/, 'builtins'),
    ),
  ];
}

/** The callees of each code cell: of the calls in its text, in functions too, and of the calls in functions it calls. */
async function calleesOf(path: string): Promise<ReadonlySet<string>[]> {
  const source = await readSource(path);
  if (source.type !== 'session') throw new Error(`${path} is no notebook`);
  const notebook = { ...checkedSource(source, new Projects()), surroundings: NOWHERE };
  const { code } = textFacts(notebook, shippedLibrary());
  const texts = code.map(({ id, source: text }) => ({ cell: id, source: text }));
  const { calls: log } = interpretNotebook(texts, shippedLibrary());
  return code.map((cell) => {
    const found = new Set(log.calledBy(cell.index));
    for (const { node, path: written } of cell.calls) {
      const place = { cell: cell.index, from: node.from, to: node.to };
      const names = [...log.calleesOf(place), ...log.functionsOf(place)];
      for (const name of names) found.add(name);
      if (names.length > 0 || written === null) continue;
      if (BUILTIN_NAMES.has(written)) found.add(`builtins.${written}`);
      else if (written.includes('.') && !written.startsWith('.')) found.add(written);
    }
    return new Set([...found].filter((name) => !name.endsWith('<lambda>')).map(shortName));
  });
}

/** Means over notebooks, as HeaderGen reports them, of all and of those with odd numbers, beside which the rules were made. */
export function calleesTable(reports: readonly CalleesReport[]): string {
  const row = (name: string, some: readonly CalleesReport[]) => {
    const mean = (of: (report: CalleesReport) => number) =>
      ((100 * some.reduce((sum, each) => sum + of(each), 0)) / (some.length || 1)).toFixed(1);
    const precision = mean(({ right, given }) => (given === 0 ? 1 : right / given));
    const recall = mean(({ right, wanted }) => (wanted === 0 ? 1 : right / wanted));
    return [name, String(some.length), precision, recall];
  };
  const isOdd = ({ number }: CalleesReport) => number % 2 === 1;
  return tableText(
    ['', 'notebooks', 'precision', 'recall'],
    [
      row('odd', reports.filter(isOdd)),
      row(
        'even',
        reports.filter((report) => !isOdd(report)),
      ),
      row('all', reports),
    ],
  );
}
