/**
 * The schema of pages' messages about a notebook, checked on arrival, so that the code behind can trust the
 * types of `messages.ts`. It does not check whether a named cell exists.
 */

import {
  type Checked,
  check,
  checkJson,
  count,
  flag,
  items,
  json,
  jsonObject,
  list,
  matching,
  maybe,
  object,
  only,
  orNull,
  type Schema,
  such,
  tagged,
  text,
  word,
} from '../../../instrument/index.ts';
import { DIAGRAM_VIEWS } from '../../../slicer/index.ts';
import type { JsonObject, JsonValue } from '../../kernel/index.ts';
import type { AgentQuestion } from './agent-messages.ts';
import { AGENT_REQUEST } from './agent-schema.ts';
import type { OtherVersion } from './difference-messages.ts';
import type { FromPage, Operation, Question, TextEdit, WhatIfChange } from './messages.ts';
import type { ProblemKey } from './problem-messages.ts';
import type { Criterion } from './slice-messages.ts';
import type { TableFilter } from './table-messages.ts';
import type { UndoOperation } from './undo-messages.ts';
import type { VariantQuestion } from './variant-messages.ts';

type Op<K extends Operation['op']> = Extract<Operation, { readonly op: K }>;
type UndoOp<K extends UndoOperation['op']> = UndoOperation & { readonly op: K };
type Ask<K extends Question['ask']> = Extract<Question, { readonly ask: K }>;

const CELLS = list(text);
const CELL_TYPE = word('code', 'markdown', 'raw');
const LEVEL = word('cell', 'statement');
const DIRECTION = word('backward', 'forward');

const EDIT: Schema<TextEdit> = object<TextEdit>({ client: text, changes: json<JsonValue>() });

const OPERATION: Schema<Operation> = tagged<Operation, 'op'>('op', {
  edit: object<Op<'edit'>>({ op: only('edit'), cell: text, version: count, edits: list(EDIT) }),
  insert: object<Op<'insert'>>({
    op: only('insert'),
    cell: text,
    type: CELL_TYPE,
    source: text,
    before: orNull(text),
    copyOf: maybe(text),
    outputsOf: maybe(count),
  }),
  delete: object<Op<'delete'>>({ op: only('delete'), cells: CELLS }),
  order: object<Op<'order'>>({ op: only('order'), cells: CELLS }),
  type: object<Op<'type'>>({ op: only('type'), cell: text, type: CELL_TYPE }),
  metadata: object<Op<'metadata'>>({
    op: only('metadata'),
    cell: text,
    metadata: jsonObject<JsonObject>(),
  }),
  attach: object<Op<'attach'>>({
    op: only('attach'),
    cell: text,
    name: text,
    type: text,
    base64: matching(/^[A-Za-z0-9+/=\s]*$/, 'it is not base64'),
  }),
  run: object<Op<'run'>>({
    op: only('run'),
    cells: CELLS,
    force: maybe(flag),
    alone: maybe(flag),
    whole: maybe(flag),
  }),
  'run-all': object<Op<'run-all'>>({ op: only('run-all') }),
  resume: object<Op<'resume'>>({ op: only('resume') }),
  'run-stale': object<Op<'run-stale'>>({ op: only('run-stale') }),
  console: object<Op<'console'>>({ op: only('console'), source: text }),
  interrupt: object<Op<'interrupt'>>({ op: only('interrupt') }),
  restart: object<Op<'restart'>>({ op: only('restart'), run: maybe(flag), upTo: maybe(text) }),
  mode: object<Op<'mode'>>({ op: only('mode'), mode: word('reactive', 'lazy') }),
  'order-mode': object<Op<'order-mode'>>({
    op: only('order-mode'),
    mode: word('in-order', 'any-order'),
  }),
  freeze: object<Op<'freeze'>>({ op: only('freeze'), cell: text, on: flag }),
  expensive: object<Op<'expensive'>>({ op: only('expensive'), cell: text, on: flag }),
  trust: object<Op<'trust'>>({ op: only('trust') }),
  'clear-outputs': object<Op<'clear-outputs'>>({ op: only('clear-outputs'), cells: CELLS }),
  input: object<Op<'input'>>({ op: only('input'), cell: text, value: text }),
  save: object<Op<'save'>>({ op: only('save'), overwrite: maybe(flag) }),
  'saves-itself': object<Op<'saves-itself'>>({ op: only('saves-itself') }),
  reload: object<Op<'reload'>>({ op: only('reload') }),
  cancel: object<Op<'cancel'>>({ op: only('cancel'), question: count }),
  kernel: object<Op<'kernel'>>({ op: only('kernel'), choice: text }),
  'undo-run': object<UndoOp<'undo-run'>>({ op: only('undo-run'), exec: count }),
  'redo-run': object<UndoOp<'redo-run'>>({ op: only('redo-run'), exec: count }),
  'variant-start': object<Op<'variant-start'>>({ op: only('variant-start'), cell: orNull(text) }),
  'variant-show': object<Op<'variant-show'>>({ op: only('variant-show'), variant: count }),
  'variant-keep': object<Op<'variant-keep'>>({ op: only('variant-keep'), variant: count }),
  'variant-drop': object<Op<'variant-drop'>>({ op: only('variant-drop'), variant: count }),
  'answer-flow': object<Op<'answer-flow'>>({
    op: only('answer-flow'),
    cell: text,
    name: text,
    asks: word('reads', 'changes'),
    answer: orNull(flag),
  }),
  parameter: object<Op<'parameter'>>({ op: only('parameter'), name: text, value: json<JsonValue>() }),
  replay: object<Op<'replay'>>({ op: only('replay'), until: count }),
  'replay-reset': object<Op<'replay-reset'>>({ op: only('replay-reset') }),
});

const CRITERION: Schema<Criterion> = tagged<Criterion, 'type'>('type', {
  cell: object<Extract<Criterion, { type: 'cell' }>>({ type: only('cell'), cell: text }),
  execution: object<Extract<Criterion, { type: 'execution' }>>({ type: only('execution'), exec: count }),
  symbol: object<Extract<Criterion, { type: 'symbol' }>>({ type: only('symbol'), symbol: text }),
});

/** Longer parts need several questions. */
const LONGEST_PART = 10_000;
const TABLE_ROWS = {
  sort: orNull(
    object<{ readonly column: number; readonly descending: boolean }>({ column: count, descending: flag }),
  ),
  filters: list(
    object<TableFilter>({
      column: count,
      test: word('contains', '==', '!=', '<', '<=', '>', '>=', 'missing', 'present'),
      value: text,
    }),
  ),
  search: text,
};

const PART: Schema<readonly [number, number]> = such(
  items<readonly [number, number]>(count, count),
  ([from, to]) => to - from <= LONGEST_PART,
  `it is longer than ${LONGEST_PART}`,
);

const WHAT_IF: Schema<WhatIfChange> = tagged<WhatIfChange, 'type'>('type', {
  run: object<{ readonly type: 'run'; readonly cell: string }>({ type: only('run'), cell: text }),
  delete: object<{ readonly type: 'delete'; readonly cell: string }>({ type: only('delete'), cell: text }),
  rename: object<Extract<WhatIfChange, { type: 'rename' }>>({
    type: only('rename'),
    cell: text,
    name: text,
    to: text,
  }),
});

const OTHER_VERSION: Schema<OtherVersion> = tagged<OtherVersion, 'type'>('type', {
  head: object<{ readonly type: 'head' }>({ type: only('head') }),
  file: object<{ readonly type: 'file'; readonly path: string }>({ type: only('file'), path: text }),
});

const CODE_PLACE = { cell: orNull(text), code: text, cursor: count };
const PHASE = word('explore', 'share');
const PROBLEM_KEY = object<ProblemKey>({ code: text, cell: orNull(text), message: text });

const QUESTION: Schema<Question> = tagged<Question, 'ask'>('ask', {
  agent: object<AgentQuestion>({ ask: only('agent'), id: count, request: AGENT_REQUEST }),
  complete: object<Ask<'complete'>>({ ask: only('complete'), id: count, ...CODE_PLACE, typed: flag }),
  signature: object<Ask<'signature'>>({ ask: only('signature'), id: count, ...CODE_PLACE }),
  describe: object<Ask<'describe'>>({ ask: only('describe'), id: count, ...CODE_PLACE }),
  definition: object<Ask<'definition'>>({ ask: only('definition'), id: count, ...CODE_PLACE }),
  uses: object<Ask<'uses'>>({ ask: only('uses'), id: count, ...CODE_PLACE }),
  inspect: object<Ask<'inspect'>>({ ask: only('inspect'), id: count, code: text, cursor: count }),
  format: object<Ask<'format'>>({
    ask: only('format'),
    id: count,
    code: text,
    tool: maybe(word('black', 'ruff')),
  }),
  preview: object<Ask<'preview'>>({ ask: only('preview'), id: count, cells: CELLS }),
  slice: object<Ask<'slice'>>({
    ask: only('slice'),
    id: count,
    of: CRITERION,
    direction: DIRECTION,
    level: LEVEL,
  }),
  gather: object<Ask<'gather'>>({
    ask: only('gather'),
    id: count,
    of: CRITERION,
    level: LEVEL,
    run: word('not', 'verify', 'minimize'),
  }),
  difference: object<Ask<'difference'>>({ ask: only('difference'), id: count, from: OTHER_VERSION }),
  export: object<Ask<'export'>>({
    ask: only('export'),
    id: count,
    form: word('html', 'explained', 'py', 'percent', 'md', 'ipynb'),
  }),
  problems: object<Ask<'problems'>>({ ask: only('problems'), id: count, phase: PHASE, soon: maybe(flag) }),
  mend: object<Ask<'mend'>>({
    ask: only('mend'),
    id: count,
    phase: PHASE,
    problem: PROBLEM_KEY,
  }),
  reproduce: object<Ask<'reproduce'>>({ ask: only('reproduce'), id: count, network: flag }),
  prove: object<Ask<'prove'>>({ ask: only('prove'), id: count, phase: PHASE, problem: PROBLEM_KEY }),
  sweep: object<Ask<'sweep'>>({
    ask: only('sweep'),
    id: count,
    parameters: list(object({ name: text, values: text })),
    collect: list(text),
  }),
  parameters: object<Ask<'parameters'>>({ ask: only('parameters'), id: count }),
  output: object<Ask<'output'>>({ ask: only('output'), id: count, cell: text, index: count }),
  graph: object<Ask<'graph'>>({
    ask: only('graph'),
    id: count,
    view: maybe(word(...DIAGRAM_VIEWS)),
    name: maybe(text),
    transitive: maybe(flag),
    svg: maybe(flag),
  }),
  why: object<Ask<'why'>>({ ask: only('why'), id: count, of: CRITERION, needed: text }),
  'install-plan': object<Ask<'install-plan'>>({ ask: only('install-plan'), id: count, module: text }),
  install: object<Ask<'install'>>({ ask: only('install'), id: count, module: text, declares: flag }),
  kernels: object<Ask<'kernels'>>({ ask: only('kernels'), id: count }),
  variables: object<Ask<'variables'>>({ ask: only('variables'), id: count }),
  'what-if': object<Ask<'what-if'>>({ ask: only('what-if'), id: count, change: WHAT_IF }),
  history: object<Ask<'history'>>({ ask: only('history'), id: count, after: count }),
  'past-run': object<Ask<'past-run'>>({ ask: only('past-run'), id: count, exec: count }),
  'undo-plan': object<Ask<'undo-plan'>>({
    ask: only('undo-plan'),
    id: count,
    cell: maybe(text),
    exec: maybe(count),
  }),
  variants: object<VariantQuestion>({ ask: only('variants'), id: count }),
  'past-slice': object<Ask<'past-slice'>>({
    ask: only('past-slice'),
    id: count,
    exec: count,
    direction: DIRECTION,
    level: LEVEL,
  }),
  step: object<Ask<'step'>>({ ask: only('step'), id: count, step: count }),
  table: object<Ask<'table'>>({
    ask: only('table'),
    id: count,
    name: text,
    rows: PART,
    columns: PART,
    ...TABLE_ROWS,
  }),
  'table-file': object<Ask<'table-file'>>({
    ask: only('table-file'),
    id: count,
    name: text,
    form: word('csv', 'parquet'),
    ...TABLE_ROWS,
  }),
  'table-column': object<Ask<'table-column'>>({
    ask: only('table-column'),
    id: count,
    name: text,
    column: count,
  }),
  widgets: object<Ask<'widgets'>>({ ask: only('widgets'), id: count, of: orNull(text) }),
  'widget-code': object<Ask<'widget-code'>>({ ask: only('widget-code'), id: count, module: text }),
  widget: object<Ask<'widget'>>({
    ask: only('widget'),
    id: count,
    widget: text,
    cell: text,
    data: jsonObject<JsonObject>(),
    buffers: list(text),
    message: text,
  }),
});

/** The message of a page, from its text. */
export function readFromPage(message: string): Checked<FromPage> {
  const found = checkJson(json<object>(), message);
  if (found.type === 'malformed') return found;
  const said: unknown = found.value;
  const isQuestion = typeof said === 'object' && said !== null && 'ask' in said;
  return isQuestion ? check(QUESTION, said) : check(OPERATION, said);
}
