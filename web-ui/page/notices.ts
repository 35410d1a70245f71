/** Short messages at the edge of the page, which disappear automatically. Screen readers announce them. */

import { signal } from '@preact/signals';

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly kind: 'note' | 'problem';
  /** A possible action. */
  readonly action: { readonly label: string; readonly run: () => void } | null;
}

export const notices = signal<readonly Notice[]>([]);

const NOTE_MS = 5_000;
const PROBLEM_MS = 12_000;
/** Long ones take longer to read. */
const MS_PER_LETTER = 80;
let nextId = 1;

/** Shows a message. */
export function say(text: string, kind: Notice['kind'] = 'note', action: Notice['action'] = null): void {
  const id = nextId;
  nextId += 1;
  const others = notices.peek().filter((notice) => notice.text !== text);
  notices.value = [...others, { id, text, kind, action }].slice(-4);
  setTimeout(
    () => dismiss(id),
    Math.max(kind === 'note' ? NOTE_MS : PROBLEM_MS, MS_PER_LETTER * text.length),
  );
}

/** Takes a message away. */
export function dismiss(id: number): void {
  notices.value = notices.peek().filter((notice) => notice.id !== id);
}
