/** Answers pages' questions about tables. The kernel looks at them between runs, without recording reads. */

import {
  count,
  flag,
  items,
  list,
  maybe,
  object,
  orNull,
  type Schema,
  text,
} from '../../../instrument/index.ts';
import type { CoreState } from '../../../slicer/index.ts';
import { SluiceError } from '../../errors.ts';
import type { TracedKernel } from '../../session/index.ts';
import type { Answer } from '../messages/messages.ts';
import type { ColumnSummary, TablePage, TableQuestion } from '../messages/table-messages.ts';

type Range = readonly [number, number];

const RANGE: Schema<Range> = items<Range>(count, count);

const PAGE: Schema<TablePage> = object<TablePage>({
  kind: text,
  shape: RANGE,
  indexNames: list(text),
  header: list(object<TablePage['header'][number]>({ label: text, dtype: text, numeric: flag })),
  index: list(list(text)),
  cells: list(list(orNull(text))),
  rows: RANGE,
  columns: RANGE,
  code: maybe(orNull(text)),
});

const SUMMARY: Schema<ColumnSummary> = object<ColumnSummary>({
  missing: count,
  distinct: orNull(count),
  facts: maybe(list(items<readonly [string, string]>(text, text))),
  histogram: maybe(orNull(list(count))),
  top: maybe(list(items<readonly [string, number]>(text, count))),
});

/** @throws {SluiceError} while a cell runs, and if the name stands for no table. */
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
    const page = await asked.table('page', { name, version, rows, columns, sort }, PAGE);
    if (page === null) throw new SluiceError(`${name} is no table now`);
    return { to: 'table', version, page };
  }
  const summary = await asked.table('column', { name, column: question.column }, SUMMARY);
  if (summary === null) throw new SluiceError(`${name} has no such column now`);
  return { to: 'table-column', version, summary };
}
