/** The tools that look at cells and change their texts: `open`, `cells`, `read`, `edit`. They run nothing. */

import type { AgentEdit } from '../live/index.ts';
import { conflictResult, isConflict } from './conflict.ts';
import { pagesOf, USUAL_BYTES, withItems } from './fitting.ts';
import { CELL, flag, REVISION, tool, whole, words } from './tool.ts';
import {
  cellLine,
  countsOf,
  DATA_NOTE,
  kernelOf,
  outputPieces,
  picturesOf,
  stateOf,
  whyOf,
} from './words.ts';

export const OPEN = tool({
  name: 'open',
  description:
    'Open a notebook, with its kernel: its revision, the kernel, and the number of cells in each state.',
  properties: {},
  required: [],
  reads: true,
  async run({ path }, notebooks) {
    const found = await notebooks.request(path, { do: 'look' }, 'look');
    if (isConflict(found)) return conflictResult(found);
    const { revision, mode, runs, cells } = found;
    const states = countsOf(cells);
    return { result: { revision, kernel: kernelOf(found), mode, cells: cells.length, states, runs } };
  },
});

export const CELLS = tool<{ readonly revision?: string; readonly range?: readonly [number, number] }>({
  name: 'cells',
  description: 'List cells: id, index among code cells, first line, state and the reason for the state.',
  properties: {
    revision: REVISION,
    range: {
      type: 'array',
      items: { type: 'integer', minimum: 1 },
      minItems: 2,
      maxItems: 2,
      description: 'the first and the last position among all cells, from 1',
    },
  },
  required: [],
  reads: true,
  async run({ path, revision, range, limit = USUAL_BYTES }, notebooks) {
    const request = { do: 'look', ...(revision === undefined ? {} : { revision }) } as const;
    const found = await notebooks.request(path, request, 'look');
    if (isConflict(found)) return conflictResult(found, limit);
    const [first, last] = range ?? [1, found.cells.length];
    const lines = found.cells.map((cell, at) => ({ position: at + 1, ...cellLine(cell) }));
    const head = { revision: found.revision, of: lines.length, data: DATA_NOTE };
    const { left, next, ...rest } = withItems(head, 'cells', lines.slice(first - 1, last), { limit }) as {
      readonly left?: number;
      readonly next?: number;
    };
    const more = next === undefined ? {} : { left, next: { range: [first + next, last] } };
    return { result: { ...rest, ...more } };
  },
});

type ReadArguments = {
  readonly revision?: string;
  readonly cell: string;
  readonly part?: 'source' | 'outputs' | 'both';
  readonly page?: number;
  readonly images?: boolean;
};

/** Room for the members beside the texts. */
const HEAD_BYTES = 700;

export const READ = tool<ReadArguments>({
  name: 'read',
  description:
    'Read the text of a cell and its outputs, page by page. Pictures are given by size, or as images.',
  properties: {
    revision: REVISION,
    cell: CELL,
    part: words(['both', 'source', 'outputs'], 'both (default), or one of them'),
    page: whole('the page of a long text, from 1 (0: also the first)'),
    images: flag('give pictures of the outputs as images'),
  },
  required: ['cell'],
  reads: true,
  async run({ path, revision, cell, part = 'both', page = 1, images, limit = USUAL_BYTES }, notebooks) {
    const request = { do: 'read', cell, ...(revision === undefined ? {} : { revision }) } as const;
    const found = await notebooks.request(path, request, 'read');
    if (isConflict(found)) return conflictResult(found, limit);
    const { id, index, type, source } = found.cell;
    const pieces = [
      ...(part === 'outputs' ? [] : [{ kind: 'source', text: source }]),
      ...(part === 'source' ? [] : found.outputs.flatMap(outputPieces)),
    ];
    const pages = pagesOf(pieces, Math.max(200, limit - HEAD_BYTES));
    const shown = pages[Math.max(0, page - 1)] ?? [];
    const why = whyOf(found.cell);
    const result = {
      revision: found.revision,
      cell: id,
      index,
      type,
      ...(type === 'code' ? { state: stateOf(found.cell), ...(why === '' ? {} : { why }) } : {}),
      data: DATA_NOTE,
      ...sourceIn(shown),
      ...(part === 'source' ? {} : { outputs: shown.filter(({ kind }) => kind !== 'source') }),
      ...(pages.length > 1 ? { page: Math.max(1, page), pages: pages.length } : {}),
    };
    return { result, ...(images === true ? { pictures: picturesOf(found.outputs) } : {}) };
  },
});

function sourceIn(pieces: readonly { readonly kind: string; readonly text: string }[]): object {
  const source = pieces.find(({ kind }) => kind === 'source');
  return source === undefined ? {} : { source: source.text };
}

const AFTER = {
  type: ['string', 'null'],
  description: 'the cell above the place; null: the top; absent: the end',
};

/** A rule of a schema: these kinds of edits need a member. */
function needs(kinds: readonly string[], member: string): object {
  return { anyOf: [{ not: { properties: { op: { enum: kinds } } } }, { required: [member] }] };
}

/** The members that the kind of edit has; agents give more. */
function exactly(edit: AgentEdit): AgentEdit {
  switch (edit.op) {
    case 'replace':
      return { op: 'replace', cell: edit.cell, source: edit.source };
    case 'delete':
      return { op: 'delete', cell: edit.cell };
    case 'insert': {
      const { source, type, after } = edit;
      return { op: 'insert', source, ...(type ? { type } : {}), ...(after === undefined ? {} : { after }) };
    }
    case 'move':
      return { op: 'move', cell: edit.cell, ...(edit.after === undefined ? {} : { after: edit.after }) };
  }
}

export const EDIT = tool<{ readonly revision: string; readonly edits: readonly AgentEdit[] }>({
  name: 'edit',
  description:
    'Change cells: replace, insert, delete or move, all or none. Nothing runs; the result has the states afterwards.',
  properties: {
    revision: REVISION,
    edits: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: {
        type: 'object',
        properties: {
          op: words(['replace', 'insert', 'delete', 'move'], 'the kind of edit'),
          cell: CELL,
          after: AFTER,
          source: { type: 'string', description: 'the new text, for replace and insert' },
          type: words(['code', 'markdown', 'raw'], 'of an inserted cell (code)'),
        },
        required: ['op'],
        additionalProperties: false,
        allOf: [needs(['replace', 'insert'], 'source'), needs(['replace', 'delete', 'move'], 'cell')],
      },
    },
  },
  required: ['revision', 'edits'],
  reads: false,
  async run({ path, revision, edits, limit = USUAL_BYTES }, notebooks) {
    const found = await notebooks.request(
      path,
      { do: 'edit', revision, edits: edits.map(exactly) },
      'edited',
    );
    if (isConflict(found)) return conflictResult(found, limit);
    const after = await notebooks.request(path, { do: 'look' }, 'look');
    if (isConflict(after)) return conflictResult(after, limit);
    const quiet = new Set(['up-to-date', 'not-run']);
    const changed = after.cells.filter((cell) => cell.type === 'code' && !quiet.has(stateOf(cell)));
    const cells = changed.map(({ id: cell, index, ...rest }) => {
      return { cell, index, state: stateOf(rest), why: whyOf(rest) };
    });
    const states = countsOf(after.cells);
    const head = { revision: found.revision, inserted: found.inserted, states, data: DATA_NOTE };
    return { result: withItems(head, 'cells', cells, { limit }) };
  },
});
