/** Writes the open notebook in a form for others: with the outputs and the dependences of the runs so far. */

import { basename } from 'node:path';
import type { CoreState } from '../../../slicer/index.ts';
import { asPercentText, type CodeCell, parseNotebook } from '../../documents/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { Answer, ExportForm } from '../messages/messages.ts';
import type { StandingNotebook } from './notebook-checker.ts';

/** The open notebook. */
export interface ExportedNotebook {
  readonly core: CoreState;
  readonly standing: StandingNotebook;
  readonly text: () => string;
  /** Whether the person trusts all of its outputs and texts. */
  readonly trusted: boolean;
}

/** The file, with a name for it. */
export async function exportAnswer(
  { core, standing, text, trusted }: ExportedNotebook,
  to: ExportForm,
): Promise<Answer> {
  const { path, cells } = standing;
  const notebook = { ...parseNotebook(text(), path, 'any'), cells };
  const stem = basename(path).replace(/\.(?:ipynb|py)$/i, '');
  const found = (ending: string, content: string): Answer => ({
    to: 'export',
    name: `${stem}${ending}`,
    text: content,
  });
  // most notebooks are never exported
  const { cleanNotebook, drawnMarkdown, drawnPage, explanationOf, pythonText } = await import(
    '../../export/index.ts'
  );
  const wishes = { code: 'shown', trusted, explanation: null } as const;
  switch (to) {
    case 'html':
      return found('.html', await drawnPage(notebook, wishes));
    case 'md':
      return found('.md', (await drawnMarkdown(notebook, null)).text);
    case 'py':
      return found('.py', pythonText(notebook));
    case 'percent':
      return found('.percent.py', asPercentText(notebook));
    case 'ipynb':
      return found('.clean.ipynb', cleanNotebook(notebook));
    case 'explained': {
      const { settlement, standings } = core;
      const code = cells.filter((cell): cell is CodeCell => cell.type === 'code');
      // of an edited cell, the run was of another text
      const execOf = (cell: string) =>
        standings.get(cell)?.type === 'edited' ? undefined : settlement.execution(cell)?.exec;
      if (!code.some(({ id }) => execOf(id) !== undefined))
        throw new SluiceError(
          'no cell has run in this session, so nothing is known of its dependences: run it first',
        );
      const explanation = explanationOf({
        graph: settlement.graph,
        library: settlement.library,
        order: code.map(({ id, source, outputs }) => ({
          id,
          source,
          shows: outputs.some((output) => 'data' in output),
        })),
        execOf,
        original: (said) => said,
      });
      return found('.explained.html', await drawnPage(notebook, { ...wishes, explanation }));
    }
  }
}
