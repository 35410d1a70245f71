/** `sluice gather`: the minimal script for an execution, a cell or a symbol, verified on request. */

import { saveAtomically } from '../documents/index.ts';
import { SluiceError } from '../errors.ts';
import { suggest } from '../nearest-name.ts';
import type { SourceSession } from '../sources/index.ts';
import type { Command, GatherTarget } from './arguments.ts';
import {
  gatherScript,
  reasonLines,
  type ScriptTarget,
  scriptText,
  verificationText,
  verify,
} from './gathering.ts';
import { playEvents, readOneSession } from './opened-session.ts';
import { checkOutputPath } from './output-path.ts';
import { print, printJson } from './print.ts';
import { progress, ticker } from './progress.ts';
import { checkExecution } from './slice-command.ts';
import { withWorkplace } from './workplace.ts';

/** Runs the command; returns the exit code. */
export async function gatherCommand(command: Extract<Command, { type: 'gather' }>): Promise<number> {
  const source = await readOneSession(command);
  const target = findTarget(source, command.target);
  if (command.out !== null) checkOutputPath(command.out, command.source);
  return withWorkplace(command, command.source, async (workplace) => {
    const copy = workplace.copy(source.events);
    const pristine = command.verify ? workplace.copy(source.events) : null;
    const kernel = await workplace.kernel(copy.path);
    const line = ticker();
    const last = target.type === 'execution' ? { last: target.exec } : {};
    const session = await playEvents(kernel, source.events, last, (_, number) =>
      line.tell(`event ${number} of ${source.events.length}`),
    );
    line.done();
    const script = await gatherScript(session, target, command.level);
    const verified =
      pristine === null ? null : await verify(workplace, script, [copy, pristine], command.out);
    const text = copy.original(scriptText(script, session.executions, command.out, verified));
    if (command.out !== null) saveAtomically(command.out, text);
    const reasons = script.slice.reasons.map(copy.original);
    if (command.json) {
      const { executions, guarantee } = script.slice;
      const facts = {
        type: 'gather',
        executions,
        statements: script.gathered.statements,
        guarantee,
        reasons,
      };
      printJson({
        ...facts,
        verification: verified,
        file: command.out,
        script: command.out === null ? text : null,
      });
    } else if (command.out === null) print(text);
    else {
      const { executions, guarantee } = script.slice;
      progress(
        `${executions.length} of ${session.executions} executions, ${guarantee}; saved ${command.out}`,
      );
    }
    if (verified !== null) progress(verificationText(verified));
    for (const reason of reasonLines(reasons)) progress(reason);
    return verified === null || verified.status === 'verified' ? 0 : 1;
  });
}

/** The execution or symbol that is meant; a cell stands for its last execution. */
function findTarget(source: SourceSession, target: GatherTarget): ScriptTarget {
  const runs = source.events.filter((event) => event.type === 'run');
  if (target.type === 'symbol') return target;
  if (target.type === 'exec') {
    checkExecution(source.events, target.exec);
    return { type: 'execution', exec: target.exec };
  }
  const exec = runs.findLastIndex(({ cell }) => cell === target.cell) + 1;
  if (exec === 0) {
    const cells = [...new Set(runs.map(({ cell }) => cell))];
    throw new SluiceError(`no cell ${target.cell} has run${suggest(target.cell, cells)}`);
  }
  return { type: 'execution', exec };
}
