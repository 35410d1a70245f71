/** Exports of the open notebook: asks the server for the file, and gives it to the browser as a download. */

import type { ExportForm } from '../../runtime/index.ts';
import { flushAll } from './edits.ts';
import { line } from './notebook-state.ts';
import { say } from './notices.ts';

/** The forms, in words. */
export const EXPORTS: readonly (readonly [ExportForm, string])[] = [
  ['html', 'page (HTML)'],
  ['explained', 'explained page (HTML)'],
  ['md', 'Markdown'],
  ['py', 'Python script'],
  ['percent', 'Python with # %% cells'],
  ['ipynb', 'notebook without outputs'],
];

/** Downloads the notebook in a form; says why it cannot. */
export async function exportAs(form: ExportForm): Promise<void> {
  flushAll();
  const answer = await line().ask({ ask: 'export', form });
  if (answer.to !== 'export') {
    say(answer.to === 'failed' ? answer.message : 'The notebook could not be exported', 'problem');
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([answer.text], { type: 'application/octet-stream' }));
  link.download = answer.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
