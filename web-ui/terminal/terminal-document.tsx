/** A terminal as a document: a shell of the server in a tab. */

import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { capital } from '../../slicer/browser.ts';
import { Icon } from '../icons.tsx';
import { loadStyle } from '../page/style-sheet.ts';
import { settings } from '../settings/settings.ts';
import { closeDocument, takesFocus, toggleFiles } from '../workplace/open-documents.ts';
import { placeOfTerminal, terminalName } from '../workplace/terminal-place.ts';
import { closeTab, markEnded, newTerminal, takeNew } from './open-terminals.ts';
import { TerminalLine } from './terminal-line.ts';
import { openScreen, type TerminalScreen } from './terminal-screen.ts';

/** The terminal. */
export function TerminalDocument({ id }: { id: string }) {
  const place = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLButtonElement>(null);
  const screen = useSignal<TerminalScreen | null>(null);
  const state = useSignal('');
  useEffect(() => {
    let close = (): void => {};
    let isGone = false;
    void loadStyle('terminal').then(() => {
      if (isGone) return;
      const opened = openScreen(place.current!, settings.peek().fontSize, () => bar.current?.focus());
      screen.value = opened;
      const line = connect(id, opened, (word) => {
        state.value = word;
      });
      close = () => {
        line.close();
        opened.close();
      };
    });
    return () => {
      isGone = true;
      close();
    };
  }, [id]);
  useSignalEffect(() => {
    const { fontSize } = settings.value;
    // (the page has the colours of a theme after this turn)
    requestAnimationFrame(() => screen.peek()?.dress(fontSize));
  });
  useEffect(() => {
    const colours = window.matchMedia('(prefers-color-scheme: dark)');
    const dress = () => screen.peek()?.dress(settings.peek().fontSize);
    colours.addEventListener('change', dress);
    return () => colours.removeEventListener('change', dress);
  }, []);
  useSignalEffect(() => {
    if (screen.value !== null && takesFocus(placeOfTerminal(id))) screen.value.terminal.focus();
  });
  return (
    <div class="file-document terminal-document">
      <header class="bar document-bar">
        <button
          ref={bar}
          type="button"
          class="icon"
          title="Files (Ctrl+b)"
          aria-label="Files"
          onClick={toggleFiles}
        >
          <Icon name="folder" />
        </button>
        <h1>{terminalName(id)}</h1>
        <span class="saved" role="status">
          {state.value}
        </span>
        <div class="end">
          <button
            type="button"
            class="icon"
            title="New terminal (Ctrl+Shift+`)"
            aria-label="New terminal"
            onClick={() => void newTerminal()}
          >
            <Icon name="plus" />
          </button>
          <button
            type="button"
            class="icon"
            title="Close the terminal"
            aria-label="Close the terminal"
            onClick={() => closeTab(placeOfTerminal(id))}
          >
            <Icon name="close" />
          </button>
        </div>
      </header>
      <div class="terminal">
        <div ref={place} class="terminal-place" />
      </div>
      <p class="for-readers">All keys go to the shell. Ctrl+F6 leaves the terminal.</p>
    </div>
  );
}

/** Connects a screen to its terminal. `tell`: shows a word about the connection. */
function connect(id: string, { terminal }: TerminalScreen, tell: (word: string) => void): TerminalLine {
  let isNew = takeNew(id);
  let isOver = false;
  // programs ask the terminal about itself; old questions get no second answer
  let isOld = false;
  const end = (last: string) => {
    isOver = true;
    markEnded(id);
    tell('ended');
    terminal.options.cursorBlink = false;
    terminal.write(`\r\n\x1b[0m${last} Enter closes this tab.\r\n\x1b[?25l`);
  };
  const line = new TerminalLine(id, {
    connected() {
      tell('');
      if (!isNew) {
        isOld = true;
        terminal.reset();
      }
      isNew = false;
      line.send({ op: 'resize', rows: terminal.rows, columns: terminal.cols });
    },
    lost: () => tell('the connection is lost; trying again'),
    output(text) {
      terminal.write(text, () => {
        isOld = false;
        line.send({ op: 'read', characters: text.length });
      });
    },
    ended: () => end('The shell has ended.'),
    refused: (why) => end(`${capital(why)}.`),
  });
  terminal.onData((text) => {
    if (isOver && text === '\r') closeDocument(placeOfTerminal(id));
    else if (!isOver && !isOld) line.send({ op: 'type', text });
  });
  terminal.onBinary((text) => line.send({ op: 'type', text }));
  terminal.onResize(({ rows, cols }) => line.send({ op: 'resize', rows, columns: cols }));
  return line;
}
