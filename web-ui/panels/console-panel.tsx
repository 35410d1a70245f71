/** The console: lines of code on the notebook's kernel, with their outputs. A line can become a cell. */

import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap, placeholder, tooltips } from '@codemirror/view';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ConsoleEntry } from '../../runtime/index.ts';
import { consoleExtensions } from '../editor/editor-extensions.ts';
import { CodeText } from '../history/code-text.tsx';
import { Outputs } from '../outputs/outputs.tsx';
import { clearConsole, runInConsole, toCell, typedLines } from '../page/console-lines.ts';
import { consoleEntries } from '../page/told-console.ts';
import { TrustedInside } from '../page/trust.ts';

export function ConsolePanel() {
  const entries = consoleEntries.value;
  const end = useRef<HTMLDivElement>(null);
  const last = entries.at(-1);
  useLayoutEffect(() => end.current?.scrollIntoView({ block: 'nearest' }), [entries.length, last?.outputs]);
  return (
    <div class="console">
      <p class="panel-note">
        Lines run in the notebook's kernel, and belong to no cell. The notebook shows what it shows without
        them.
      </p>
      <ol aria-label="Lines" class="console-lines">
        {entries.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      <ConsoleInput />
      {entries.length > 0 && (
        <div class="script-tools">
          <button type="button" onClick={clearConsole}>
            Clear
          </button>
        </div>
      )}
      <div ref={end} />
    </div>
  );
}

const STATES: Readonly<Record<ConsoleEntry['state'], string>> = {
  waiting: 'waits',
  running: 'runs',
  done: '',
  failed: 'failed',
  cancelled: 'did not run to its end',
};

function Entry({ entry }: { entry: ConsoleEntry }) {
  const { id, source, state, count, outputs } = entry;
  return (
    <div class={`console-entry console-${state}`}>
      <div class="console-head">
        <span class="panel-note">
          {count === null ? '' : `[${count}] `}
          {STATES[state]}
        </span>
        <button
          type="button"
          title="A new cell with this code, below the selected cell"
          onClick={() => toCell(entry)}
        >
          To a cell
        </button>
      </div>
      <CodeText code={source} />
      {outputs.length > 0 && (
        <TrustedInside.Provider value={true}>
          <Outputs cell={{ id, outputs, clipped: [] }} />
        </TrustedInside.Provider>
      )}
    </div>
  );
}

/** Whether Enter runs the text: it is whole, and no block that goes on. */
function isWhole(text: string): boolean {
  const last = text.split('\n').at(-1)!;
  if (text.includes('\n')) return last.trim() === '';
  const opened = (text.match(/[([{]/g) ?? []).length - (text.match(/[)\]}]/g) ?? []).length;
  return opened <= 0 && !/[:\\]\s*$/.test(text);
}

function ConsoleInput() {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    /** How many lines back the arrow keys have gone. */
    let back = 0;
    const set = (view: EditorView, text: string) =>
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: text.length },
      });
    const run = (view: EditorView): boolean => {
      runInConsole(view.state.doc.toString().trimEnd());
      back = 0;
      set(view, '');
      return true;
    };
    const recall = (by: 1 | -1) => (view: EditorView) => {
      const lines = typedLines.peek();
      const next = back - by;
      if (view.state.doc.lines > 1 || next < 0 || next > lines.length) return false;
      back = next;
      set(view, back === 0 ? '' : lines.at(-back)!);
      return true;
    };
    const view = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        extensions: [
          Prec.high(
            keymap.of([
              { key: 'Shift-Enter', run },
              { key: 'Enter', run: (at) => isWhole(at.state.doc.toString()) && run(at) },
              { key: 'ArrowUp', run: recall(-1) },
              { key: 'ArrowDown', run: recall(1) },
            ]),
          ),
          tooltips({ parent: document.body }),
          placeholder('Code for the kernel; Enter runs'),
          EditorView.contentAttributes.of({ 'aria-label': 'Code for the kernel' }),
          ...consoleExtensions(),
        ],
      }),
    });
    view.focus();
    return () => view.destroy();
  }, []);
  return <div class="console-input cm-plain" ref={host} />;
}
