/** `sluice export`: writes a notebook for others to read. Only an explained page runs it. */

import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import {
  asPercentText,
  type CodeCell,
  type Notebook,
  readText,
  saveAtomically,
} from '../../documents/index.ts';
import {
  type CodeShown,
  cleanNotebook,
  drawnMarkdown,
  drawnPage,
  type Explanation,
  explanationOf,
  printPdf,
  pythonText,
} from '../../export/index.ts';
import { HeadlessOutputs } from '../../live/index.ts';
import { chooseServerPython, notebookSignatures } from '../../python/index.ts';
import { Session } from '../../session/index.ts';
import { fromNotebook, readSource } from '../../sources/index.ts';
import { counted, SluiceError } from '../../words/index.ts';
import type { Command } from '../arguments.ts';
import { checkOutputPath } from '../options/output-path.ts';
import { saySource } from '../terminal/opening-note.ts';
import { printExactly } from '../terminal/print.ts';
import { progress, ticker } from '../terminal/progress.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { withWorkplace } from '../workplace/workplace.ts';

type ExportCommand = Extract<Command, { type: 'export' }>;

/** Runs the command; returns the exit code: 1 if a cell failed that an explained page needed to run. */
export async function exportCommand(command: ExportCommand): Promise<number> {
  const languages = OF_ANY_LANGUAGE.has(command.to) ? 'any' : 'python';
  const source = await readSource(command.path, { languages });
  if (source.type !== 'session' || source.kind !== 'notebook')
    throw new SluiceError(
      `${command.path} is no notebook; sluice export takes an .ipynb, or a .py with # %%`,
    );
  saySource(source);
  const { notebook } = source;
  if (command.out !== null) checkOutputPath(command.out, command.path);
  const { text, code } = await exported(command, notebook);
  if (command.out === null) printExactly(text);
  else {
    if (command.to !== 'pdf') saveAtomically(command.out, text);
    progress(`saved ${command.out}`);
  }
  return code;
}

/** The forms without code of Sluice's own. */
const OF_ANY_LANGUAGE: ReadonlySet<ExportCommand['to']> = new Set(['html', 'pdf', 'md', 'ipynb']);

async function exported(command: ExportCommand, notebook: Notebook): Promise<{ text: string; code: number }> {
  const { to, code } = command;
  switch (to) {
    case 'html':
      return { text: await page(command, notebook, null, code), code: 0 };
    case 'explained':
      return explainedPage(command, notebook);
    case 'pdf':
      await printPdf(await page(command, notebook, null, code), command.out!);
      return { text: '', code: 0 };
    case 'md':
      return { text: await markdown(command, notebook), code: 0 };
    case 'py':
      return { text: pythonText(notebook), code: 0 };
    case 'percent':
      return { text: asPercentText(notebook), code: 0 };
    case 'ipynb':
      return { text: cleanNotebook(notebook), code: 0 };
  }
}

async function page(
  command: ExportCommand,
  notebook: Notebook,
  explanation: Explanation | null,
  code: CodeShown,
): Promise<string> {
  const signatures = notebookSignatures(() => chooseServerPython(command.python, progress));
  const hash = createHash('sha256').update(readText(command.path)).digest('hex');
  const trusted = await signatures.isSigned(command.path, hash);
  return drawnPage(notebook, { code, trusted, explanation });
}

/** The Markdown; its pictures go into a folder beside it. */
async function markdown({ out }: ExportCommand, notebook: Notebook): Promise<string> {
  if (out === null) return (await drawnMarkdown(notebook, null)).text;
  const name = `${basename(out, extname(out))}_files`;
  const { text, pictures } = await drawnMarkdown(notebook, name);
  if (pictures.size === 0) return text;
  const folder = join(dirname(out), name);
  mkdirSync(folder, { recursive: true });
  for (const [picture, { data, encoding }] of pictures)
    saveAtomically(join(folder, picture), Buffer.from(data, encoding), dirname(out));
  progress(`saved ${counted(pictures.size, 'picture')} in ${shownPath(folder)}`);
  return text;
}

/** Runs the notebook in a private copy of its folder, and explains the outputs of this run. */
async function explainedPage(
  command: ExportCommand,
  notebook: Notebook,
): Promise<{ text: string; code: number }> {
  const { events } = fromNotebook(notebook);
  const cells = notebook.cells.filter((cell): cell is CodeCell => cell.type === 'code');
  const numbers = new Map(cells.map(({ id }, at) => [id, at + 1]));
  return withWorkplace(command, command.path, async (workplace) => {
    const copy = await workplace.copy(events);
    const kernel = await workplace.kernel(copy);
    workplace.sayOtherKernel(notebook, kernel);
    kernel.label = (cell) => `cell ${numbers.get(cell)}`;
    const session = new Session(kernel);
    const outputs = new HeadlessOutputs(kernel.client, () => cells.map(({ id }) => id));
    const execs = new Map<string, number>();
    const line = ticker();
    let failed = 0;
    for (const [at, event] of events.entries()) {
      if (event.type !== 'run') continue;
      line.tell(`cell ${at + 1} of ${events.length}`);
      if (kernel.left !== null) break;
      const { run, exec } = await session.apply(event, outputs.starting(event.cell));
      outputs.ran(event.cell, run!.result);
      execs.set(event.cell, exec!);
      const { error } = run!.result;
      if (error === null) continue;
      failed += 1;
      progress(`cell ${numbers.get(event.cell)} failed: ${copy.original(`${error.name}: ${error.value}`)}`);
    }
    line.done();
    const ran = outputs.saved(notebook);
    const order = ran.cells
      .filter((cell): cell is CodeCell => cell.type === 'code')
      .map(({ id, source, outputs: shown }) => ({
        id,
        source,
        shows: shown.some((output) => 'data' in output),
      }));
    const explanation = explanationOf({
      graph: session.graph,
      library: kernel.library,
      order,
      execOf: (cell) => execs.get(cell),
      original: copy.original,
    });
    const text = copy.original(await page(command, ran, explanation, command.code));
    return { text, code: failed === 0 ? 0 : 1 };
  });
}
