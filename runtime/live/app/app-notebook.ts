/**
 * A notebook as an app: visitors see outputs, use widgets, answer `input()`, and set parameters. All other
 * messages of visitors are refused, so visitors cannot run code of their own.
 */

import { basename } from 'node:path';
import {
  hasTag,
  type Notebook,
  type Parameter,
  type ParameterControl,
  parameterControls,
  parameterOf,
  setParameters,
} from '../../documents/index.ts';
import { messageOf, SluiceError } from '../../words/index.ts';
import type { AgentReply, AgentRequest } from '../messages/agent-messages.ts';
import type { FromPage, FromServer } from '../messages/messages.ts';
import type { FiledNotebook, Listener, LiveNotebook, PageLine } from '../pages/live-notebook.ts';

const REFUSED = 'an app only takes values of parameters, actions on widgets, and answers to input()';

const WIDGET_QUESTIONS: ReadonlySet<string> = new Set(['widget', 'widgets', 'widget-code']);
/** Traits of widgets that are code, or name code: visitors of one kernel would run what another one has set. */
const OF_CODE = /^_(?:esm|css|anywidget_id|(?:model|view)_(?:name|module|module_version))$/;

/** An app over an open notebook that stays in memory. */
export class AppNotebook implements LiveNotebook {
  readonly #document: Notebook;
  readonly #notebook: FiledNotebook;
  /** The app's own line, for operations closed to visitors. */
  readonly #own: PageLine;
  readonly #asked = new Map<number, { answer(reply: AgentReply): void; fail(error: Error): void }>();
  readonly #pages = new Set<Listener>();
  #nextId = 1;
  #controls: readonly ParameterControl[];
  readonly #set = new Map<string, Parameter>();
  /** The cell with the set values; null: there is none yet. */
  #injected: string | null;
  /** Changes of parameters, one after the other. */
  #last: Promise<void> = Promise.resolve();

  /** `document`: the notebook of the file. All cells run at once. */
  constructor(document: Notebook, notebook: FiledNotebook) {
    this.#document = document;
    this.#notebook = notebook;
    this.#controls = parameterControls(document);
    this.#injected = injectedCell(document)?.id ?? null;
    this.#own = notebook.connect((message) => this.#heard(message));
    this.#own.receive({ op: 'run-all' });
  }

  connect(listener: Listener): PageLine {
    const { path } = this.#document;
    listener({ type: 'app', controls: this.#controls });
    const told: Listener = (message) => listener(withoutFolder(message, path));
    const line = this.#notebook.connect(told);
    this.#pages.add(listener);
    return {
      receive: (message) => this.#receive(message, line, listener),
      close: () => {
        this.#pages.delete(listener);
        line.close();
      },
    };
  }

  async close(): Promise<void> {
    await this.#notebook.close();
  }

  get #isDead(): boolean {
    return this.#notebook.kernel.state === 'dead';
  }

  #receive(message: FromPage, line: PageLine, from: Listener): void {
    if ('ask' in message) {
      if (WIDGET_QUESTIONS.has(message.ask) && !setsCode(message)) line.receive(message);
      else from({ type: 'answer', id: message.id, answer: { to: 'failed', message: REFUSED } });
    } else if (message.op === 'input') line.receive(message);
    else if (message.op === 'restart' && this.#isDead) {
      this.#own.receive({ op: 'restart', run: true });
    } else if (message.op === 'parameter') this.#setParameter(message.name, message.value, from);
    else from({ type: 'error', message: REFUSED });
  }

  #setParameter(name: string, value: unknown, from: Listener): void {
    try {
      const control = this.#controls.find((one) => one.name === name);
      if (control === undefined) throw new SluiceError(`this app has no parameter ${name}`);
      this.#set.set(name, parameterOf(control, value));
      const set = { ...control, value: value as ParameterControl['value'] };
      this.#controls = this.#controls.map((one) => (one === control ? set : one));
    } catch (error) {
      from({ type: 'error', message: messageOf(error) });
      return;
    }
    for (const page of this.#pages) page({ type: 'app', controls: this.#controls });
    this.#last = this.#last
      .then(() => this.#write())
      .catch((error: unknown) => from({ type: 'error', message: messageOf(error) }));
  }

  /** Writes the set values into the notebook in memory, and runs their cell and its dependents. */
  async #write(): Promise<void> {
    const { notebook } = setParameters(this.#document, this.#parameters());
    const injected = injectedCell(notebook)!;
    const { source } = injected;
    const looked = await this.#ask({ do: 'look' });
    if (looked.type !== 'look') return;
    const after = notebook.cells[notebook.cells.indexOf(injected) - 1];
    const edits = [
      this.#injected === null
        ? ({ op: 'insert', type: 'code', source, after: after?.id ?? null } as const)
        : ({ op: 'replace', cell: this.#injected, source } as const),
    ];
    const reply = await this.#ask({ do: 'edit', revision: looked.revision, edits });
    if (reply.type === 'edited') this.#injected ??= reply.inserted[0] ?? null;
    if (this.#isDead) this.#own.receive({ op: 'restart', run: true });
    else if (this.#injected !== null) this.#own.receive({ op: 'run', cells: [this.#injected] });
  }

  /** The set values, and values injected into the file earlier. */
  #parameters(): Parameter[] {
    const stored = injectedCell(this.#document)?.source ?? '';
    const earlier = this.#controls.filter(({ name }) => new RegExp(`^${name}\\s*=`, 'm').test(stored));
    const kept = earlier.map((control) => parameterOf(control, control.value));
    return [...new Map([...kept, ...this.#set.values()].map((one) => [one.name, one])).values()];
  }

  #ask(request: AgentRequest): Promise<AgentReply> {
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((answer, fail) => {
      this.#asked.set(id, { answer, fail });
      this.#own.receive({ ask: 'agent', id, request });
    });
  }

  #heard(message: FromServer): void {
    if (message.type !== 'answer') return;
    const asked = this.#asked.get(message.id);
    this.#asked.delete(message.id);
    if (message.answer.to === 'agent') asked?.answer(message.answer.reply);
    else if (message.answer.to === 'failed') asked?.fail(new SluiceError(message.answer.message));
  }
}

function injectedCell({ cells }: Notebook): Notebook['cells'][number] | undefined {
  return cells.find((cell) => cell.type === 'code' && hasTag(cell, 'injected-parameters'));
}

/** The message without the folder of the file. */
function withoutFolder(message: FromServer, path: string): FromServer {
  if (message.type === 'notebook')
    return { ...message, notebook: { ...message.notebook, path: basename(path) } };
  if (message.type !== 'change' || message.notebook?.path === undefined) return message;
  return { ...message, notebook: { ...message.notebook, path: basename(path) } };
}

/** Whether a visitor's message gives a widget other code. */
function setsCode(message: FromPage): boolean {
  if (!('ask' in message) || message.ask !== 'widget') return false;
  const { state, buffer_paths: paths } = message.data;
  const roots = Array.isArray(paths) ? paths.map((path) => (Array.isArray(path) ? path[0] : path)) : [];
  return [...Object.keys(state ?? {}), ...roots].some((name) => OF_CODE.test(String(name)));
}
