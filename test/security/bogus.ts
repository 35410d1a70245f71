/** Wrong messages, addresses and logs, from a seed: right ones with a part replaced, and texts of another kind. */

import type { FromPage } from '../../runtime/live/index.ts';
import type { Choices } from '../generator/random.ts';

/** One of each kind of message, about a notebook with the cells `c1` and `c2`. */
const RIGHT: readonly FromPage[] = [
  { op: 'edit', cell: 'c1', version: 0, edits: [{ client: 'a', changes: [[5, 'x = 2']] }] },
  { op: 'insert', cell: 'new', type: 'code', source: 'y = 1', before: 'c1', copyOf: 'c2' },
  { op: 'delete', cells: ['c2'] },
  { op: 'order', cells: ['c2', 'c1'] },
  { op: 'type', cell: 'c1', type: 'markdown' },
  { op: 'metadata', cell: 'c1', metadata: { tags: ['a'] } },
  { op: 'attach', cell: 'c1', name: 'a.png', type: 'image/png', base64: 'AAAA' },
  { op: 'freeze', cell: 'c1', on: true },
  { op: 'expensive', cell: 'c2', on: false },
  { op: 'clear-outputs', cells: ['c1'] },
  { op: 'mode', mode: 'lazy' },
  { op: 'order-mode', mode: 'any-order' },
  { op: 'input', cell: 'c1', value: 'yes' },
  { op: 'save', overwrite: true },
  { op: 'reload' },
  { op: 'trust' },
  { op: 'cancel', question: 3 },
  { op: 'replay', until: 2 },
  { ask: 'problems', id: 1, phase: 'share' },
  { ask: 'mend', id: 1, phase: 'share', problem: { code: 'i1', cell: 'c1', message: 'x' } },
  { ask: 'output', id: 2, cell: 'c1', index: 0 },
  { ask: 'slice', id: 3, of: { type: 'cell', cell: 'c1' }, direction: 'backward', level: 'cell' },
  { ask: 'why', id: 4, of: { type: 'execution', exec: 1 }, needed: 'c1' },
  { ask: 'preview', id: 5, cells: ['c1'] },
  { ask: 'graph', id: 6 },
  { ask: 'history', id: 7, after: 0 },
  { ask: 'past-run', id: 8, exec: 1 },
  { ask: 'what-if', id: 20, change: { type: 'rename', cell: 'a', name: 'x', to: 'y' } },
  { ask: 'past-slice', id: 9, exec: 1, direction: 'forward', level: 'statement' },
  { ask: 'step', id: 10, step: 1 },
  { ask: 'widgets', id: 11, of: null },
  { ask: 'widget-code', id: 12, module: 'm' },
];

const STRANGE: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  0.5,
  2 ** 53,
  '',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '\u0000',
  '\ud800',
  'x'.repeat(100_000),
  [],
  {},
  [[[]]],
  { __proto__: null, toString: 1 },
  ['c1', 'c1', 'c1'],
];

/** JSON of another kind, and texts without JSON. */
const NONE: readonly (string | Buffer)[] = [
  '',
  '{',
  'null',
  '[]',
  '"op"',
  '1e999',
  '{"op":1}',
  '{"op":"nothing"}',
  '{"ask":"nothing","id":1}',
  '{"op":"__proto__"}',
  '{"op":"toString"}',
  '{"ask":{"toString":1}}',
  '\u0000',
  '['.repeat(100_000),
  `{"op":"metadata","cell":"c1","metadata":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
  `{"op":"metadata","cell":"c1","metadata":${'['.repeat(2_000)}${']'.repeat(2_000)}}`,
  Buffer.from([0, 1, 2, 255]),
  Buffer.from('{"op":"save"}'),
];

/** A frame never sent by our pages. */
export function bogusFrame(choices: Choices): string | Buffer {
  if (choices.chance(0.2)) return choices.pick(NONE);
  const text = JSON.stringify(choices.pick(RIGHT));
  return choices.chance(0.2)
    ? bogusText(choices, text)
    : JSON.stringify(bogusValue(choices, JSON.parse(text)));
}

/** A text with some characters replaced, added or gone. */
export function bogusText(choices: Choices, text: string): string {
  let found = text;
  for (let times = choices.int(1, 4); times > 0; times -= 1) {
    const at = choices.int(0, Math.max(0, found.length - 1));
    const gone = choices.int(0, 5);
    const added = choices.pick(['', '"', '{', ']', '\\', '\u0000', '9', 'null', ',', '\ufffd', '\n']);
    found = found.slice(0, at) + added + found.slice(at + gone);
  }
  return found;
}

/** A value with a part replaced by something strange, or gone. */
export function bogusValue(choices: Choices, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || choices.chance(0.15)) return choices.pick(STRANGE);
  const keys = Object.keys(value);
  if (keys.length === 0) return choices.pick(STRANGE);
  const key = choices.pick(keys);
  const part = (value as Record<string, unknown>)[key];
  const changed = bogusValue(choices, part);
  if (Array.isArray(value)) return value.with(Number(key), changed);
  const others = Object.entries(value).filter(([name]) => name !== key);
  return Object.fromEntries(choices.chance(0.2) ? others : [...others, [key, changed]]);
}

const PARTS = [
  '',
  '..',
  '.',
  '%',
  '%zz',
  '%2e%2e',
  '%00',
  '%2f',
  'a'.repeat(5_000),
  '\\',
  '?',
  '&',
  '#',
  '//',
  'book.ipynb',
];
const PLACES = [
  '/',
  '/api/files',
  '/api/sessions',
  '/api/kernels',
  '/files/',
  '/assets/',
  '/notebooks/',
  '/socket',
];

/** An address never requested by our pages. */
export function bogusPath(choices: Choices): string {
  if (choices.chance(0.1)) return choices.pick(['//', '///', '*', 'http://', '//?path=', '/%', '/:0']);
  const parts = Array.from({ length: choices.int(0, 3) }, () => choices.pick(PARTS));
  const query = choices.chance(0.5) ? `?path=${choices.pick(PARTS)}&session=${choices.pick(PARTS)}` : '';
  // a request line holds no blanks, and no letters beyond ASCII
  return `${choices.pick(PLACES)}${parts.join('/')}${query}`;
}
