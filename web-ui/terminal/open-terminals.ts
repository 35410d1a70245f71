/** New terminals, and the end of old ones. Nothing is drawn here. */

import { signal } from '@preact/signals';
import { endTerminal, startTerminal } from '../files/files-api.ts';
import { confirmFirst } from '../page/asking.ts';
import { say } from '../page/notices.ts';
import { closeDocument, focused, folderOf, folderShown, openDocument } from '../workplace/open-documents.ts';
import { placeOfTerminal, terminalAt, terminalName } from '../workplace/terminal-place.ts';

/** Terminals whose shells have ended. */
export const endedTerminals = signal<ReadonlySet<string>>(new Set());

/** Terminals started by this page and not shown yet: nothing of their output is old. */
const unseen = new Set<string>();

/** Starts a terminal in a folder, and shows it. */
export async function newTerminal(folder = folderAtHand()): Promise<void> {
  try {
    const { id } = await startTerminal(folder);
    unseen.add(id);
    openDocument(placeOfTerminal(id));
  } catch (error) {
    say((error as Error).message, 'problem');
  }
}

/** Whether the terminal is shown first; later it is not new. */
export function takeNew(id: string): boolean {
  return unseen.delete(id);
}

/** Notes that the shell of a terminal has ended. */
export function markEnded(id: string): void {
  endedTerminals.value = new Set([...endedTerminals.peek(), id]);
}

/** Ends a terminal after a question; `then`: what follows. */
export function endAfterAsking(id: string, then: () => void): void {
  const end = async () => {
    try {
      await endTerminal(id);
    } catch (error) {
      say((error as Error).message, 'problem');
    }
    then();
  };
  if (endedTerminals.peek().has(id)) void end();
  else confirmFirst(`Close ${terminalName(id)}? What runs in it ends.`, 'Close', () => void end());
}

/** Closes the tab of a document; that of a terminal ends its shell. */
export function closeTab(path: string): void {
  const terminal = terminalAt(path);
  if (terminal === null) closeDocument(path);
  else endAfterAsking(terminal, () => closeDocument(path));
}

/** The folder of the document that has the keys; else the one in the panel of files. */
function folderAtHand(): string {
  const path = focused.peek();
  return path === null || terminalAt(path) !== null ? folderShown.peek() : folderOf(path);
}
