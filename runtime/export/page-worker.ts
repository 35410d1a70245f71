/** The process that draws a page or Markdown of a notebook. It gets one message, and answers it. */

import { markdownText } from './markdown-text.ts';
import { notebookPage } from './notebook-page.ts';
import type { Drawn, ToDraw } from './page-messages.ts';

async function draw(asked: ToDraw): Promise<Drawn> {
  if (asked.to === 'md') return markdownText(asked.notebook, asked.folder);
  return { text: await notebookPage(asked.notebook, asked.wishes), pictures: new Map() };
}

process.once('disconnect', () => process.exit());
process.once('message', async (asked: ToDraw) => process.send!(await draw(asked)));
