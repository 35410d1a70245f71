/**
 * `npm start`: the main job on one notebook. Runs it, prints its cells with their outputs, and prints the
 * gathered, verified script of its last output.
 */

import { join } from 'node:path';
import { findPackageRoot } from '../../../instrument/index.ts';
import type { Output } from '../../kernel/index.ts';
import {
  gatherScript,
  type ReplayScript,
  replayTwice,
  resultText,
  type Session,
  scriptParts,
  scriptText,
  streamText,
} from '../../session/index.ts';
import { cellNames, readSource, toPlay } from '../../sources/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { Command } from '../arguments.ts';
import { replayScript } from '../replay/replaying.ts';
import { playEvents } from '../sources/opened-session.ts';
import { saySource } from '../terminal/opening-note.ts';
import { print, printExactly } from '../terminal/print.ts';
import { withWorkplace } from '../workplace/workplace.ts';

const SAMPLE = join('samples', 'regression.ipynb');
const SHOWN_LINES = 12;

/** Runs the command; returns the exit code. */
export async function start(command: Extract<Command, { type: 'start' }>): Promise<number> {
  const path = command.path ?? join(findPackageRoot(), SAMPLE);
  const read = saySource(await readSource(path));
  if (read.type !== 'session' || read.kind !== 'notebook') {
    throw new SluiceError(`${path} is not a notebook; use: sluice replay ${path}`);
  }
  const source = toPlay(read);
  const nameOf = cellNames(source);
  return withWorkplace(command, path, async (workplace) => {
    const copy = await workplace.copy(source.events, { isRenewed: true });
    const kernel = await workplace.kernel(copy);
    const session = await playEvents(kernel, source, {}, ({ exec, run }) => {
      if (run === null) return;
      print(`In [${exec}]  cell ${nameOf(run.record.cell)}`);
      print(indent(run.record.source));
      const shown = copy.original(outputsText(run.result.outputs));
      if (shown !== '') print(`${indent(cut(shown), '  | ')}`);
      print('');
    });
    const exec = lastShown(session);
    if (exec === null) {
      print('No cell printed or displayed anything: there is no output to gather.');
      return 0;
    }
    const script = await gatherScript(session, { type: 'execution', exec }, 'statement');
    const place = { workplace, copy };
    const parts = scriptParts(script.gathered, null);
    const replay: ReplayScript = (...what) => replayScript(place, ...what);
    const { verification: verified } = await replayTwice(replay, parts, script.expected);
    print(`# ${'-'.repeat(78)}`);
    print(`# The script of the last output, in [${exec}]:\n`);
    printExactly(scriptText(script, session.executions, null, { verified, minimized: null }));
    return verified.status === 'verified' ? 0 : 1;
  });
}

/** The last execution with an output, otherwise the last execution. */
function lastShown(session: Session): number | null {
  for (let exec = session.executions; exec > 0; exec -= 1) {
    if ((session.runOf(exec)?.result.outputs.length ?? 0) > 0) return exec;
  }
  return session.executions === 0 ? null : session.executions;
}

/** Outputs as a terminal can show them. */
function outputsText(outputs: readonly Output[]): string {
  const parts = [streamText(outputs, 'stdout'), streamText(outputs, 'stderr')];
  for (const output of outputs) {
    if (output.output_type === 'display_data') {
      const text = output.data['text/plain'];
      parts.push(typeof text === 'string' ? text : `[${Object.keys(output.data).join(', ')}]`);
    }
    if (output.output_type === 'error') parts.push(`${output.ename}: ${output.evalue}`);
  }
  parts.push(resultText(outputs) ?? '');
  return parts
    .map((part) => part.trimEnd())
    .filter((part) => part !== '')
    .join('\n');
}

function cut(text: string): string {
  const lines = text.split('\n');
  if (lines.length <= SHOWN_LINES) return text;
  return [...lines.slice(0, SHOWN_LINES - 1), `… ${lines.length - SHOWN_LINES + 1} more lines`].join('\n');
}

function indent(text: string, by = '    '): string {
  return text
    .split('\n')
    .map((line) => `${by}${line}`.trimEnd())
    .join('\n');
}
