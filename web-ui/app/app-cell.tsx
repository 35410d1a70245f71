/** A cell of an app: its text, or its outputs and its question to the visitor. */

import type { Signal } from '@preact/signals';
import type { CellView } from '../../runtime/index.ts';
import { CodeText } from '../history/code-text.tsx';
import { MarkdownView } from '../markdown/markdown-view.tsx';
import { PromptField } from '../notebook/prompt-field.tsx';
import { Outputs } from '../outputs/outputs.tsx';

interface AppCellProps {
  readonly cell: Signal<CellView>;
  readonly showsCode: boolean;
  /** Whether outputs of earlier runs are marked. */
  readonly marksOld?: boolean;
}

/** A cell by its signal. */
export function AppCell({ cell: source, showsCode, marksOld = true }: AppCellProps) {
  const cell = source.value;
  if (cell.type === 'raw') return null;
  if (cell.type === 'markdown') {
    return (
      <section class="app-cell" id={`cell-${cell.id}`}>
        <MarkdownView source={cell.source} attachments={cell.attachments} trusted />
      </section>
    );
  }
  const hasCode = showsCode && cell.source.trim() !== '';
  if (!hasCode && cell.outputs.length === 0 && cell.prompt === null) return null;
  const words = cell.outputs.length === 0 || !marksOld ? null : stateWords(cell);
  return (
    <section class={`app-cell ${words === null ? '' : 'old'}`} id={`cell-${cell.id}`}>
      {hasCode && <CodeText code={cell.source} />}
      {words !== null && <p class="app-note">{words}</p>}
      {cell.outputs.length > 0 && <Outputs cell={cell} inNotebook />}
      {cell.prompt !== null && <PromptField key={cell.prompt.text} cell={cell.id} prompt={cell.prompt} />}
    </section>
  );
}

/** Why the outputs may be old; null: they are not. */
function stateWords({ state }: CellView): string | null {
  if (state === 'settled' || state === 'failed' || state === 'running') return null;
  return state === 'queued' ? 'Waits to run again' : 'From an earlier run';
}
