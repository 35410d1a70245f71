/** Answers pages' questions about tables. The kernel looks at them between runs, without recording reads. */

import {
  count,
  flag,
  items,
  list,
  maybe,
  object,
  only,
  orNull,
  type Schema,
  tagged,
  text,
} from '../../../instrument/index.ts';
import type { CoreState } from '../../../slicer/index.ts';
import type { TracedKernel } from '../../session/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { Answer } from '../messages/messages.ts';
import type { ColumnSummary, TablePage, TableQuestion } from '../messages/table-messages.ts';

type Range = readonly [number, number];

const RANGE: Schema<Range> = items<Range>(count, count);

interface Problem {
  readonly type: 'problem';
  /** Such as a comparison with a text that is no number. */
  readonly problem: string;
}

const PROBLEM: Schema<Problem> = object<Problem>({ type: only('problem'), problem: text });

type Page = TablePage & { readonly type: 'page' };

const PAGE: Schema<Page> = object<Page>({
  type: only('page'),
  kind: text,
  shape: RANGE,
  allRows: count,
  indexNames: list(text),
  header: list(object<TablePage['header'][number]>({ label: text, dtype: text, numeric: flag })),
  index: list(list(text)),
  cells: list(list(orNull(text))),
  rows: RANGE,
  columns: RANGE,
  code: maybe(orNull(text)),
});

interface File {
  readonly type: 'file';
  readonly content: string;
}

const FILE: Schema<File> = object<File>({ type: only('file'), content: text });

const PAGE_ANSWER = tagged<Page | Problem, 'type'>('type', { page: PAGE, problem: PROBLEM });
const FILE_ANSWER = tagged<File | Problem, 'type'>('type', { file: FILE, problem: PROBLEM });

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
    const { rows, columns, sort, filters, search } = question;
    const wanted = { name, version, rows, columns, sort, filters, search };
    const page = given(name, await asked.questions.table('page', wanted, PAGE_ANSWER));
    return { to: 'table', version, page };
  }
  if (question.ask === 'table-file') {
    const { sort, filters, search, form } = question;
    const wanted = { name, version, sort, filters, search, form };
    const { content } = given(name, await asked.questions.table('file', wanted, FILE_ANSWER));
    return { to: 'table-file', content };
  }
  const summary = await asked.questions.table('column', { name, column: question.column }, SUMMARY);
  if (summary === null) throw new SluiceError(`${name} has no such column now`);
  return { to: 'table-column', version, summary };
}

/** @throws {SluiceError} without an answer, and with its problem */
function given<T extends { readonly type: string }>(
  name: string,
  answer: T | Problem | null,
): Exclude<T, Problem> {
  if (answer === null) throw new SluiceError(`${name} is no table now`);
  if (answer.type === 'problem') throw new SluiceError((answer as Problem).problem);
  return answer as Exclude<T, Problem>;
}
