/** An open notebook in this process, as a page gets the notebook, without a browser. This file asserts nothing. */

import { setTimeout as sleep } from 'node:timers/promises';
import { ChangeSet, Text } from '@codemirror/state';
import type { KernelServer, Output } from '../../runtime/kernel/index.ts';
import {
  type CellView,
  type FromServer,
  type NotebookView,
  ReactiveNotebook,
} from '../../runtime/live/index.ts';
import type { Answer, FromPage, Question } from '../../runtime/live/messages/messages.ts';
import type { UndoPlan } from '../../runtime/live/messages/undo-messages.ts';
import type { WidgetModel } from '../../runtime/live/messages/widget-messages.ts';
import { StaticRecorder, TracedKernel } from '../../runtime/session/index.ts';
import { NO_CHECKER } from './no-checker.ts';
import { NO_CHOICES } from './no-choices.ts';
import { NO_TRIALS } from './no-trials.ts';

/** An action of a person on a widget: the newest one of this model, with these traits, in a cell. */
export interface WidgetUse {
  readonly cell: string;
  readonly model: string;
  readonly where?: Readonly<Record<string, unknown>>;
  /** The traits that change; without traits the widget is clicked. */
  readonly set?: Readonly<Record<string, never>>;
}

type Asked = Question extends infer Each ? (Each extends Question ? Omit<Each, 'id'> : never) : never;

const LIMIT_MS = 60_000;
/** Longer than a message is on its way. */
const SETTLE_MS = 250;

/** A page without a browser. */
export class LivePage {
  readonly #notebook: ReactiveNotebook;
  readonly #answers = new Map<number, (answer: Answer) => void>();
  readonly #say: (message: FromPage) => void;
  #kernel: TracedKernel | null = null;
  #view!: NotebookView;
  #asked = 0;
  /** Notes and errors of the server, the oldest first. */
  readonly notes: string[] = [];

  private constructor(path: string, server: KernelServer, folder: string) {
    this.#notebook = new ReactiveNotebook(path, {
      startKernel: async () => {
        const client = await server.startKernel({ cwd: folder });
        this.#kernel = await TracedKernel.attach(client, 'on', new StaticRecorder());
        return { kernel: this.#kernel, server: null, note: null };
      },
      joinKernel: async () => null,
      ...NO_CHOICES,
      signatures: null,
      say: () => {},
      checker: NO_CHECKER,
      trials: NO_TRIALS,
      replay: async () => {
        throw new Error('nothing is verified here');
      },
    });
    const line = this.#notebook.connect((message) => {
      if (message.type === 'notebook') this.#view = message.notebook;
      if (message.type === 'answer') this.#answers.get(message.id)?.(message.answer);
      if (message.type === 'note' || message.type === 'error') this.notes.push(message.message);
      if (message.type === 'edits') this.#takeEdits(message);
      if (message.type === 'stream' || message.type === 'outputs') this.#takeOutputs(message);
      if (message.type !== 'change') return;
      const known = new Map(this.#view.cells.map((cell) => [cell.id, cell]));
      for (const cell of message.cells) known.set(cell.id, { ...known.get(cell.id), ...cell } as CellView);
      const order = message.order ?? this.#view.cells.map(({ id }) => id);
      const cells = order.flatMap((id) => known.get(id) ?? []);
      this.#view = { ...this.#view, ...message.notebook, cells };
    });
    this.#say = (message) => line.receive(message);
  }

  /** Opens a notebook, whose kernel starts. */
  static async open(path: string, server: KernelServer, folder: string): Promise<LivePage> {
    const page = new LivePage(path, server, folder);
    await page.#idle();
    return page;
  }

  /** Does an action, and waits for its consequences. */
  async do(message: FromPage): Promise<void> {
    this.#say(message);
    await this.#idle();
  }

  /** Runs all cells. */
  async runAll(): Promise<void> {
    const before = this.#runs();
    this.#say({ op: 'run-all' });
    // on a busy machine the first run begins late
    await this.#nextRun(before);
    await this.#idle();
  }

  /** Gives a cell another text, and runs the cell. */
  async edit(cell: string, source: string): Promise<void> {
    this.write(cell, source);
    await this.do({ op: 'run', cells: [cell] });
  }

  /** Gives a cell another text. */
  write(cell: string, source: string): void {
    const { source: before, version } = this.#cell(cell);
    const edits = [
      { client: 'test', changes: [[before.length, ...source.split('\n')]] as [[number, string]] },
    ];
    this.#say({ op: 'edit', cell, version, edits });
  }

  /** Does an operation that may run nothing, and waits until an answer shows that it is done. */
  async doAll(message: FromPage): Promise<void> {
    this.#say(message);
    await this.ask({ ask: 'variants' });
    await this.#idle();
  }

  get view(): NotebookView {
    return this.#view;
  }

  /** Does an action on a widget; `meanwhile`: waits only until a run begins or ends. */
  async use({ cell, model, where = {}, set }: WidgetUse, meanwhile = false): Promise<void> {
    const found = (await this.#models()).findLast(
      ({ state }) =>
        state._model_name === model && Object.entries(where).every(([name, value]) => state[name] === value),
    );
    if (found === undefined) throw new Error(`there is no ${model}`);
    const before = this.#runs();
    const data = set
      ? { method: 'update', state: set, buffer_paths: [] }
      : { method: 'custom', content: { event: 'click' } };
    await this.ask({
      ask: 'widget',
      widget: found.id,
      cell,
      message: `test-${this.#asked}`,
      buffers: [],
      data,
    });
    await (meanwhile ? this.#nextRun(before) : this.#idle());
  }

  /** What the undo of the cell's last run changes, or the redo. */
  async plan(cell: string): Promise<UndoPlan> {
    const answer = await this.ask({ ask: 'undo-plan', cell });
    if (answer.to !== 'undo-plan') throw new Error(JSON.stringify(answer));
    return answer;
  }

  /** Undoes the cell's last run, or redoes it. */
  async undo(cell: string): Promise<UndoPlan> {
    const plan = await this.plan(cell);
    if (plan.why !== null || plan.exec === null) return plan;
    const before = this.#runs();
    this.#say({ op: `${plan.way}-run`, exec: plan.exec });
    await this.#nextRun(before);
    await this.#idle();
    return plan;
  }

  /** The output of a cell, in words. */
  shown(cell: string): string {
    return inWords(this.#cell(cell).outputs);
  }

  state(cell: string): string {
    return this.#cell(cell).state;
  }

  /** The content of each `Output` widget, the oldest first. */
  async captured(): Promise<string[]> {
    const models = await this.#models();
    return models.flatMap(({ state }) =>
      state._model_name === 'OutputModel' ? [inWords(state.outputs as unknown as Output[])] : [],
    );
  }

  /** The text of an expression's value in the kernel, which nobody records. */
  async evaluate(expression: string): Promise<string> {
    const code = `print(eval(${JSON.stringify(expression)}), end='')`;
    return inWords((await this.#kernel!.client.execute({ code, silent: true })).outputs);
  }

  async close(): Promise<void> {
    await this.#notebook.close();
  }

  #takeEdits({ cell, version, edits }: Extract<FromServer, { readonly type: 'edits' }>): void {
    const cells = this.#view.cells.map((each) => {
      if (each.id !== cell) return each;
      let { source } = each;
      for (const { changes } of edits.slice(each.version - version))
        source = ChangeSet.fromJSON(changes)
          .apply(Text.of(source.split('\n')))
          .toString();
      return { ...each, source, version: version + edits.length };
    });
    this.#view = { ...this.#view, cells };
  }

  #takeOutputs(message: Extract<FromServer, { readonly type: 'stream' | 'outputs' }>): void {
    const cells = this.#view.cells.map((each) => {
      if (each.id !== message.cell) return each;
      if (message.type === 'outputs')
        return { ...each, outputs: [...each.outputs.slice(0, message.kept), ...message.outputs] };
      const last = each.outputs.at(-1) as Extract<Output, { readonly output_type: 'stream' }>;
      return {
        ...each,
        outputs: [...each.outputs.slice(0, -1), { ...last, text: last.text + message.text }],
      };
    });
    this.#view = { ...this.#view, cells };
  }

  #cell(id: string): NotebookView['cells'][number] {
    const found = this.#view.cells.find((cell) => cell.id === id);
    if (found === undefined) throw new Error(`there is no cell ${id}`);
    return found;
  }

  async #models(): Promise<readonly WidgetModel[]> {
    const answer = await this.ask({ ask: 'widgets', of: null });
    return answer.to === 'widgets' ? answer.models : [];
  }

  ask(question: Asked): Promise<Answer> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.#say({ ...question, id } as FromPage);
    });
  }

  /** Another text after each begin, end and undo of a run. */
  #runs(): string {
    return this.#view.cells.map(({ exec, startedAt }) => `${exec} ${startedAt}`).join();
  }

  async #nextRun(before: string): Promise<void> {
    for (const deadline = Date.now() + LIMIT_MS; this.#runs() === before; await sleep(10)) {
      if (Date.now() > deadline) throw new Error('no cell runs');
    }
  }

  async #idle(): Promise<void> {
    const deadline = Date.now() + LIMIT_MS;
    for (let since = Date.now(); Date.now() - since < SETTLE_MS; await sleep(20)) {
      if (!this.#rests()) since = Date.now();
      if (Date.now() > deadline)
        throw new Error(`the notebook does not come to rest: ${this.#view.kernel.state}`);
    }
    // on a busy machine changes wait longer: a further page makes the notebook tell them now
    this.#notebook.connect(() => {}).close();
    if (!this.#rests()) await this.#idle();
  }

  #rests(): boolean {
    const { kernel, plan, cells } = this.#view;
    const isBusy = cells.some(({ state }) => state === 'running' || state === 'queued');
    return kernel.state === 'idle' && plan.cells.length === 0 && !isBusy;
  }
}

/** Outputs as text: streams and results as they are, pictures and widgets in angle brackets, errors by name and value. */
function inWords(outputs: readonly Output[]): string {
  return outputs.map(oneInWords).join('');
}

function oneInWords(output: Output): string {
  switch (output.output_type) {
    case 'stream':
      return output.name === 'stdout' ? output.text : `<${output.text}>`;
    case 'error':
      return `<${output.ename}: ${output.evalue}>`;
    default:
      if ('application/vnd.jupyter.widget-view+json' in output.data) return '<widget>';
      if ('image/png' in output.data) return '<plot>';
      return String(output.data['text/plain']);
  }
}
