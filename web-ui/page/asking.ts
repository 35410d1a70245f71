/** A question to the person before an action that loses something. One at a time; `confirm-dialog.tsx` draws it. */

import { signal } from '@preact/signals';

/** A question, and the action after a yes. */
export interface Asked {
  readonly question: string;
  /** The word on the button of the action. */
  readonly yes: string;
  readonly run: () => void;
}

/** The open question; null: none. */
export const asked = signal<Asked | null>(null);

/** Asks before an action. */
export function confirmFirst(question: string, yes: string, run: () => void): void {
  asked.value = { question, yes, run };
}
