/** `sluice slice`: the backward or forward slice of one execution, or of the last one of a cell. */

import { type DependenceGraph, dependenceChain, type Slice, sliceExecution } from '../../../slicer/index.ts';
import { chainFacts, chainText, sliceText } from '../../session/index.ts';
import { cellNames, toPlay } from '../../sources/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { Command } from '../arguments.ts';
import { checkExecution, executionWanted } from '../options/cell-execution.ts';
import { readOneSession } from '../sources/command-source.ts';
import { playEvents } from '../sources/opened-session.ts';
import { print, printJson } from '../terminal/print.ts';
import { ticker } from '../terminal/progress.ts';
import { withWorkplace } from '../workplace/workplace.ts';

/** Runs the command; returns the exit code. */
export async function slice(command: Extract<Command, { type: 'slice' }>): Promise<number> {
  const source = toPlay(await readOneSession(command));
  const exec = executionWanted(source, command.of);
  if (command.why !== null) checkExecution(source, command.why);
  if (command.why === exec) throw new SluiceError('--why takes another execution than that of the slice');
  return withWorkplace(command, command.source, async (workplace) => {
    const copy = await workplace.copy(source.events);
    const kernel = await workplace.kernel(copy);
    const line = ticker();
    // effects of an execution show only in later executions
    const last = command.direction === 'backward' ? { last: exec } : {};
    const session = await playEvents(kernel, source, last, (_, number) =>
      line.tell(`event ${number} of ${source.events.length}`),
    );
    line.done();
    if (command.why !== null) {
      const ends = [exec, command.why] as const;
      const [user, writer] = command.direction === 'backward' ? ends : [ends[1], ends[0]];
      const chain = dependenceChain(session.graph, user, writer);
      const said = (text: string) => copy.original(text);
      if (command.json) {
        const facts = { type: 'why', exec, why: command.why };
        printJson({ ...facts, chain: chainFacts(session.graph, chain, said) });
      } else print(said(chainText(session.graph, chain, user, writer)));
      return chain === null ? 1 : 0;
    }
    const found = sliceExecution(session.graph, exec, command.direction, command.level);
    if (command.json) printJson(sliceFacts(session.graph, found));
    else print(sliceText(session.graph, found, cellNames(source)));
    return 0;
  });
}

function sliceFacts(graph: DependenceGraph, found: Slice): object {
  const statements = found.statements.map((key) => {
    const { exec, ordinal, record } = graph.graph.getNodeAttributes(key);
    return { exec, ordinal, line: record.line, end_line: record.endLine };
  });
  const cells = found.executions.map((exec) => graph.execution(exec)?.cell);
  return { type: 'slice', ...found, cells, statements };
}
