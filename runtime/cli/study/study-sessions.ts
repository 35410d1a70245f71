/** `sluice study sessions`: plays the sessions of a corpus, each in a workplace of its own, and stores the measures. */

import { dirname } from 'node:path';
import { ensurePrivatePython } from '../../python/index.ts';
import {
  type FoundSession,
  findSessions,
  measureSession,
  outsideOf,
  ResultsFile,
  type SessionResult,
  type Study,
  sessionStudy,
} from '../../research/index.ts';
import { readSource } from '../../sources/index.ts';
import { counted, messageOf, SluiceError } from '../../words/index.ts';
import type { CommonOptions } from '../options/common-options.ts';
import { checkOutputPath } from '../options/output-path.ts';
import { replayScript } from '../replay/replaying.ts';
import { saySource } from '../terminal/opening-note.ts';
import { printJson } from '../terminal/print.ts';
import { progress, ticker } from '../terminal/progress.ts';
import { withWorkplace } from '../workplace/workplace.ts';
import type { SessionsStudy } from './study-options.ts';

type Command = CommonOptions & SessionsStudy;

/** The study of the sessions. @throws {SluiceError} 2 when there are none. */
export async function studySessions(command: Command, facts: Study['facts']): Promise<Study> {
  const { sources, out, least, sample, executionMs, sessionMs, seed, jobs, json } = command;
  if (out !== null) checkOutputPath(out, null);
  const python = (): Promise<string> | string => command.python ?? ensurePrivatePython(progress);
  const found = await findSessions(sources, command, python, progress);
  if (found.length === 0) {
    throw new SluiceError('there is no *.sqlite and no *.jsonl in what was named; name a history');
  }
  const results: SessionResult[] = [];
  const settings = {
    least,
    ...(sample === null ? {} : { sample, seed }),
    timeout: executionMs / 1000,
    limit: sessionMs / 1000,
  };
  const known = new Set<string>();
  const file =
    out === null
      ? null
      : await ResultsFile.open<SessionResult>(out, 'session', settings, (result) => {
          results.push(result);
          known.add(nameOf(result));
        });
  if (known.size > 0) progress(`${counted(known.size, 'session')} in ${out} already`);
  const waiting = found.filter((session) => !known.has(nameOf(session)));
  const line = ticker();
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      line.tell(`${results.length + 1} of ${found.length} sessions`);
      const result = await resultOf(command, next, python);
      file?.append(result);
      results.push(result);
      if (json) printJson(result);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  line.done();
  file?.close();
  const options = Object.entries({ ...settings, jobs, seed }).map(([name, value]) => `--${name} ${value}`);
  return sessionStudy(results, seed, [
    ['command', `sluice study sessions ${sources.join(' ')} ${options.join(' ')}`],
    ...facts,
  ]);
}

function nameOf({ file, session }: Pick<FoundSession, 'file' | 'session'>): string {
  return `${file} ${session}`;
}

/** Never fails because of the session. */
async function resultOf(
  command: Command,
  { file, session, executions, problem }: FoundSession,
  python: () => Promise<string> | string,
): Promise<SessionResult> {
  const about = { type: 'session', file, session, executions } as const;
  const leftOut = { ...about, status: 'left-out', measures: null } as const;
  if (problem !== null) return { ...leftOut, ...problem, errors: 0 };
  try {
    const source = saySource(await readSource(file, { python, ...(session === null ? {} : { session }) }));
    if (source.type !== 'session') throw new SluiceError('it is no session');
    const outside = outsideOf(source.events);
    if (outside !== null) return { ...leftOut, errors: 0, cause: 'outside', why: outside };
    const measured = await withWorkplace(command, dirname(file), (workplace) =>
      measureSession(
        {
          copy: (events, options) => workplace.copy(events, options),
          removeCopy: (copy) => workplace.removeCopy(copy),
          kernel: (copy, mode) => workplace.kernel(copy, mode),
          closeKernel: (kernel) => workplace.closeKernel(kernel),
          replayIn:
            (copy) =>
            (...script) =>
              replayScript({ workplace, copy }, ...script),
        },
        source.events,
        command,
      ),
    );
    if (measured.type === 'measured') {
      const { errors, measures } = measured;
      return { ...about, status: 'measured', cause: null, why: null, errors, measures };
    }
    const { errors, cause, why } = measured;
    return { ...leftOut, errors, cause, why };
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return { ...leftOut, errors: 0, cause: 'kernel-died', why: messageOf(error) };
  }
}
