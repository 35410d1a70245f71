/** Generated notebooks and edits: texts that share names, mutate each other's objects, fail and are mended. */

import { type RandomNumbers, randomNumbers } from '../bench/random-numbers.ts';
import { type FileChange, OBJECT_LINES, type ObjectLines } from './object-lines.ts';
import { SETTING_LINES } from './setting-lines.ts';

/** One thing somebody does; then reactive mode brings the notebook up to date. */
export type Step =
  | {
      readonly type: 'run' | 'edit' | 'insert';
      readonly cell: string;
      readonly source: string;
      readonly at: number;
    }
  | { readonly type: 'delete'; readonly cell: string }
  | { readonly type: 'move'; readonly cell: string; readonly at: number }
  /** Another program writes a file, or removes it (null). `unheard`: the next step comes before any look at the file. */
  | {
      readonly type: 'write';
      readonly file: string;
      readonly text: string | null;
      readonly unheard: boolean;
    };

/** A notebook, and its edits. */
export interface EditScript {
  readonly seed: number;
  /** Modules without which the script is not played. */
  readonly needs?: readonly string[];
  /** The files in its folder at the beginning. */
  readonly files?: Readonly<Record<string, string>>;
  readonly cells: readonly (readonly [string, string])[];
  readonly steps: readonly Step[];
}

const NAMES = ['x', 'y', 'z', 'n', 'd', 'df', 'f'];

/** One line in so many is about a setting of the world. */
const SETTINGS_SHARE = 5;

/** One line in so many is about the script's kind of objects. */
const OBJECTS_SHARE = 3;

/** One step in so many is another program's, if the script's kind has files changed by others. */
const WRITES_SHARE = 3;

const PREAMBLE = [
  'import random\nimport pandas as pd\nrandom.seed(1)',
  'x = [1, 2]\nn = 3',
  'y = x\nz = [[0], 4]',
  "d = {'k': [5], 'n': n}",
  "df = pd.DataFrame({'a': [1, 2, 3], 'b': [0, 0, 1]})",
  'def f(v):\n    return v + n',
];

/** The script of a seed, about one of these kinds. */
export function editScript(seed: number, kinds: readonly ObjectLines[] = OBJECT_LINES): EditScript {
  const random = randomNumbers(seed);
  const { made, lines, needs, files, changes = [] } = kinds[random(kinds.length)] as ObjectLines;
  const texts = new Map<string, string | null>(Object.entries(files ?? {}));
  const preamble = [...PREAMBLE, made];
  const size = preamble.length + 3 + random(6);
  const cells: [string, string][] = preamble.map((source, index) => [`c${index}`, source]);
  for (let index = preamble.length; index < size; index += 1)
    cells.push([`c${index}`, cellText(lines, random)]);
  let order = cells.map(([cell]) => cell);
  const sources = new Map(cells);
  const steps: Step[] = [];
  let next = size;
  for (let step = 0; step < 8; step += 1) {
    if (changes.length > 0 && random(WRITES_SHARE) === 0) {
      const { file, becomes } = changes[random(changes.length)] as FileChange;
      const text = becomes(texts.get(file) ?? null)?.replaceAll('K', String(random(5))) ?? null;
      texts.set(file, text);
      steps.push({ type: 'write', file, text, unheard: random(4) === 0 });
      continue;
    }
    const cell = order[random(order.length)] ?? 'c0';
    const kind = random(10);
    if (kind < 5) {
      const source =
        random(4) === 0
          ? broken(sources.get(cell) ?? '', random)
          : edited(sources.get(cell) ?? '', lines, random);
      sources.set(cell, source);
      steps.push({ type: 'edit', cell, source, at: 0 });
    } else if (kind < 6) {
      steps.push({ type: 'run', cell, source: sources.get(cell) ?? '', at: 0 });
    } else if (kind < 7 && order.length > 3) {
      order = order.filter((other) => other !== cell);
      steps.push({ type: 'delete', cell });
    } else if (kind < 8) {
      const at = random(order.length);
      order = order.filter((other) => other !== cell).toSpliced(at, 0, cell);
      steps.push({ type: 'move', cell, at });
    } else {
      const fresh = `c${next++}`;
      const at = random(order.length + 1);
      const source = cellText(lines, random);
      sources.set(fresh, source);
      order = order.toSpliced(at, 0, fresh);
      steps.push({ type: 'insert', cell: fresh, source, at });
    }
  }
  return { seed, ...(needs && { needs }), ...(files && { files }), cells, steps };
}

function cellText(objects: readonly string[], random: RandomNumbers): string {
  return Array.from({ length: 1 + random(2) }, () => line(objects, random)).join('\n');
}

function line(objects: readonly string[], random: RandomNumbers): string {
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  const [a, b] = [pick(['x', 'y', 'z']), pick(['x', 'y', 'z'])];
  const k = random(5);
  if (random(SETTINGS_SHARE) === 0) return pick(SETTING_LINES).replaceAll('K', String(k));
  if (random(OBJECTS_SHARE) === 0) return pick(objects).replaceAll('K', String(k));
  return pick([
    `${a} = [${k}, ${random(5)}]`,
    `${a} = [${k}]`,
    `n = ${k}`,
    `n = len(${a})`,
    `${a}.append(${k})`,
    `${a}.append(n)`,
    `${a}[0] = ${k}`,
    `${a}[0] += 1`,
    `${a} = ${b}`,
    `${a} = list(${b})`,
    `${a} = sorted(${b})`,
    `${a} = ${b} + [n]`,
    `d = {'k': ${a}, 'n': n}`,
    `d['k'].append(${k})`,
    `d['n'] = ${k}`,
    `def f(v):\n    return v + n + ${k}`,
    'n = f(1)',
    `print(f(${k}))`,
    `print(${a})`,
    `print(${a}[0], n)`,
    "print(d['n'])",
    'print(sorted(d.items(), key=str))',
    `df = pd.DataFrame({'a': [1, 2, ${k}], 'b': [n, 0, 1]})`,
    `df['c'] = df['a'] * ${k}`,
    "df['a'] = df['a'] + 1",
    "print(df['a'].sum())",
    'print(df.shape)',
    `df['d'] = ${k}`,
    'print(list(df.columns))',
    `d['m'] = ${k}`,
    'print(len(d))',
    'print(list(d), list(df))',
    `d['${'mno'[k % 3]}'] = n`,
    `df['${'cde'[k % 3]}'] = n`,
    "d.pop('m', None)",
    `df = df[df['a'] > ${k % 3}]`,
    'import pandas as pd',
    'import random',
    `random.seed(${k})`,
    'n = random.randint(0, 9)',
    'print(random.random())',
    `for i in range(${k}):\n    ${a}.append(i)`,
    `class C:\n    items = ${a}\n    def get(self):\n        return len(self.items) + n`,
    'print(C().get())',
    'C.items.append(n)',
    `print(sum(${a}))`,
    `del ${a}`,
    `if n > ${k}:\n    ${a} = [n]`,
    `assert n > ${k}`,
  ]);
}

function edited(source: string, objects: readonly string[], random: RandomNumbers): string {
  switch (random(6)) {
    case 5:
      return otherAlias(source);
    case 0:
      return `${source}  # noted`;
    case 1:
      return source.replace(/\d/, (digit) => String((Number(digit) + 1 + random(3)) % 9));
    case 2: {
      const name = NAMES[random(NAMES.length)] as string;
      const other = NAMES[random(3)] as string;
      return source.replace(new RegExp(`\\b${name}\\b`, 'g'), other);
    }
    case 3:
      return `${source}\n${line(objects, random)}`;
    default:
      return cellText(objects, random);
  }
}

/** A copy becomes another name of the same object, or the other way round. */
function otherAlias(source: string): string {
  const alias = source.replace(/\b(?:list|sorted|dict)\((\w+)\)|\b(\w+)(?:\.copy\(\)|\[:\])/, '$1$2');
  if (alias !== source) return alias;
  return source.replace(/^(\w+) = ([xyzdvuwpm])$/m, '$1 = __import__("copy").copy($2)');
}

function broken(source: string, random: RandomNumbers): string {
  const lines = source.split('\n').filter((each) => !/^\s/.test(each));
  return lines.toSpliced(random(lines.length + 1), 0, random(2) ? '1 / 0' : 'print(nowhere)').join('\n');
}
