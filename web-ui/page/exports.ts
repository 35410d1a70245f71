/** Exports of the open notebook: asks the server for the file, and gives it to the browser as a download. */

import type { ExportForm } from '../../runtime/index.ts';
import type { MenuText } from '../languages/menu-text.ts';
import { flushAll } from './edits.ts';
import { line } from './notebook-state.ts';
import { say } from './notices.ts';
import { saveText } from './save-text.ts';

/** The forms, with their titles among all commands and in the menu of exports. */
export const EXPORTS: readonly {
  readonly form: ExportForm;
  readonly title: MenuText;
  readonly short: MenuText;
}[] = [
  { form: 'html', title: 'Export: page (HTML)', short: 'Page (HTML)' },
  { form: 'explained', title: 'Export: explained page (HTML)', short: 'Explained page (HTML)' },
  { form: 'md', title: 'Export: Markdown', short: 'Markdown' },
  { form: 'py', title: 'Export: Python script', short: 'Python script' },
  { form: 'percent', title: 'Export: Python with # %% cells', short: 'Python with # %% cells' },
  { form: 'ipynb', title: 'Export: notebook without outputs', short: 'Notebook without outputs' },
];

/** Downloads the notebook in a form; says why it cannot. */
export async function exportAs(form: ExportForm): Promise<void> {
  flushAll();
  const answer = await line().ask({ ask: 'export', form });
  if (answer.to !== 'export') {
    say(answer.to === 'failed' ? answer.message : 'The notebook could not be exported', 'problem');
    return;
  }
  saveText(answer.name, answer.text);
}
