/** The facts about the name under the mouse: type, value, signature, documentation, and the cells that write and read it. */

import type { EditorView, Tooltip } from '@codemirror/view';
import type { CodeAnswer } from '../../runtime/index.ts';
import { flushSource } from '../page/edits.ts';
import { line } from '../page/notebook-state.ts';

const MOST_LINES = 6;
const LONGEST_VALUE = 400;
const LONGEST_DOC = 900;

/** The facts; null: there is no name. */
export async function factsAt(cell: string, view: EditorView, pos: number): Promise<Tooltip | null> {
  const name = nameAround(view, pos);
  if (name === null) return null;
  flushSource(cell);
  const code = view.state.doc.toString();
  const answer = await line().ask({ ask: 'describe', cell, code, cursor: name.to });
  if (answer.to !== 'describe' || view.state.doc.toString() !== code) return null;
  const dom = drawFacts(name.text, answer);
  return dom === null ? null : { pos: name.from, end: name.to, above: true, create: () => ({ dom }) };
}

/** The name at a position of an editor. */
export function nameAround(
  { state }: EditorView,
  pos: number,
): { readonly from: number; readonly to: number; readonly text: string } | null {
  const word = state.wordAt(pos);
  if (word === null) return null;
  const text = state.sliceDoc(word.from, word.to);
  return /^[\p{L}_]/u.test(text) ? { from: word.from, to: word.to, text } : null;
}

function drawFacts(name: string, facts: Extract<CodeAnswer, { to: 'describe' }>): HTMLElement | null {
  const { type, value, signature, doc, lines } = facts;
  if (type === null && value === null && signature === null && doc === null && lines.length === 0)
    return null;
  const dom = document.createElement('div');
  dom.className = 'facts-card';
  const head = type === null ? name : `${name}: ${type}`;
  add(dom, 'code', signature ?? head);
  if (value !== null) add(dom, 'pre', cut(value, LONGEST_VALUE));
  if (doc !== null) add(dom, 'p', cut(doc.trim(), LONGEST_DOC), 'facts-doc');
  for (const each of lines.slice(0, MOST_LINES)) add(dom, 'p', each, 'facts-use');
  if (lines.length > MOST_LINES) add(dom, 'p', `and ${lines.length - MOST_LINES} more uses`, 'facts-use');
  return dom;
}

function add(dom: HTMLElement, tag: string, text: string, className = ''): void {
  const part = document.createElement(tag);
  part.textContent = text;
  part.className = className;
  dom.append(part);
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)} …` : text);
