/** `sluice gather`: the minimal script for an execution, a cell or a symbol, verified on request. */

import type { Exec } from '../../../slicer/index.ts';
import { saveAtomically } from '../../documents/index.ts';
import {
  type Findings,
  type GatheredRun,
  gatherScript,
  guaranteeText,
  isUpgraded,
  MINIMIZE_SECONDS,
  type MinimizingProgress,
  minimizedText,
  minimizeScript,
  namedReasons,
  type ReplayScript,
  reasonLines,
  replayTwice,
  type Script,
  type ScriptTarget,
  scriptParts,
  scriptText,
  verificationText,
} from '../../session/index.ts';
import { cellNames, type SourceSession, toPlay } from '../../sources/index.ts';
import type { Command } from '../arguments.ts';
import { executionWanted } from '../options/cell-execution.ts';
import { checkOutputPath } from '../options/output-path.ts';
import { type ReplayCopy, replayScript } from '../replay/replaying.ts';
import { readOneSession } from '../sources/command-source.ts';
import { playEvents } from '../sources/opened-session.ts';
import { printExactly, printJson } from '../terminal/print.ts';
import { progress, ticker } from '../terminal/progress.ts';
import { withWorkplace } from '../workplace/workplace.ts';
import type { GatherTarget } from './gather-options.ts';

type GatherCommand = Extract<Command, { type: 'gather' }>;

/** Runs the command; returns the exit code. */
export async function gatherCommand(command: GatherCommand): Promise<number> {
  const source = toPlay(await readOneSession(command));
  const target = findTarget(source, command.target);
  if (command.out !== null) checkOutputPath(command.out, command.source);
  return withWorkplace(command, command.source, async (workplace) => {
    const copy = await workplace.copy(source.events, { isRenewed: command.verify });
    const kernel = await workplace.kernel(copy);
    const line = ticker();
    const last = target.type === 'execution' ? { last: target.exec } : {};
    const session = await playEvents(kernel, source, last, (_, number) =>
      line.tell(`event ${number} of ${source.events.length}`),
    );
    line.done();
    const { graph, executions: total } = session;
    const runOf = (exec: Exec): GatheredRun | undefined => session.runOf(exec);
    const played = { graph, kernel: session.kernel, executions: total, runOf, nameOf: cellNames(source) };
    const script = await gatherScript(played, target, command.level);
    const found = command.verify ? await runScript({ workplace, copy }, script, command) : NOTHING;
    const { verified, minimized } = found;
    const text = copy.original(scriptText(script, session.executions, command.out, found));
    if (command.out !== null) saveAtomically(command.out, text);
    const { executions, guarantee } = script.slice;
    const reasons = script.slice.reasons.map(copy.original);
    if (command.json) {
      printJson({
        type: 'gather',
        executions,
        statements: script.gathered.statements,
        guarantee,
        reasons,
        upgraded: isUpgraded(guarantee, verified),
        verification: verified,
        minimized:
          minimized === null
            ? null
            : {
                status: minimized.status,
                executions: minimized.slice.executions,
                statements: minimized.gathered.statements,
                deleted: minimized.deleted,
                tried: minimized.tried,
              },
        file: command.out,
        script: command.out === null ? text : null,
      });
    } else if (command.out === null) printExactly(text);
    else {
      const kept = `${executions.length} of ${session.executions} executions`;
      progress(`${kept}, ${guaranteeText(guarantee, found)}; saved ${command.out}`);
    }
    if (minimized !== null) progress(minimizedText(minimized));
    if (verified !== null) progress(verificationText(verified));
    const told = namedReasons(graph, script.slice, played.nameOf).map(copy.original);
    for (const reason of reasonLines(told)) progress(reason);
    return verified === null || verified.status === 'verified' ? 0 : 1;
  });
}

const NOTHING: Findings = { verified: null, minimized: null };

/** Verifies the script, and shrinks it on request if the verification succeeded. */
async function runScript(place: ReplayCopy, script: Script, command: GatherCommand): Promise<Findings> {
  const { out: file, minimize } = command;
  const replay: ReplayScript = (...what) => replayScript(place, ...what);
  const whole = await replayTwice(replay, scriptParts(script.gathered, file), script.expected);
  const verified = whole.verification;
  if (minimize === null || verified.status !== 'verified') return { verified, minimized: null };
  const line = ticker();
  const tell = ({ tried, statements, of }: MinimizingProgress): void =>
    line.tell(`minimizing: script ${tried}, ${statements} of ${of} statements`);
  const options = { file, seconds: minimize.seconds ?? MINIMIZE_SECONDS, tell };
  const minimized = await minimizeScript(replay, script, whole, options);
  line.done();
  return { verified, minimized };
}

/** The requested execution or symbol. */
function findTarget(source: SourceSession, target: GatherTarget): ScriptTarget {
  if (target.type === 'symbol') return target;
  return { type: 'execution', exec: executionWanted(source, target) };
}
