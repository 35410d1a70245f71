/** Actions at the name under the cursor: go to its definition, list its uses, give it another name. */

import type { EditorView } from '@codemirror/view';
import type { CodeUse } from '../../runtime/index.ts';
import { cellLabel } from '../page/cell-numbers.ts';
import { flushAll } from '../page/edits.ts';
import { cellNow, line, notebookPath } from '../page/notebook-state.ts';
import { say } from '../page/notices.ts';
import { overlay } from '../page/page-parts.ts';
import { reveal, select } from '../page/selection.ts';
import { shownSource } from '../page/shown-source.ts';
import { undo } from '../page/undo.ts';
import { answerTo, renameIn } from '../page/what-if.ts';
import { folderOf, openAtLine } from '../workplace/open-documents.ts';
import { removeCard, showCard } from './card.ts';
import { editorOf } from './editors.ts';
import { nameAround } from './hover-facts.ts';

/** Goes to the definition: in a cell, in a file of the folder, or in a library, which is shown to read. */
export async function goToDefinition(cell: string, view: EditorView): Promise<void> {
  const name = nameAt(view);
  if (name === null) return;
  flushAll();
  const code = view.state.doc.toString();
  const answer = await line().ask({ ask: 'definition', cell, code, cursor: name.to });
  if (answer.to === 'failed') say(answer.message, 'problem');
  if (answer.to !== 'definition') return;
  const { place } = answer;
  if (place === null) say(`Nothing is known of the definition of ${name.text}`, 'problem');
  else if (place.type === 'cell') goToPlace(place.cell, place.from);
  else if (place.type === 'file') {
    const folder = folderOf(notebookPath.peek());
    openAtLine(folder === '' ? place.path : `${folder}/${place.path}`, place.line);
  } else {
    shownSource.value = place;
    overlay.value = 'source';
  }
}

/** Lists the uses of the variable, each with a link. */
export async function showUses(cell: string, view: EditorView): Promise<void> {
  const name = nameAt(view);
  if (name === null) return;
  flushAll();
  const code = view.state.doc.toString();
  const answer = await line().ask({ ask: 'uses', cell, code, cursor: name.to });
  if (answer.to !== 'uses') return;
  if (answer.name === null) {
    say(`${name.text} is no variable of the notebook`, 'problem');
    return;
  }
  const dom = drawUses(answer.name, answer.uses);
  dom.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    removeCard(view);
    view.focus();
  });
  showCard(view, name.from, dom);
  // the card is in the page after the next measure
  requestAnimationFrame(() => dom.querySelector('button')?.focus());
}

function drawUses(name: string, uses: readonly CodeUse[]): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'uses-card';
  dom.setAttribute('role', 'dialog');
  dom.setAttribute('aria-label', `Uses of ${name}`);
  const head = document.createElement('p');
  head.textContent = uses.length === 1 ? `1 use of ${name}` : `${uses.length} uses of ${name}`;
  dom.append(head);
  for (const { cell, line: number, from, to, binds, text } of uses) {
    const button = document.createElement('button');
    button.type = 'button';
    const place = document.createElement('span');
    place.textContent = `${cellLabel(cell)}, line ${number}${binds ? ' (set)' : ''}`;
    const code = document.createElement('code');
    code.textContent = text.trim();
    button.append(place, code);
    button.addEventListener('click', () => goToPlace(cell, from, to));
    dom.append(button);
  }
  followArrows(dom);
  return dom;
}

/** Arrow keys go from one use to the next. */
function followArrows(dom: HTMLElement): void {
  dom.addEventListener('keydown', (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const buttons = [...dom.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  });
}

/** Asks for another name in place, and renames in all cells that mean the variable. */
export function renameHere(cell: string, view: EditorView): void {
  const name = nameAt(view);
  if (name === null) return;
  const dom = document.createElement('form');
  dom.className = 'rename-card';
  const input = document.createElement('input');
  input.value = name.text;
  input.spellcheck = false;
  input.setAttribute('aria-label', `New name of ${name.text}`);
  const problem = document.createElement('p');
  problem.setAttribute('role', 'alert');
  dom.append(input, problem);
  dom.addEventListener('submit', (event) => {
    event.preventDefault();
    void rename(cell, name.text, input.value.trim()).then((why) => {
      if (why === null) close();
      else problem.textContent = why;
    });
  });
  dom.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Escape') close();
  });
  const close = () => {
    removeCard(view);
    view.focus();
  };
  showCard(view, name.from, dom);
  requestAnimationFrame(() => {
    input.focus();
    input.select();
  });
}

/** Renames; returns the reason, if it is not done. */
async function rename(cell: string, name: string, to: string): Promise<string | null> {
  if (to === name) return null;
  const answer = await answerTo({ type: 'rename', cell, name, to });
  if (answer === null) return 'the connection to Sluice broke';
  if (answer.to === 'failed') return answer.message;
  if (answer.lines.length > 0) return answer.lines.join(' ');
  const before = new Map(answer.edits.map(({ cell: id }) => [id, cellNow(id)?.source ?? '']));
  if (!renameIn(answer.edits, before)) return 'the cells have changed meanwhile';
  const many = answer.edits.length === 1 ? '1 cell' : `${answer.edits.length} cells`;
  say(`${name} is ${to} now, in ${many}`, 'note', { label: 'Undo', run: () => void undo() });
  return null;
}

function nameAt(view: EditorView): ReturnType<typeof nameAround> {
  const { head } = view.state.selection.main;
  return nameAround(view, head) ?? (head > 0 ? nameAround(view, head - 1) : null);
}

function goToPlace(cell: string, from: number, to = from): void {
  select(cell, 'edit');
  reveal(cell, 'center');
  const view = editorOf(cell);
  if (view === undefined) return;
  const { length } = view.state.doc;
  const selection = { anchor: Math.min(from, length), head: Math.min(to, length) };
  view.dispatch({ selection, scrollIntoView: true });
  view.focus();
}
