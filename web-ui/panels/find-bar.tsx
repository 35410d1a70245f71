/** Find and replace in the texts of all cells; find in outputs. The bar covers no match. */

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CellView } from '../../runtime/index.ts';
import { editorOf } from '../editor/editors.ts';
import { foundRanges } from '../markdown/found-ranges.ts';
import { outputText } from '../outputs/output-text.ts';
import { isHidden, openTexts, showFullOutputs, showSource, toggleHidden } from '../page/cell-display.ts';
import { type CellOperation, perform } from '../page/cell-operations.ts';
import { cellNow, cellsNow, order, revision } from '../page/notebook-state.ts';
import { overlay } from '../page/page-parts.ts';
import { focusActive, reveal, select } from '../page/selection.ts';
import { sought } from '../page/sought.ts';
import { remember } from '../page/undo.ts';
import { type Found, findAll, findEverywhere, patternOf } from './find-text.ts';

export function FindBar() {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [other, setOther] = useState('');
  const [exact, setExact] = useState(false);
  const [regular, setRegular] = useState(false);
  const [inOutputs, setInOutputs] = useState(false);
  const [at, setAt] = useState(-1);
  const [changes, setChanges] = useState(0);
  /** How many places the last replacement of all has changed, until something else is looked for. */
  const [replaced, setReplaced] = useState<number | null>(null);
  /** The text cell with a visible source, after a jump into the cell. */
  const opened = useRef<string | null>(null);
  const pattern = useMemo(() => patternOf(text, { exact, regular }), [text, exact, regular]);
  const found = useMemo(() => {
    if (pattern === null) return [];
    return inOutputs ? findEverywhere(cellsNow(), pattern, outputsText) : findAll(cellsNow(), pattern);
  }, [pattern, inOutputs, changes, order.value, inOutputs ? revision.value : 0]);
  useLayoutEffect(() => field.current?.focus(), []);
  const place = found[Math.min(at, found.length - 1)];
  useEffect(() => {
    const isText = place !== undefined && place.output === null;
    const here = isText ? { cell: place.cell, from: place.from } : null;
    sought.value = pattern && { pattern, outputs: inOutputs, at: here };
  }, [pattern, inOutputs, place?.cell, place?.from, place?.output]);
  useEffect(
    () => () => {
      sought.value = null;
      closeText(opened, null);
    },
    [],
  );
  const close = () => {
    overlay.value = null;
    focusActive();
  };
  const go = (by: number) => {
    setReplaced(null);
    if (found.length === 0) return;
    const next = (Math.max(at, by > 0 ? -1 : 0) + by + found.length) % found.length;
    setAt(next);
    const { cell, output } = found[next]!;
    closeText(opened, cell);
    if (output === null && cellNow(cell)?.type === 'markdown' && !openTexts.peek().has(cell)) {
      showSource(cell, true);
      opened.current = cell;
    }
    show(found[next]!);
  };
  const texts = found.filter(({ output }) => output === null);
  const replace = (which: readonly Found[]) => {
    if (pattern === null || which.length === 0) return;
    replaceIn(which, other, pattern, regular);
    setChanges(changes + 1);
  };
  const replaceAll = () => {
    replace(texts);
    setReplaced(texts.length);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    if (event.key === 'Enter') {
      event.preventDefault();
      go(event.shiftKey ? -1 : 1);
    }
  };
  const says = (): string => {
    if (text === '') return '';
    if (replaced !== null) return `${replaced} replaced`;
    if (pattern === null) return 'not a pattern';
    if (found.length === 0) return 'nothing found';
    return `${at >= 0 ? `${Math.min(at + 1, found.length)} of ` : ''}${found.length}`;
  };
  return (
    <search class="find-bar" onKeyDown={key}>
      <div>
        <input
          ref={field}
          type="text"
          placeholder="Find"
          aria-label="Find"
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setReplaced(null);
            setAt(-1);
          }}
        />
        <label title="Match case">
          <input type="checkbox" checked={exact} onChange={() => setExact(!exact)} /> Aa
        </label>
        <label title="Regular expression">
          <input type="checkbox" checked={regular} onChange={() => setRegular(!regular)} /> .*
        </label>
        <label title="Search outputs as well">
          <input type="checkbox" checked={inOutputs} onChange={() => setInOutputs(!inOutputs)} /> Outputs
        </label>
        <span class="found" role="status">
          {says()}
        </span>
        <button type="button" onClick={() => go(-1)}>
          Previous
        </button>
        <button type="button" onClick={() => go(1)}>
          Next
        </button>
      </div>
      <div>
        <input
          type="text"
          placeholder="Replace with"
          aria-label="Replace with"
          value={other}
          onInput={(event) => setOther(event.currentTarget.value)}
        />
        <button
          type="button"
          disabled={at < 0 || place?.output !== null}
          onClick={() => {
            if (place !== undefined) replace([place]);
          }}
        >
          Replace
        </button>
        <button type="button" disabled={texts.length === 0} onClick={replaceAll}>
          Replace all
        </button>
      </div>
      <button type="button" class="icon" aria-label="Close" onClick={close}>
        ×
      </button>
    </search>
  );
}

/** Renders the opened text cell again, unless the next match is in the same cell. */
function closeText(opened: { current: string | null }, next: string | null): void {
  if (opened.current === null || opened.current === next) return;
  showSource(opened.current, false);
  opened.current = null;
}

function show({ cell, from, to, output }: Found): void {
  select(cell);
  if (output !== null) {
    showOutput(cell, output);
    return;
  }
  reveal(cell, 'center');
  setTimeout(
    () => editorOf(cell)?.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true }),
    50,
  );
}

/** Brings a match in the outputs of a cell into view; they may be folded. */
function showOutput(id: string, match: number): void {
  const cell = cellNow(id);
  if (cell !== undefined && isHidden(cell, 'outputs')) toggleHidden(id, 'outputs');
  showFullOutputs(id, true);
  reveal(id, 'start');
  setTimeout(
    () => rangeIn(id, match)?.startContainer.parentElement?.scrollIntoView({ block: 'center' }),
    150,
  );
}

function rangeIn(id: string, match: number): AbstractRange | undefined {
  const outputs = document.querySelector(`#cell-${CSS.escape(id)} .outputs`);
  const isIn = ({ startContainer }: AbstractRange) => {
    const root = startContainer.getRootNode();
    return outputs?.contains(root instanceof ShadowRoot ? root.host : startContainer) === true;
  };
  return foundRanges().filter(isIn)[match];
}

function outputsText({ outputs }: CellView): string {
  return outputs.map(outputText).join('\n');
}

/** One undoable step for all changed cells. */
function replaceIn(which: readonly Found[], by: string, pattern: RegExp, regular: boolean): void {
  const undo: CellOperation[] = [];
  const redo: CellOperation[] = [];
  for (const id of new Set(which.map(({ cell }) => cell))) {
    const before = cellNow(id)?.source ?? '';
    let after = before;
    for (const { from, to } of which.filter(({ cell }) => cell === id).toReversed()) {
      const part = before.slice(from, to);
      const put = regular ? part.replace(new RegExp(pattern.source, pattern.flags.replace('g', '')), by) : by;
      after = after.slice(0, from) + put + after.slice(to);
    }
    undo.push({ op: 'rewrite', cell: id, source: before });
    redo.push({ op: 'rewrite', cell: id, source: after });
  }
  remember({ undo, redo });
  for (const operation of redo) perform(operation);
}
