/**
 * Compares a cell's output with the stored output: exactly, then with normalisers. Each verdict names the few
 * normalisers that it needed.
 */

import { NORMALIZERS, type Normalizer, type RunTime } from './normalizers/index.ts';
import { type Form, isText, itemsOf, NOTHING, type ShownOutput } from './shown.ts';

/** The verdict on one item of a cell's output. `normalizers`: the item would differ without any of these. */
export interface ItemVerdict {
  /** `stdout`, `stderr`, `error`, or `display N`. */
  readonly item: string;
  /** `missing`: only the stored output has the item. `extra`: only the new output has it. */
  readonly status: 'same' | 'normalized' | 'different' | 'missing' | 'extra';
  readonly normalizers: readonly string[];
  readonly stored: Form;
  readonly now: Form;
}

/** Compares item by item. `enabled`: the allowed normalisers. */
export function compareOutputs(
  stored: readonly ShownOutput[],
  now: readonly ShownOutput[],
  enabled: readonly Normalizer[],
  time: RunTime,
): readonly ItemVerdict[] {
  const [before, after] = [itemsOf(stored), itemsOf(now)];
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].map((item): ItemVerdict => {
    const [a, b] = [before.get(item) ?? NOTHING, after.get(item) ?? NOTHING];
    const verdict = { item, stored: a, now: b };
    if (areAlike(a, b, [], time)) return { ...verdict, status: 'same', normalizers: [] };
    const needed = normalizersNeeded(a, b, enabled, time);
    if (needed !== null) return { ...verdict, status: 'normalized', normalizers: needed };
    const status = b === NOTHING ? 'missing' : a === NOTHING ? 'extra' : 'different';
    return { ...verdict, status, normalizers: [] };
  });
}

/** The names of a smallest set of normalisers that make the forms alike; null if even all of them do not. */
export function normalizersNeeded(
  stored: Form,
  now: Form,
  enabled: readonly Normalizer[],
  time: RunTime,
): readonly string[] | null {
  if (!areAlike(stored, now, enabled, time)) return null;
  let needed = enabled;
  for (const bold of [...NORMALIZERS].reverse()) {
    const without = needed.filter((each) => each !== bold);
    if (without.length < needed.length && areAlike(stored, now, without, time)) needed = without;
  }
  return needed.map(({ name }) => name);
}

function areAlike(stored: Form, now: Form, normalizers: readonly Normalizer[], time: RunTime): boolean {
  const [a, b] = [normalized(stored, normalizers), normalized(now, normalizers)];
  const common = normalizers.map((each) => each.common?.(a, b) ?? null).find((kinds) => kinds !== null);
  const kinds = common ?? [...new Set([...a.keys(), ...b.keys()])];
  return kinds.every((kind) => {
    const [before, after] = [a.get(kind) ?? '', b.get(kind) ?? ''];
    if (before === after) return true;
    if (normalizers.some(({ alike }) => alike?.(kind, before, after))) return true;
    return isText(kind) && haveAlikeTokens(before, after, normalizers, time);
  });
}

function normalized(form: Form, normalizers: readonly Normalizer[]): Form {
  return normalizers.reduce((known, { rewrite }) => rewrite?.(known) ?? known, form);
}

/** Whether the texts are equal except for words that a normaliser finds alike. */
function haveAlikeTokens(
  stored: string,
  now: string,
  normalizers: readonly Normalizer[],
  time: RunTime,
): boolean {
  const kinds = normalizers.flatMap(({ tokens }) => (tokens ? [tokens] : []));
  if (kinds.length === 0) return false;
  const pattern = new RegExp(kinds.map((kind) => `(${kind.pattern})`).join('|'), 'g');
  // a text between the words, then one group for each kind, and so on
  const [a, b] = [stored.split(pattern), now.split(pattern)];
  if (a.length !== b.length) return false;
  const step = kinds.length + 1;
  return a.every((before, at) => {
    const after = b[at];
    if (before === after) return true;
    const kind = kinds[(at % step) - 1];
    return (
      kind !== undefined && before !== undefined && after !== undefined && kind.alike(before, after, time)
    );
  });
}
