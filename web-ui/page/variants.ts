/** The variants of what follows a point: the actions on them, and their last comparison. It shows nothing. */

import { computed, signal } from '@preact/signals';
import type { VariantAnswer, VariantsView } from '../../runtime/index.ts';
import { menuText } from '../languages/menu-text.ts';
import { confirmFirst } from './asking.ts';
import { flushAll } from './edits.ts';
import { shownOrder } from './folded-headings.ts';
import { line, notebook } from './notebook-state.ts';
import { say } from './notices.ts';
import { overlay } from './page-parts.ts';
import { active } from './selection.ts';
import { forgetSteps } from './undo.ts';

/** The variants; null: there are none. */
export const variants = computed(() => notebook.value?.variants ?? null);

/** The cell under the bar of the variants, if it can be seen; null: the bar stands at the end. */
export const barCell = computed(() => {
  const first = variants.value?.first ?? null;
  return first !== null && shownOrder.value.includes(first) ? first : null;
});

/** The last comparison; or the reason, as text, why there is none; null: it is being made. */
export const compared = signal<VariantAnswer | string | null>(null);

const NONE: Pick<VariantsView, 'numbers' | 'shown'> = { numbers: [], shown: 0 };

/** The name of a variant. */
export function variantName(number: number): string {
  return menuText('Variant {number}').replace('{number}', String(number));
}

/** Begins variants at the active cell. */
export function tryFromHere(): void {
  const cell = active.peek();
  if (cell !== null) send({ op: 'variant-start', cell });
}

/** Adds a variant, a copy of the shown one. */
export function addVariant(): void {
  send({ op: 'variant-start', cell: null });
}

/** Shows a variant. */
export function showVariant(variant: number): void {
  send({ op: 'variant-show', variant });
}

/** Shows the next variant, or the one before. */
export function stepVariant(by: -1 | 1): void {
  const { numbers, shown } = variants.peek() ?? NONE;
  const next = numbers[(numbers.indexOf(shown) + by + numbers.length) % numbers.length];
  if (next === undefined) sayNone();
  else if (next !== shown) showVariant(next);
}

/** Ends the variants after a question; null: the shown one is kept. */
export function keepVariant(variant: number | null = null): void {
  const { numbers, shown } = variants.peek() ?? NONE;
  const kept = variant ?? shown;
  const gone = numbers.filter((number) => number !== kept).map(variantName);
  const keep = () => send({ op: 'variant-keep', variant: kept });
  if (gone.length === 0) sayNone();
  else
    confirmFirst(
      `Keep ${variantName(kept)}? ${gone.join(', ')} will be gone.`,
      menuText('Keep this variant'),
      keep,
    );
}

/** Drops the shown variant after a question. */
export function dropVariant(): void {
  const variant = variants.peek()?.shown;
  const drop = (number: number) => send({ op: 'variant-drop', variant: number });
  if (variant === undefined) sayNone();
  else
    confirmFirst(`Drop ${variantName(variant)}? Its texts will be gone.`, menuText('Drop this variant'), () =>
      drop(variant),
    );
}

/** Opens the comparison, and asks for it. */
export function compareVariants(): void {
  if (variants.peek() === null) sayNone();
  else {
    overlay.value = 'variants';
    void compare();
  }
}

async function compare(): Promise<void> {
  compared.value = null;
  flushAll();
  const answer = await line().ask({ ask: 'variants' });
  if (answer.to === 'variants') compared.value = answer;
  else if (answer.to === 'failed') compared.value = answer.message;
}

function send(operation: Parameters<ReturnType<typeof line>['send']>[0]): void {
  flushAll();
  // (the steps would write the text of one variant into another)
  forgetSteps();
  line().send(operation);
}

function sayNone(): void {
  say('There are no variants: choose Try from here at a cell');
}
