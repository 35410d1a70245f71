/** The parts of the page for cells whose reads and writes are known: those of Python. In a notebook of another language they are absent. */

import { computed } from '@preact/signals';
import { notebook } from './notebook-state.ts';
import type { Panel } from './page-parts.ts';

/** Whether the notebook is of another language than Python. */
export const isPlain = computed(() => notebook.value?.mode === 'plain');

/** The other language than Python; null: Python. */
export const language = computed(() => notebook.value?.language ?? null);

/** Why a part is absent. */
export const NOT_FOLLOWED = 'Sluice follows only Python: cells of another language run by hand';

const PANELS: ReadonlySet<Panel> = new Set<Panel>([
  'slice',
  'variables',
  'graph',
  'problems',
  'reproduce',
  'what-if',
]);

/** Commands by their ids, besides the ones of panels. */
const COMMANDS: ReadonlySet<string> = new Set([
  'run-stale',
  'resume',
  'undo-run',
  'redo-run',
  'variant-start',
  'variant-add',
  'variant-next',
  'variant-before',
  'variant-compare',
  'variant-keep',
  'variant-drop',
  'run-alone',
  'run-force',
  'run-selection',
  'definition',
  'uses',
  'rename-variable',
  'format',
  'what-if-run',
  'what-if-delete',
  'clean-up',
  'problem-phase',
  'sweep',
  'export-explained',
  'export-py',
  'export-percent',
  'mode',
  'order-mode',
  'freeze',
  'expensive',
]);

/** Whether the notebook has the panel. */
export function hasPanel(panel: Panel): boolean {
  return !isPlain.value || !PANELS.has(panel);
}

/** Whether the notebook has the command. */
export function hasCommand(id: string): boolean {
  return !isPlain.value || !(COMMANDS.has(id) || PANELS.has(id as Panel));
}
