/**
 * The program beside a kernel: reads the kernel's questions from standard input, and writes one line for
 * each. It ends with the kernel.
 */

import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  checkEffects,
  checkJson,
  effectsBeside,
  installCode,
  libraryWith,
  loadEffectsLibrary,
} from '../../instrument/index.ts';
import { isRunning } from '../platform/index.ts';
import { sluiceHome } from '../python/index.ts';
import { messageOf } from '../words/index.ts';
import { Companion } from './companion.ts';
import { type FromCompanion, TO_COMPANION } from './companion-messages.ts';
import { NotedStates } from './noted-states.ts';

/** How often the program looks for the kernel, whose end a forked process of a cell can hide. */
const LOOK_MS = 1000;

function say(answer: FromCompanion): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

const kernel = Number(process.argv[2]);
// the kernel interrupts its cells, and not this program
process.on('SIGINT', () => {});
process.stdout.on('error', () => process.exit(0));
setInterval(() => {
  if (!isRunning(kernel)) process.exit(0);
}, LOOK_MS);

// mistakes in the user's own declarations must not keep a kernel from starting
const own = effectsBeside(process.cwd()).filter((file) => checkEffects(file).length === 0);
say({
  type: 'install',
  code: installCode(loadEffectsLibrary(own).packed, {
    name: `companion-${process.pid}`,
    cache: join(sluiceHome(), 'agent'),
  }),
});
// Jupyter's servers name the notebook so
const note = NotedStates.of(sluiceHome(), process.env.JPY_SESSION_NAME);
const companion = new Companion(libraryWith(own), note);
const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
for await (const line of lines) {
  const found = checkJson(TO_COMPANION, line);
  try {
    say(
      found.type === 'ok'
        ? await companion.answer(found.value)
        : { type: 'refusal', text: `a message is malformed: ${found.reason}` },
    );
  } catch (error) {
    say({ type: 'refusal', text: `Sluice failed: ${messageOf(error)}` });
  }
}
process.exit(0);
