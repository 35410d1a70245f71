/** The abilities of a cell's editor: language, keys, completion, look. */

import {
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete';
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentLess,
  indentMore,
  toggleComment,
} from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { nextDiagnostic } from '@codemirror/lint';
import {
  Annotation,
  Compartment,
  EditorState,
  type Extension,
  Prec,
  type StateEffect,
} from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers as numbers, tooltips } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import type { CellView } from '../../runtime/index.ts';
import { order } from '../page/notebook-state.ts';
import { reveal, select } from '../page/selection.ts';
import { attachedPictures } from './attached-pictures.ts';
import { cellLanguage } from './cell-language.ts';
import { codeHelp } from './code-help.ts';
import { completeOnTab, completions } from './completion.ts';
import { editorOf } from './editors.ts';
import { foundMarks } from './found-marks.ts';
import { toggleInspection } from './kernel-inspection.ts';
import { problemMarks } from './problems.ts';
import { signatureHelp } from './signature-help.ts';
import { sliceLines } from './slice-lines.ts';

/** Marks a change from outside of the editor. */
export const notTyped = Annotation.define<boolean>();

const look = new Compartment();

/** How an editor looks. */
export interface EditorLook {
  readonly numbers: boolean;
  readonly wrap: boolean;
}

/** The effect that changes the look. */
export function lookOf(wanted: EditorLook): StateEffect<unknown> {
  return look.reconfigure(lookExtensions(wanted));
}

function lookExtensions({ numbers: on, wrap }: EditorLook): Extension[] {
  return [...(on ? [numbers()] : []), ...(wrap ? [EditorView.lineWrapping] : [])];
}

/** The extensions of the editor of a cell. */
export function editorExtensions(id: string, type: CellView['type']): Extension[] {
  const common = [
    history(),
    drawSelection(),
    // cells clip what is in them
    tooltips({ parent: document.body }),
    look.of([]),
    EditorState.tabSize.of(4),
    indentUnit.of('    '),
    foundMarks(id),
    Prec.high(keymap.of(leaving(id))),
    keymap.of([...historyKeymap, ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter')]),
  ];
  if (type !== 'code') {
    const pictures = type === 'markdown' ? [attachedPictures(id)] : [];
    return [...common, ...pictures, keymap.of([{ key: 'Tab', run: indentMore, shift: indentLess }])];
  }
  return [
    ...common,
    cellLanguage(),
    syntaxHighlighting(classHighlighter),
    bracketMatching(),
    closeBrackets(),
    indentOnInput(),
    completions(id),
    codeHelp(id),
    signatureHelp(id),
    sliceLines(id),
    problemMarks(id),
    Prec.highest(
      keymap.of([
        { key: 'Tab', run: completeOrIndent },
        { key: 'Shift-Tab', run: dedentOrInspect },
        { key: 'Mod-/', run: toggleComment },
      ]),
    ),
    keymap.of([{ key: 'F8', run: nextDiagnostic }, ...closeBracketsKeymap, ...completionKeymap]),
  ];
}

/** The extensions of the console's editor, which comes after all cells. */
export function consoleExtensions(): Extension[] {
  return [
    history(),
    drawSelection(),
    indentUnit.of('    '),
    cellLanguage(),
    syntaxHighlighting(classHighlighter),
    bracketMatching(),
    closeBrackets(),
    completions(null),
    Prec.highest(keymap.of([{ key: 'Tab', run: completeOrIndent, shift: indentLess }])),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
  ];
}

/** Tab completes after a word or a dot, and indents elsewhere. */
function completeOrIndent(view: EditorView): boolean {
  const { main } = view.state.selection;
  const line = view.state.doc.lineAt(main.head);
  const before = line.text.slice(0, main.head - line.from);
  if (!main.empty || before.trim() === '') return indentMore(view);
  return completeOnTab(view);
}

/** Shift+Tab dedents in a selection or an indentation, and shows facts about the name elsewhere. */
function dedentOrInspect(view: EditorView): boolean {
  const { main } = view.state.selection;
  const line = view.state.doc.lineAt(main.head);
  const isIndentation = /^\s/.test(line.text) && main.head - line.from <= line.text.search(/\S|$/);
  return !main.empty || isIndentation ? indentLess(view) : toggleInspection(view);
}

/** Arrows that leave the text at its edges go on in the next cell. */
function leaving(id: string) {
  return [
    { key: 'ArrowUp', run: (view: EditorView) => leave(view, id, -1) },
    { key: 'ArrowDown', run: (view: EditorView) => leave(view, id, 1) },
  ];
}

function leave(view: EditorView, id: string, by: -1 | 1): boolean {
  const { main } = view.state.selection;
  if (!main.empty || completionStatus(view.state) === 'active') return false;
  const line = view.state.doc.lineAt(main.head);
  const atEdge = by < 0 ? line.number === 1 : line.number === view.state.doc.lines;
  if (!atEdge) return false;
  const moved = view.moveVertically(main, by > 0);
  if (moved.head !== main.head && view.state.doc.lineAt(moved.head).number === line.number) {
    const [a, b] = [view.coordsAtPos(moved.head), view.coordsAtPos(main.head)];
    if (a !== null && b !== null && Math.abs(a.top - b.top) > 4) return false;
  }
  const ids = order.peek();
  const next = ids[ids.indexOf(id) + by];
  if (next === undefined) return false;
  const editor = editorOf(next);
  select(next, editor === undefined ? 'command' : 'edit');
  reveal(next);
  if (editor !== undefined) {
    editor.dispatch({ selection: { anchor: by > 0 ? 0 : editor.state.doc.length } });
  }
  return true;
}
