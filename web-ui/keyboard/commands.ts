/** All actions by key, menu or palette, in one list, so every offered action works. The list makes the file long. */

import { atName } from '../editor/code-help.ts';
import { cursorOf, selectedCode } from '../editor/editors.ts';
import { stepRuns } from '../history/past-runs.ts';
import type { MenuText } from '../languages/menu-text.ts';
import {
  changeType,
  deleteCells,
  insertCell,
  makeHeading,
  mergeCells,
  moveCells,
  selectAll,
  splitCell,
} from '../page/cell-actions.ts';
import { fullOutputs, showFullOutputs, showSource, toggleHidden } from '../page/cell-display.ts';
import { copyLink } from '../page/cell-link.ts';
import { copyCells, cutCells, pasteCells } from '../page/clipboard.ts';
import { runSelection } from '../page/console-lines.ts';
import { EXPORTS, exportAs } from '../page/exports.ts';
import { foldAllHeadings, foldHeading, headingOf, isFolded } from '../page/folded-headings.ts';
import { formatCells, saveNow } from '../page/format-cells.ts';
import { cellNow, line, notebook, order } from '../page/notebook-state.ts';
import { overlay, panel, renaming, togglePanel } from '../page/page-parts.ts';
import { present } from '../page/presenting.ts';
import { problemPhase } from '../page/problems.ts';
import { checkReproducibility } from '../page/reproduction.ts';
import {
  clearOutputs,
  interrupt,
  restart,
  resume,
  runAll,
  runAlone,
  runAndAdvance,
  runAndInsert,
  runAndStay,
  runBeside,
  runCells,
  runStale,
} from '../page/run-actions.ts';
import { active, goToNext, mode, reveal, select, selected, step } from '../page/selection.ts';
import { redo, undo } from '../page/undo.ts';
import { UNDO_WORDS } from '../page/undo-plan.ts';
import { redoActive, undoActive } from '../page/undo-runs.ts';
import {
  addVariant,
  compareVariants,
  dropVariant,
  keepVariant,
  stepVariant,
  tryFromHere,
} from '../page/variants.ts';
import { askWhatIf } from '../page/what-if.ts';
import { changeSettings, lineNumbers, wordWrap } from '../settings/settings.ts';
import { closeTab, newTerminal } from '../terminal/open-terminals.ts';
import { focused, stepDocument, toggleBeside, toggleFiles } from '../workplace/open-documents.ts';

/** `both`: in the notebook; `anywhere`: in every document. */
export type KeyScope = 'command' | 'edit' | 'both' | 'anywhere';

export interface Command {
  readonly id: string;
  /** In English; `titleOf` gives the title that is shown. */
  readonly title: string;
  readonly group: 'Run' | 'Cells' | 'Move' | 'Edit' | 'View' | 'Sluice' | 'Window' | 'Extensions';
  /** The first one is shown. `d d`: pressed twice. */
  readonly keys: readonly string[];
  readonly where: KeyScope;
  readonly run: () => void;
}

function command(
  group: Command['group'],
  id: string,
  title: MenuText,
  keys: readonly string[],
  run: () => void,
  where: KeyScope = 'command',
): Command {
  return { id, title, group, keys, where, run };
}

function enterEdit(): void {
  const id = active.peek();
  if (id === null) return;
  if (cellNow(id)?.type === 'markdown') showSource(id, true);
  mode.value = 'edit';
}

function renderTexts(): void {
  for (const id of selected.peek()) showSource(id, false);
}

function first(): void {
  const id = order.peek()[0];
  if (id === undefined) return;
  select(id);
  reveal(id);
}

function last(): void {
  const id = order.peek().at(-1);
  if (id === undefined) return;
  select(id);
  reveal(id);
}

function toggleFull(): void {
  for (const id of selected.peek()) showFullOutputs(id, !fullOutputs.peek().has(id));
}

function mark(which: 'freeze' | 'expensive'): void {
  for (const id of selected.peek()) {
    const cell = cellNow(id);
    if (cell === undefined) continue;
    const on = which === 'freeze' ? !cell.frozen : !cell.expensive;
    line().send({ op: which, cell: id, on });
  }
}

const HEADINGS: readonly MenuText[] = [
  'Make it a heading 1',
  'Make it a heading 2',
  'Make it a heading 3',
  'Make it a heading 4',
  'Make it a heading 5',
  'Make it a heading 6',
];

/** All commands, in the order in which they are listed. */
export const COMMANDS: readonly Command[] = [
  command(
    'Run',
    'run-advance',
    'Run and select below',
    ['Shift+Enter'],
    () => {
      renderTexts();
      runAndAdvance();
    },
    'both',
  ),
  command(
    'Run',
    'run-stay',
    'Run',
    ['Ctrl+Enter'],
    () => {
      renderTexts();
      runAndStay();
    },
    'both',
  ),
  command(
    'Run',
    'run-insert',
    'Run and insert below',
    ['Alt+Enter'],
    () => {
      renderTexts();
      runAndInsert();
    },
    'both',
  ),
  command(
    'Run',
    'run-stale',
    'Run everything that is out of date',
    ['Ctrl+Shift+Enter'],
    () => void runStale(),
    'both',
  ),
  command(
    'Run',
    'run-alone',
    'Run only this cell, without what it needs or affects',
    ['Ctrl+Alt+Enter'],
    () => runAlone(),
    'both',
  ),
  command(
    'Run',
    'run-selection',
    'Run the selected text or line in the console',
    ['Alt+Shift+Enter'],
    () => {
      const id = active.peek();
      if (id !== null && cellNow(id)?.type === 'code') runSelection(selectedCode(id));
    },
    'edit',
  ),
  command('Run', 'run-all', 'Run all cells', [], runAll),
  command('Run', 'resume', 'Resume: take stored results, run the other cells', [], resume),
  command('Run', 'run-above', 'Run all above', [], () => runBeside('above')),
  command('Run', 'run-below', 'Run this cell and all below', [], () => runBeside('below')),
  command('Run', 'run-force', 'Run anyway, although it is held back', [], () =>
    runCells(selected.peek(), true),
  ),
  command('Run', 'interrupt', 'Interrupt the kernel', ['i i'], interrupt),
  command('Run', 'restart', 'Restart the kernel', ['0 0'], () => restart(false)),
  command('Run', 'restart-run', 'Restart the kernel and run all cells', [], () => restart(true)),
  command('Run', 'restart-to-here', 'Restart the kernel and run to here', [], () => {
    const id = active.peek();
    if (id !== null) restart(true, id);
  }),
  command('Run', 'clear', 'Clear outputs of the selected cells', [], () => clearOutputs(selected.peek())),
  command('Run', 'clear-all', 'Clear all outputs', [], () => clearOutputs(order.peek())),

  command('Cells', 'insert-above', 'Insert above', ['a'], () => void insertCell('above')),
  command('Cells', 'insert-below', 'Insert below', ['b'], () => void insertCell('below')),
  command('Cells', 'cut', 'Cut', ['x'], cutCells),
  command('Cells', 'copy', 'Copy', ['c'], copyCells),
  command('Cells', 'paste-below', 'Paste below', ['v'], () => pasteCells('below')),
  command('Cells', 'paste-above', 'Paste above', ['Shift+v'], () => pasteCells('above')),
  command('Cells', 'delete', 'Delete', ['d d'], () => deleteCells()),
  command('Cells', 'undo-cells', 'Undo cell operation', ['z'], () => void undo()),
  command('Cells', 'redo-cells', 'Redo cell operation', ['Shift+z'], () => void redo()),
  command('Cells', 'to-code', 'Make it code', ['y'], () => changeType('code')),
  command('Cells', 'to-markdown', 'Make it Markdown', ['m'], () => changeType('markdown')),
  command('Cells', 'to-raw', 'Make it raw', ['r'], () => changeType('raw')),
  ...HEADINGS.map((title, at) =>
    command('Cells', `heading-${at + 1}`, title, [String(at + 1)], () => makeHeading(at + 1)),
  ),
  command('Cells', 'merge', 'Merge selected cells, or with the next', ['Shift+m'], mergeCells),
  command(
    'Cells',
    'split',
    'Split at the cursor',
    ['Ctrl+Shift+-'],
    () => {
      const id = active.peek();
      if (id !== null) splitCell(id, cursorOf(id));
    },
    'edit',
  ),
  command('Cells', 'move-up', 'Move up', ['Ctrl+Shift+ArrowUp'], () => moveCells(-1)),
  command('Cells', 'move-down', 'Move down', ['Ctrl+Shift+ArrowDown'], () => moveCells(1)),

  command('Move', 'edit', 'Edit the cell', ['Enter'], enterEdit),
  command(
    'Move',
    'command',
    'Leave the text',
    ['Escape', 'Ctrl+m'],
    () => {
      mode.value = 'command';
    },
    'edit',
  ),
  command('Move', 'up', 'Select above', ['k', 'ArrowUp'], () => step(-1)),
  command('Move', 'down', 'Select below', ['j', 'ArrowDown'], () => step(1)),
  command('Move', 'extend-up', 'Extend the selection above', ['Shift+ArrowUp', 'Shift+k'], () =>
    step(-1, true),
  ),
  command('Move', 'extend-down', 'Extend the selection below', ['Shift+ArrowDown', 'Shift+j'], () =>
    step(1, true),
  ),
  command('Move', 'select-all', 'Select all cells', ['Ctrl+a'], selectAll),
  command('Move', 'first', 'Go to the first cell', ['Home'], first),
  command('Move', 'last', 'Go to the last cell', ['End'], last),
  command('Move', 'scroll-down', 'Scroll down', ['Space'], () => scrollPage(1)),
  command('Move', 'scroll-up', 'Scroll up', ['Shift+Space'], () => scrollPage(-1)),

  command('Edit', 'save', 'Save now', ['Ctrl+s', 's'], () => void saveNow(), 'both'),
  command('Edit', 'rename', 'Rename the notebook', [], () => {
    renaming.value = true;
  }),
  command(
    'Edit',
    'find',
    'Find and replace in all cells',
    ['f', 'Ctrl+f', 'Ctrl+Shift+f'],
    () => {
      overlay.value = 'find';
    },
    'both',
  ),

  command('Edit', 'definition', 'Go to the definition', ['F12'], () => atName('goToDefinition'), 'edit'),
  command('Edit', 'uses', 'Find all uses of the variable', ['Shift+F12'], () => atName('showUses'), 'edit'),
  command('Edit', 'rename-variable', 'Rename the variable', ['F2'], () => atName('renameHere'), 'edit'),
  command('Edit', 'format', 'Format with black or ruff', [], () => void formatCells()),
  command('Edit', 'copy-link', 'Copy a link to the cell', [], copyLink),

  command('View', 'toggle-outputs', 'Collapse or show outputs', ['o'], () => {
    for (const id of selected.peek()) toggleHidden(id, 'outputs');
  }),
  command('View', 'toggle-full', 'Show long outputs in full, or in part', ['Shift+o'], toggleFull),
  command('View', 'toggle-source', 'Collapse or show code', [], () => {
    for (const id of selected.peek()) toggleHidden(id, 'source');
  }),
  command('View', 'fold-heading', 'Fold or unfold the heading', [], () => {
    const id = active.peek();
    const heading = id === null ? null : headingOf(id);
    if (heading === null) return;
    select(heading);
    foldHeading(heading, !isFolded(cellNow(heading)!));
  }),
  command('View', 'fold-all', 'Fold all headings', [], () => foldAllHeadings(true)),
  command('View', 'unfold-all', 'Unfold all headings', [], () => foldAllHeadings(false)),
  command('View', 'cell', 'Tags and metadata of the cell', [], () => togglePanel('cell')),
  command('View', 'line-numbers', 'Line numbers', ['l', 'Shift+l'], () => {
    void changeSettings({ lineNumbers: !lineNumbers.peek() });
  }),
  command('View', 'word-wrap', 'Wrap long lines of code', [], () => {
    void changeSettings({ wordWrap: !wordWrap.peek() });
  }),
  command('View', 'present', 'Present: texts and outputs, heading by heading', [], present),
  command('View', 'shortcuts', 'Keyboard shortcuts', ['h'], () => {
    overlay.value = 'shortcuts';
  }),
  command(
    'View',
    'palette',
    'All commands',
    ['p', 'Ctrl+Shift+c', 'Ctrl+Shift+p'],
    () => {
      overlay.value = 'palette';
    },
    'anywhere',
  ),
  command('View', 'outline', 'Outline', [], () => togglePanel('outline')),

  command('Sluice', 'slice', 'What the cell needs and affects; gather its script', ['g'], () =>
    togglePanel('slice'),
  ),
  command('Sluice', 'variables', 'Variables', ['w'], () => togglePanel('variables')),
  command('Sluice', 'graph', 'Dependence graph', ['t'], () => togglePanel('graph')),
  command('Sluice', 'what-if-run', 'What if I run this cell now?', [], () => askWhatIf('run')),
  command('Sluice', 'what-if-delete', 'What if I delete this cell?', [], () => askWhatIf('delete')),
  command('Sluice', 'clean-up', 'Clean up: cells that nothing needs', [], () => {
    problemPhase.value = 'share';
    panel.value = 'problems';
  }),
  command('Sluice', 'history', 'History of runs', ['u'], () => togglePanel('history')),
  command('Sluice', 'console', 'Console on the kernel', [], () => togglePanel('console')),
  command('Sluice', 'difference', 'Differences from the last commit or another file', [], () =>
    togglePanel('difference'),
  ),
  command('Sluice', 'problems', 'Problems', ['e'], () => togglePanel('problems')),
  command(
    'Sluice',
    'problem-phase',
    'Problems: tell all, as before sharing, or only what is surely wrong',
    [],
    () => {
      problemPhase.value = problemPhase.peek() === 'explore' ? 'share' : 'explore';
      panel.value = 'problems';
    },
  ),
  command('Sluice', 'sweep', 'Sweep: run for many values of parameters', [], () => {
    overlay.value = 'sweep';
  }),
  command('Sluice', 'reproduce', 'Check reproducibility', [], () => {
    panel.value = 'reproduce';
    void checkReproducibility();
  }),
  ...EXPORTS.map(({ form, title }) =>
    command('Sluice', `export-${form}`, title, [], () => void exportAs(form)),
  ),
  command('Sluice', 'print', 'Print, or save as PDF', [], () => window.print()),
  command('Sluice', 'earlier-run', 'Look at the run before', ['['], () => lookAtRun(-1)),
  command('Sluice', 'later-run', 'Look at the run after', [']'], () => lookAtRun(1)),
  command('Sluice', 'undo-run', UNDO_WORDS.undo, [], undoActive),
  command('Sluice', 'redo-run', UNDO_WORDS.redo, [], redoActive),
  command(
    'Sluice',
    'variant-start',
    'Try from here: another variant of what follows',
    ['Shift+b'],
    tryFromHere,
  ),
  command('Sluice', 'variant-add', 'Another variant', [], addVariant),
  command('Sluice', 'variant-next', 'Show the next variant', ['.'], () => stepVariant(1)),
  command('Sluice', 'variant-before', 'Show the variant before', [','], () => stepVariant(-1)),
  command('Sluice', 'variant-compare', 'Compare the variants', ['='], compareVariants),
  command('Sluice', 'variant-keep', 'Keep this variant', [], () => keepVariant()),
  command('Sluice', 'variant-drop', 'Drop this variant', [], dropVariant),
  command('Sluice', 'mode', 'Switch between reactive and lazy', [], () => {
    line().send({ op: 'mode', mode: notebook.peek()?.mode === 'reactive' ? 'lazy' : 'reactive' });
  }),
  command('Sluice', 'order-mode', 'Switch between in-order and any-order', [], () => {
    const mode = notebook.peek()?.orderMode === 'any-order' ? 'in-order' : 'any-order';
    line().send({ op: 'order-mode', mode });
  }),
  command('Sluice', 'freeze', 'Freeze or thaw: a frozen cell runs only when asked', [], () => mark('freeze')),
  command('Sluice', 'expensive', 'Mark as expensive, or not', [], () => mark('expensive')),
  command(
    'Window',
    'settings',
    'Settings',
    ['Ctrl+,'],
    () => {
      overlay.value = 'settings';
    },
    'anywhere',
  ),
  command(
    'Window',
    'kernels',
    'Running kernels',
    ['Ctrl+Shift+k'],
    () => {
      overlay.value = 'kernels';
    },
    'anywhere',
  ),
  command('Window', 'files', 'Files', ['Ctrl+b'], toggleFiles, 'anywhere'),
  command('Window', 'terminal', 'New terminal', ['Ctrl+Shift+`'], () => void newTerminal(), 'anywhere'),
  command('Window', 'next-tab', 'Next tab', ['Ctrl+Shift+]'], () => stepDocument(1), 'anywhere'),
  command('Window', 'previous-tab', 'Previous tab', ['Ctrl+Shift+['], () => stepDocument(-1), 'anywhere'),
  command('Window', 'close-tab', 'Close the tab', ['Alt+w'], closeFocused, 'anywhere'),
  command('Window', 'side-by-side', 'Two documents side by side, or one', [], toggleBeside, 'anywhere'),
  command('Sluice', 'next-problem', 'Go to the next cell that is not settled', ['n'], () => {
    goToNext(({ state }) => state !== 'settled' && state !== 'unrun');
  }),
];

function closeFocused(): void {
  const path = focused.peek();
  if (path !== null) closeTab(path);
}

function lookAtRun(by: -1 | 1): void {
  panel.value = 'history';
  stepRuns(by);
}

function scrollPage(direction: 1 | -1): void {
  document.getElementById('cells')?.scrollBy({ top: direction * window.innerHeight * 0.8 });
}

export function commandById(id: string): Command {
  const found = COMMANDS.find((other) => other.id === id);
  if (found === undefined) throw new Error(`no command ${id}`);
  return found;
}
