/**
 * Questions to the agent in a kernel, between runs: values, locations, tables, saved copies and the world. The kernel answers a question
 * after the run in progress. No question runs a cell.
 */

import { checkJson, json, type Schema } from '../../instrument/index.ts';
import {
  type CellId,
  type Exec,
  type ForeignFiles,
  GLOBALS,
  type Location,
  namesOfText,
  type Restored,
} from '../../slicer/index.ts';
import type { KernelClient } from '../kernel/index.ts';
import { SluiceError } from '../words/index.ts';
import {
  DIGESTS,
  type Digests,
  FOREIGN,
  LOCATIONS,
  RESTORED,
  STATE,
  UNDONE,
  type UndoneRun,
  VARIABLES,
  type VariableFacts,
} from './agent-answers.ts';
import type { TraceMode } from './trace-mode.ts';

const NAME = /^[^\W\d]\w*$/u;

/** Asks the agent of one kernel. */
export class AgentQuestions {
  readonly #client: KernelClient;
  readonly #mode: TraceMode;

  constructor(client: KernelClient, mode: TraceMode) {
    this.#client = client;
    this.#mode = mode;
  }

  /** Whether the kernel has this agent, and no other code has run: `ran` counts the runs. */
  async isAgent(agent: string, ran: number): Promise<boolean> {
    const found = await this.#ask('.state(get_ipython())', STATE);
    return found !== null && found[0] === agent && found[1] === ran + 1;
  }

  /**
   * Restores saved copies of a cell's values from its last run; null if there are none. Tasks of the cells
   * `due` stop.
   */
  async restore(cell: CellId, due: readonly CellId[]): Promise<Restored | null> {
    const found = await this.#ask(
      `.agent.questions.restore(${JSON.stringify(cell)}, ${JSON.stringify(due)})`,
      RESTORED,
    );
    if (found === null) return null;
    const [tokens, plain, names] = found;
    return { tokens, plain, names };
  }

  /** Puts the world as these cells leave it. */
  async place(cells: readonly CellId[]): Promise<void> {
    if (this.#mode === 'on') await this.#ask(`.agent.questions.place(${JSON.stringify(cells)})`, json());
  }

  /** Receives the writes of tasks so far. */
  async hearTasks(): Promise<void> {
    if (this.#mode === 'on') await this.#ask('.agent.tasks.pause()', json());
  }

  /** The files that a cell changed in its last run, and that another program has changed, or perhaps has. */
  async foreignFiles(cell: CellId): Promise<ForeignFiles> {
    return (await this.#ask(`.agent.questions.foreign(${JSON.stringify(cell)})`, FOREIGN)) ?? [[], []];
  }

  /**
   * Undoes or redoes a run, with the runs that follow from it; `dry`: only tells the changes. `order`: the cells
   * whose world is there between runs; null: runs leave the world as it is. `aside`: a redo is possible also after
   * other runs. Null: the kernel has no probes.
   */
  async undo(
    way: 'undo' | 'redo',
    exec: Exec,
    order: readonly CellId[] | null,
    dry: boolean,
    aside = false,
  ): Promise<UndoneRun | null> {
    if (this.#mode !== 'on') return null;
    const cells = order === null ? 'None' : JSON.stringify(order);
    const flags = [dry, ...(way === 'undo' ? [aside] : [])].map((flag) => (flag ? 'True' : 'False'));
    return this.#ask(`.agent.questions.${way}(${exec}, ${cells}, ${flags.join(', ')})`, UNDONE);
  }

  /** Gives up the redo of undone runs, and the memory of their values. */
  async letGo(execs: readonly Exec[]): Promise<void> {
    if (this.#mode === 'on') await this.#ask(`.agent.questions.let_go(${JSON.stringify(execs)})`, json());
  }

  /** Digests of names and expressions, without ones that cannot be evaluated. */
  async digests(expressions: readonly string[]): Promise<Digests> {
    const names = expressions.filter((text) => NAME.test(text));
    const found = { ...(await this.#digests(names, 'get_ipython().user_ns')) };
    for (const text of expressions.filter((other) => !NAME.test(other))) {
      const literal = JSON.stringify(text);
      const scope = `{${literal}: eval(${literal}, dict(get_ipython().user_ns))}`;
      Object.assign(found, await this.#digests([text], scope));
    }
    return found;
  }

  /**
   * All locations that the value of an expression reaches, or null if it cannot be evaluated. Without probes,
   * objects are not tracked: then the global names in the expression.
   */
  async locate(expression: string): Promise<Location[] | null> {
    if (this.#mode === 'on') {
      const found = await this.#ask(`.agent.questions.locate(${JSON.stringify(expression)})`, LOCATIONS);
      return found?.map(([object, field]) => ({ object, field })) ?? null;
    }
    if (Object.keys(await this.digests([expression])).length === 0) return null;
    const { live } = namesOfText(expression);
    return [...live].map((field) => ({ object: GLOBALS, field }));
  }

  /** The global names: `[name, type, preview, size, whether it is a table, kind]`; none while the kernel is dead. */
  async variables(): Promise<readonly VariableFacts[]> {
    return (await this.#ask('.values.variables.variables(get_ipython().user_ns)', VARIABLES)) ?? [];
  }

  /** A page, a column or the file of a table (`tables.py` has the form); null if there is none. */
  table<T>(
    part: 'page' | 'column' | 'file',
    wanted: Readonly<Record<string, unknown>>,
    form: Schema<T>,
  ): Promise<T | null> {
    const literal = JSON.stringify(JSON.stringify(wanted));
    return this.#ask(`.values.tables.${part}(get_ipython().user_ns, ${literal})`, form);
  }

  /** The answer to a question of the store (`instrument/agent/store/answers.py`). */
  store<T>(question: string, given: object, form: Schema<T>): Promise<T | null> {
    const [name, values] = [question, JSON.stringify(given)].map((text) => JSON.stringify(text));
    return this.#ask(
      `.store.answers.answer(__import__('sys').modules['_sluice'].agent, ${name}, ${values})`,
      form,
    );
  }

  async #digests(names: readonly string[], scope: string): Promise<Digests> {
    if (names.length === 0) return {};
    const call = `.values.digest.report(${JSON.stringify(names)}, ${scope})`;
    return (await this.#ask(call, DIGESTS)) ?? {};
  }

  /** Asks the agent outside of any cell; the answer is JSON in the hidden request's output. Null: there is none. */
  async #ask<T>(call: string, form: Schema<T>): Promise<T | null> {
    if (this.#mode === 'plain') return null;
    const code = `print(__import__('json').dumps(__import__('sys').modules['_sluice']${call}))`;
    const { outputs } = await this.#client.execute({ code, silent: true, storeHistory: false });
    const text = outputs
      .map((o) => (o.output_type === 'stream' && o.name === 'stdout' ? o.text : ''))
      .join('');
    if (text.trim() === '' || text.trim() === 'null') return null;
    const found = checkJson(form, text);
    if (found.type === 'ok') return found.value;
    throw new SluiceError(`the probes in the kernel have answered out of turn: ${found.reason}`, 3);
  }
}
