/** Several pages that type in one cell: whatever they type, and however late they hear of each other, all end with the same text. */

import { ChangeSet, Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CellTexts as ServerTexts, type TextEdit } from '../../runtime/live/index.ts';
import { type CellEdits, CellTexts, changeTo } from '../../web-ui/page/cell-texts.ts';

const TOLD = { source: 'x = 1\nprint(x)', version: 0 };

/** A server with a cell, and what its document holds. */
class Server {
  readonly texts = new ServerTexts();
  source = TOLD.source;
  readonly pages: Page[] = [];

  take(from: Page, { version, edits }: CellEdits): void {
    const { source, taken } = this.texts.take('c', this.source, version, edits);
    this.source = source;
    from.inbox.push({ cell: 'c', version, edits: this.texts.since('c', version) });
    this.tell(taken, from);
  }

  reload(source: string): void {
    const { taken } = this.texts.replace('c', this.source, source);
    this.source = source;
    this.tell(taken, null);
  }

  tell(edits: readonly TextEdit[], but: Page | null): void {
    if (edits.length === 0) return;
    const version = this.texts.version('c') - edits.length;
    for (const page of this.pages)
      if (page !== but && page.online) page.inbox.push({ cell: 'c', version, edits });
  }
}

/** A page with a line in each direction that may be slow, and may break. */
class Page {
  readonly texts: CellTexts;
  readonly inbox: CellEdits[] = [];
  readonly outbox: CellEdits[] = [];
  readonly server: Server;
  online = true;
  told = TOLD;
  /** The text in its editor: only messages change the text. */
  editor = TOLD.source;

  constructor(server: Server, name: string) {
    this.server = server;
    this.texts = new CellTexts(name);
    server.pages.push(this);
  }

  get text(): string {
    return this.texts.of('c') ?? this.told.source;
  }

  type(at: number, gone: number, letters: string): void {
    const from = at % (this.editor.length + 1);
    const change = { from, to: Math.min(this.editor.length, from + gone), insert: letters };
    this.texts.edit('c', this.told, change);
    this.editor = this.editor.slice(0, from) + letters + this.editor.slice(change.to);
  }

  send(): void {
    this.outbox.push(...this.texts.unconfirmed());
  }

  /** One message of each direction comes through. */
  pass(): void {
    if (!this.online) return;
    const sent = this.outbox.shift();
    if (sent !== undefined) this.server.take(this, sent);
    const message = this.inbox.shift();
    if (message === undefined) return;
    const changes = this.texts.receive(this.told, message);
    if (changes !== null) this.#change(changes);
  }

  /** Messages on their way in either direction are lost. */
  leave(): void {
    this.online = false;
    this.inbox.length = 0;
    this.outbox.length = 0;
  }

  back(): void {
    if (this.online) return;
    this.online = true;
    this.texts.restart();
    this.told = { source: this.server.source, version: this.server.texts.version('c') };
    this.#change(ChangeSet.of(changeTo(this.editor, this.text), this.editor.length));
    this.send();
  }

  #change(changes: ChangeSet): void {
    this.editor = String(changes.apply(Text.of(this.editor.split('\n'))));
  }
}

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\n', ' ', 'é', '😀'), maxLength: 4 });
interface Step {
  readonly page: number;
  readonly act:
    | readonly ['type', number, number, string]
    | readonly ['reload', string]
    | readonly ['pass' | 'send' | 'leave' | 'back'];
}

const step: fc.Arbitrary<Step> = fc.record({
  page: fc.nat(1),
  act: fc.oneof(
    { weight: 6, arbitrary: fc.tuple(fc.constant('type' as const), fc.nat(30), fc.nat(3), letters) },
    { weight: 5, arbitrary: fc.tuple(fc.constant('pass' as const)) },
    { weight: 3, arbitrary: fc.tuple(fc.constant('send' as const)) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('leave' as const)) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('back' as const)) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('reload' as const), letters) },
  ),
});

/** Both pages insert beside what one of them deletes, after the other has heard of that deletion. */
const BESIDE_A_DELETION: Step[] = [
  { page: 0, act: ['type', 0, 1, 'a😀a'] },
  { page: 1, act: ['type', 21, 0, 'a'] },
  { page: 0, act: ['type', 30, 2, 'a '] },
  { page: 0, act: ['send'] },
  { page: 0, act: ['pass'] },
  { page: 0, act: ['type', 10, 3, 'aa'] },
  { page: 0, act: ['type', 25, 3, ''] },
];

/** Everything comes through. */
function settle(server: Server): void {
  for (const page of server.pages) page.back();
  for (const page of server.pages) page.send();
  while (server.pages.some(({ inbox, outbox }) => inbox.length + outbox.length > 0)) {
    for (const page of server.pages) page.pass();
  }
}

describe('texts that several pages edit', () => {
  test('become the same everywhere, whatever is late or lost', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const server = new Server();
        const pages = [new Page(server, 'one'), new Page(server, 'two')] as const;
        for (const { page: which, act } of steps) {
          const page = pages[which]!;
          if (act[0] === 'type') page.type(act[1], act[2], act[3]);
          else if (act[0] === 'reload') server.reload(`${server.source}${act[1]}`);
          else page[act[0]]();
        }
        settle(server);
        for (const page of pages) {
          expect(page.text).toBe(server.source);
          expect(page.editor).toBe(server.source);
          expect(page.texts.unconfirmed()).toEqual([]);
        }
      }),
      { numRuns: 8_000, examples: [[BESIDE_A_DELETION]] },
    );
  });

  test('lose no letter that was typed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const server = new Server();
        const pages = [new Page(server, 'one'), new Page(server, 'two')] as const;
        let typed = 0;
        for (const { page: which, act } of steps) {
          const page = pages[which]!;
          if (act[0] === 'type') {
            page.type(act[1], 0, 'q');
            typed += 1;
          } else if (act[0] !== 'reload') page[act[0]]();
        }
        settle(server);
        expect(server.source.split('q').length - 1).toBe(typed);
        expect(server.source.replaceAll('q', '')).toBe(TOLD.source);
      }),
      { numRuns: 4_000 },
    );
  });

  test('are changed only where they are different', () => {
    expect(changeTo('a = 1\nb = 2', 'a = 1\nb = 22')).toEqual({ from: 11, to: 11, insert: '2' });
    expect(changeTo('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' });
    expect(changeTo('aaa', 'aa')).toEqual({ from: 2, to: 3, insert: '' });
  });

  test('edits that do not fit are refused', () => {
    const texts = new ServerTexts();
    expect(() => texts.take('c', 'abc', 1, [{ client: 'x', changes: [3, [0, 'd']] }])).toThrow(
      'does not fit',
    );
    expect(() => texts.take('c', 'abc', 0, [{ client: 'x', changes: [9, [0, 'd']] }])).toThrow(
      'does not fit',
    );
    expect(() => texts.take('c', 'abc', 0, [{ client: 'x', changes: 'all' }])).toThrow('does not fit');
    expect(texts.version('c')).toBe(0);
  });
});
