/** A question to the person before an action that loses something. One at a time; `confirm-dialog.tsx` draws it. */

import { signal } from '@preact/signals';

/** A question, and the action after a yes. */
export interface Asked {
  readonly question: string;
  /** The buttons of the actions, the usual one last. */
  readonly answers: readonly Answer[];
}

export interface Answer {
  /** The word on the button. */
  readonly word: string;
  readonly run: () => void;
}

/** The open question; null: none. */
export const asked = signal<Asked | null>(null);

/** Asks before an action. */
export function confirmFirst(question: string, yes: string, run: () => void): void {
  ask(question, [{ word: yes, run }]);
}

/** Asks for one of several actions, or none. */
export function ask(question: string, answers: readonly Answer[]): void {
  asked.value = { question, answers };
}
