/**
 * Help with code of an open notebook, from its texts, from jedi, and from the kernel when no cell runs. Each
 * source has a time limit: a person types on.
 */

import { existsSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { list, object, readPlainText, type Schema, text } from '../../../instrument/index.ts';
import { type CoreState, definitionsAt } from '../../../slicer/index.ts';
import { describeFailure } from '../../documents/index.ts';
import type { KernelClient } from '../../kernel/index.ts';
import { type LanguageDefinition, PythonLanguage } from '../../language/index.ts';
import type { TracedKernel } from '../../session/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CodeAnswer, CodePosition, CodeQuestion, DefinitionTarget } from '../messages/code-messages.ts';
import { completeCode } from './complete-code.ts';
import { describedValue, kernelSignature } from './inspected-text.ts';
import { cellAtLine, NotebookText } from './notebook-text.ts';
import { plainHelp } from './plain-help.ts';
import { isImported, useLines, usesOf, variableIn } from './variable-uses.ts';

/** Limits in milliseconds. Jedi is slow when it reads a large library for the first time. */
const COMPLETE_MS = 400;
const HELP_MS = 2_500;
/** For a person who has asked while the kernel is busy, and does not type on. */
const WAIT_MS = 20_000;
/** A larger file of a library is not shown. */
const LARGEST_FILE = 2_000_000;
const MOST_COLUMNS = 300;

interface Header {
  readonly header: readonly { readonly label: string }[];
}
const HEADER: Schema<Header> = object<Header>({ header: list(object({ label: text })) });

/** The help for one notebook. */
export class CodeHelp {
  readonly #path: () => string;
  readonly #text: NotebookText;
  #language: { readonly python: string; readonly process: PythonLanguage } | null = null;
  /** The interpreters of kernels; null: not on this machine. */
  readonly #pythons = new WeakMap<KernelClient, string | null>();
  /** The last known columns, for the time while a cell runs. */
  readonly #columns = new Map<string, { readonly exec: number; readonly labels: readonly string[] }>();

  constructor(path: () => string) {
    this.#path = path;
    this.#text = new NotebookText(path);
  }

  close(): void {
    this.#language?.process.close();
  }

  /** The answer. `kernel`: null if there is none yet. */
  async answer(core: CoreState, kernel: TracedKernel | null, question: CodeQuestion): Promise<CodeAnswer> {
    const idle = core.running === null && core.dead === null ? kernel : null;
    if (core.mode === 'plain') {
      const ms = question.ask === 'complete' && question.typed ? COMPLETE_MS : HELP_MS;
      return plainHelp(question, (type, place) => askKernel(idle, type, place, ms));
    }
    const language = await this.#languageOf(kernel, idle);
    switch (question.ask) {
      case 'complete':
        return completeCode(core, question, this.#path(), {
          kernel: () => askKernel(idle, 'complete', question, question.typed ? COMPLETE_MS : HELP_MS),
          language: (waits) =>
            within(waits ? WAIT_MS : COMPLETE_MS, language?.complete(this.#text.before(core, question))),
          columns: (name) => this.#columnsOf(core, idle, name),
        });
      case 'signature':
        return { to: 'signature', signatures: await this.#signatures(core, idle, language, question) };
      case 'describe':
        return this.#describe(core, idle, language, question);
      case 'definition':
        return { to: 'definition', place: await this.#definition(core, language, question) };
      case 'uses':
        return usesOf(core, question);
    }
  }

  async #signatures(
    core: CoreState,
    idle: TracedKernel | null,
    language: PythonLanguage | null,
    question: CodePosition,
  ): Promise<Extract<CodeAnswer, { to: 'signature' }>['signatures']> {
    const found = await within(HELP_MS, language?.signatures(this.#text.before(core, question)));
    if (found !== null && found.length > 0) return found;
    // objects whose class the text does not tell
    const call = callBefore(question.code, question.cursor);
    if (call === null) return [];
    const told = await askKernel(idle, 'inspect', { ...question, cursor: call });
    const signature = told === null ? null : kernelSignature(String(told.data['text/plain'] ?? ''));
    return signature === null ? [] : [signature];
  }

  async #describe(
    core: CoreState,
    idle: TracedKernel | null,
    language: PythonLanguage | null,
    place: CodePosition,
  ): Promise<CodeAnswer> {
    const found = variableIn(core, place);
    const [told, described] = await Promise.all([
      askKernel(idle, 'inspect', place),
      within(HELP_MS, language?.describe(this.#text.before(core, place))),
    ]);
    const value = told?.found ? describedValue(String(told.data['text/plain'] ?? '')) : null;
    return {
      to: 'describe',
      name: found?.name ?? described?.name ?? '',
      type: value?.type ?? described?.type ?? null,
      value: value?.text ?? null,
      signature: described?.signature ?? value?.signature ?? null,
      doc: described?.doc || value?.doc || null,
      lines: found === null ? [] : useLines(core, found),
    };
  }

  async #definition(
    core: CoreState,
    language: PythonLanguage | null,
    place: CodePosition,
  ): Promise<DefinitionTarget | null> {
    const found = variableIn(core, place);
    const [own] = found === null ? [] : definitionsAt(found.variable, found.here);
    const isImport = own !== undefined && isImported(core, own);
    if (own !== undefined && !isImport) return { type: 'cell', cell: own.cell, from: own.from };
    const asked = this.#text.before(core, place);
    const places = (await within(HELP_MS, language?.definitions(asked))) ?? [];
    const last = places.at(-1);
    const told = last === undefined ? null : this.#placeOf(core, place, last);
    return told ?? (own === undefined ? null : { type: 'cell', cell: own.cell, from: own.from });
  }

  #placeOf(
    core: CoreState,
    { cell }: CodePosition,
    { path, line, column }: LanguageDefinition,
  ): DefinitionTarget | null {
    const notebook = this.#path();
    if (path === null || path === notebook) {
      const found = cellAtLine(core, cell, line);
      return found === null ? null : { type: 'cell', cell: found.cell, from: found.from + column };
    }
    const inside = relative(dirname(notebook), path);
    if (!inside.startsWith('..') && !inside.startsWith(sep) && !inside.includes('site-packages'))
      return { type: 'file', path: inside, line };
    try {
      return { type: 'library', path, line, text: readPlainText(path, LARGEST_FILE) };
    } catch (error) {
      throw new SluiceError(`${path}: ${describeFailure(error)}`);
    }
  }

  async #columnsOf(core: CoreState, idle: TracedKernel | null, name: string): Promise<readonly string[]> {
    const known = this.#columns.get(name);
    if (known?.exec === core.exec || idle === null) return known?.labels ?? [];
    const wanted = { name, version: core.exec, rows: [0, 0], columns: [0, MOST_COLUMNS], sort: null };
    const page = await within(COMPLETE_MS, idle.questions.table('page', wanted, HEADER));
    const labels = page?.header.map(({ label }) => label) ?? [];
    this.#columns.set(name, { exec: core.exec, labels });
    return labels;
  }

  async #languageOf(kernel: TracedKernel | null, idle: TracedKernel | null): Promise<PythonLanguage | null> {
    if (kernel === null) return this.#language?.process ?? null;
    let python = this.#pythons.get(kernel.client);
    if (python === undefined && idle !== null) {
      python = await pythonOf(idle.client);
      this.#pythons.set(kernel.client, python);
    }
    if (python == null) return python === null ? null : (this.#language?.process ?? null);
    if (this.#language?.python !== python) {
      this.#language?.process.close();
      this.#language = { python, process: new PythonLanguage(python) };
    }
    return this.#language.process;
  }
}

/** The kernel's answer; null while a cell runs, or if it takes too long. */
async function askKernel<Type extends 'complete' | 'inspect'>(
  idle: TracedKernel | null,
  type: Type,
  { code, cursor }: Pick<CodePosition, 'code' | 'cursor'>,
  ms = HELP_MS,
): Promise<Extract<Awaited<ReturnType<KernelClient['ask']>>, { type: Type }> | null> {
  const answer = await within(ms, idle?.client.ask({ type, code, cursor }));
  return answer?.type === type ? (answer as never) : null;
}

/** The kernel's interpreter; null if it is not on this machine. */
async function pythonOf(client: KernelClient): Promise<string | null> {
  const { outputs } = await client.execute({
    code: "print(__import__('sys').executable)",
    silent: true,
    storeHistory: false,
  });
  const path = outputs
    .map((output) => (output.output_type === 'stream' ? output.text : ''))
    .join('')
    .trim();
  return path !== '' && existsSync(path) ? path : null;
}

/** A promise's value; null after the time, without a promise, or when it fails. */
function within<T>(ms: number, promise: Promise<T | null> | undefined): Promise<T | null> {
  if (promise === undefined) return Promise.resolve(null);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms);
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      () => {
        clearTimeout(timer);
        resolve(null);
      },
    );
  });
}

/** The end of the callee whose arguments are typed at an offset; null: there is no open call. */
function callBefore(code: string, offset: number): number | null {
  let depth = 0;
  for (let at = offset - 1; at >= 0; at -= 1) {
    const letter = code[at]!;
    if (')]}'.includes(letter)) depth += 1;
    else if ('([{'.includes(letter)) {
      if (depth > 0) depth -= 1;
      else return letter === '(' && /[\w)\]]/.test(code[at - 1] ?? '') ? at : null;
    }
  }
  return null;
}
