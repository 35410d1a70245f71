/** Answers to pages' questions about tables. The kernel looks at them between runs; nothing is recorded of that. */

import { SluiceError } from '../errors.ts';
import type { TracedKernel } from '../session/index.ts';
import type { CoreState } from './core-state.ts';
import type { Answer } from './messages.ts';
import type { ColumnSummary, TablePage, TableQuestion } from './table-messages.ts';

/** @throws {SluiceError} while a cell runs, and when the name stands for no table. */
export async function tableAnswer(
  core: CoreState,
  kernel: () => Promise<TracedKernel>,
  question: TableQuestion,
): Promise<Answer> {
  if (core.running !== null)
    throw new SluiceError('a cell is running; the table can be read when it has ended');
  const version = core.exec;
  const { name } = question;
  const asked = await kernel();
  if (question.ask === 'table') {
    const { rows, columns, sort } = question;
    const page = await asked.table('page', { name, version, rows, columns, sort });
    if (page === null) throw new SluiceError(`${name} is no table now`);
    return { to: 'table', version, page: page as TablePage };
  }
  const summary = await asked.table('column', { name, column: question.column });
  if (summary === null) throw new SluiceError(`${name} has no such column now`);
  return { to: 'table-column', version, summary: summary as ColumnSummary };
}
