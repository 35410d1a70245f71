/** The tools that explain a notebook: `why`, `slice`, `gather`, `check`, `graph`. They change nothing. */

import type { AgentCell, Answer } from '../live/index.ts';
import { SluiceError } from '../words/index.ts';
import { conflictResult, isConflict } from './conflict.ts';
import { cut, pagesOf, USUAL_BYTES, withItems } from './fitting.ts';
import type { AgentNotebooks } from './open-notebooks.ts';
import { CELL, FROM, flag, REVISION, type ToolResult, tool, whole, words } from './tool.ts';
import { DATA_NOTE, stateOf, whyOf } from './words.ts';

const LINE = 200;
/** A script is run twice in new kernels. */
const VERIFY_MS = 600_000;
/** The reasons of a cell name at most so many other cells. */
const MOST_NEEDS = 12;

/** The cells at a revision, and the named one; or the result for an old revision. */
async function standing(
  notebooks: AgentNotebooks,
  path: string,
  revision: string | undefined,
  name: string | undefined,
  limit: number,
): Promise<
  | { readonly conflict: ToolResult }
  | {
      readonly conflict: null;
      readonly revision: string;
      readonly cells: readonly AgentCell[];
      readonly id: string;
    }
> {
  const request = { do: 'look', ...(revision === undefined ? {} : { revision }) } as const;
  const found = await notebooks.request(path, request, 'look');
  if (isConflict(found)) return { conflict: conflictResult(found, limit) };
  if (name === undefined) return { conflict: null, revision: found.revision, cells: found.cells, id: '' };
  const read = await notebooks.request(path, { do: 'read', cell: name }, 'read');
  if (isConflict(read)) return { conflict: conflictResult(read, limit) };
  return { conflict: null, revision: found.revision, cells: found.cells, id: read.cell.id };
}

interface WhyArguments {
  readonly revision?: string;
  readonly cell?: string;
  readonly from?: string;
  readonly to?: string;
}

export const WHY = tool<WhyArguments>({
  name: 'why',
  description:
    'Why a cell has its state and which lines it depends on (cell); or by which lines one cell depends on another (from, to).',
  properties: {
    revision: REVISION,
    cell: CELL,
    from: { ...CELL, description: 'the cell that is needed: id or position' },
    to: { ...CELL, description: 'the cell that needs it: id or position' },
  },
  required: [],
  reads: true,
  async run({ path, revision, cell, from, to, limit = USUAL_BYTES }, notebooks) {
    const of = to ?? cell;
    if (of === undefined || (to === undefined) !== (from === undefined))
      throw new SluiceError('why takes a cell, or both from and to');
    const found = await standing(notebooks, path, revision, of, limit);
    if (found.conflict) return found.conflict;
    const { cells, id } = found;
    if (from !== undefined) {
      const other = await standing(notebooks, path, undefined, from, limit);
      if (other.conflict) return other.conflict;
      const reasons = await chain(notebooks, path, cells, id, other.id);
      const head = { revision: found.revision, from: other.id, to: id, data: DATA_NOTE };
      const items =
        reasons.length > 0 ? reasons : [{ reason: 'no observed dependence leads from one to the other' }];
      return { result: withItems(head, 'reasons', items, { limit }) };
    }
    const own = cells.find((each) => each.id === id)!;
    const flows = await notebooks.request(path, { do: 'flows' }, 'flows');
    if (isConflict(flows)) return conflictResult(flows, limit);
    const needed = [...new Set(flows.flows.filter((flow) => flow.to === id).map((flow) => flow.from))];
    const reasons: object[] = [];
    for (const each of needed.slice(0, MOST_NEEDS)) {
      const seen = await chain(notebooks, path, cells, id, each).catch(() => []);
      const stated = flows.flows.filter((flow) => flow.to === id && flow.from === each);
      // without a run, the texts tell the reason
      reasons.push(
        ...(seen.length > 0 ? seen.slice(0, 1) : stated.map(({ why }) => ({ reason: cut(why, LINE) }))),
      );
    }
    const head = {
      revision: found.revision,
      cell: id,
      state: stateOf(own),
      why: whyOf(own),
      data: DATA_NOTE,
    };
    return { result: withItems(head, 'reasons', reasons, { limit }) };
  },
});

/** The dependences from a cell back to another, as sentences with lines. */
async function chain(
  notebooks: AgentNotebooks,
  path: string,
  cells: readonly AgentCell[],
  of: string,
  needed: string,
): Promise<readonly { readonly reason: string }[]> {
  const answer = await notebooks.ask(path, { ask: 'why', of: { type: 'cell', cell: of }, needed });
  const { links } = answer as Extract<Answer, { to: 'why' }>;
  const index = new Map(cells.map((cell) => [cell.id, cell.index]));
  const place = ({ cell, line, text }: (typeof links)[number]['writer']): string =>
    `cell ${index.get(cell) ?? cell} line ${line} (${cut(text, 80)})`;
  return links.map(({ user, writer, symbol }) => {
    const reader = user === null ? `cell ${index.get(of)}` : place(user);
    return { reason: `${reader} uses ${symbol}, written by ${place(writer)}` };
  });
}

interface SliceArguments {
  readonly revision?: string;
  readonly cell: string;
  readonly direction?: 'backward' | 'forward';
  readonly level?: 'cell' | 'statement';
  readonly from?: number;
}

export const SLICE = tool<SliceArguments>({
  name: 'slice',
  description:
    'The lines of code that made the result of a cell (backward), or that its result made (forward).',
  properties: {
    revision: REVISION,
    cell: CELL,
    direction: words(['backward', 'forward'], 'backward (default) or forward'),
    level: words(['statement', 'cell'], 'statements (default) or whole cells'),
    from: FROM,
  },
  required: ['cell'],
  reads: true,
  async run(given, notebooks) {
    const { path, revision, cell, direction = 'backward', level = 'statement', from = 0 } = given;
    const { limit = USUAL_BYTES } = given;
    const found = await standing(notebooks, path, revision, cell, limit);
    if (found.conflict) return found.conflict;
    const of = { type: 'cell', cell: found.id } as const;
    const answer = await notebooks.ask(path, { ask: 'slice', of, direction, level });
    const { cells, lines, guarantee, reasons } = answer as Extract<Answer, { to: 'slice' }>;
    const known = new Map(found.cells.map((each) => [each.id, each]));
    const items = cells.flatMap((id) => {
      const { index = null, source = '' } = known.get(id) ?? {};
      const texts = source.split('\n');
      const whole: readonly (readonly [number, number])[] = [[1, texts.length]];
      const ranges = (level === 'cell' ? undefined : lines[id]) ?? whole;
      const numbers = new Set(ranges.flatMap(([a, b]) => Array.from({ length: b - a + 1 }, (_, i) => a + i)));
      return [...numbers]
        .sort((a, b) => a - b)
        .map((line) => ({ cell: id, index, line, text: cut(texts[line - 1] ?? '', LINE) }));
    });
    const head = { revision: found.revision, guarantee, reasons: reasons.slice(0, 5), data: DATA_NOTE };
    return { result: withItems(head, 'lines', items, { limit, from }) };
  },
});

interface GatherArguments {
  readonly revision?: string;
  readonly cell: string;
  readonly verify?: boolean;
  readonly page?: number;
}

export const GATHER = tool<GatherArguments>({
  name: 'gather',
  description:
    'The smallest script that makes the result of a cell again; with verify it runs in a new kernel, and its outputs and values are compared.',
  properties: {
    revision: REVISION,
    cell: CELL,
    verify: flag('run the script in a new kernel and compare'),
    page: whole('the page of a long script, from 1 (0: also the first)'),
  },
  required: ['cell'],
  reads: true,
  async run({ path, revision, cell, verify = false, page = 1, limit = USUAL_BYTES }, notebooks) {
    const found = await standing(notebooks, path, revision, cell, limit);
    if (found.conflict) return found.conflict;
    const of = { type: 'cell', cell: found.id } as const;
    const run = verify ? 'verify' : 'not';
    const question = { ask: 'gather', of, level: 'statement', run } as const;
    const answer = await notebooks.ask(path, question, verify ? VERIFY_MS : undefined);
    const { script, cells, of: all, verification } = answer as Extract<Answer, { to: 'gather' }>;
    const pages = pagesOf([{ kind: 'script', text: script }], Math.max(200, limit - 700));
    const checked =
      verification === null
        ? {}
        : { verification: verification.status, detail: cut(verification.detail, 300) };
    const result = {
      revision: found.revision,
      cell: found.id,
      runs: cells,
      of: all,
      ...checked,
      data: DATA_NOTE,
      script: pages[Math.max(0, page - 1)]?.[0]?.text ?? '',
      ...(pages.length > 1 ? { page: Math.max(1, page), pages: pages.length } : {}),
    };
    return { result };
  },
});

export const CHECK = tool<{ readonly revision?: string; readonly from?: number }>({
  name: 'check',
  description:
    'Findings of static checks: names that are not defined, leaks of test data, hidden state, and more.',
  properties: { revision: REVISION, from: FROM },
  required: [],
  reads: true,
  async run({ path, revision, from = 0, limit = USUAL_BYTES }, notebooks) {
    const found = await standing(notebooks, path, revision, undefined, limit);
    if (found.conflict) return found.conflict;
    const answer = await notebooks.ask(path, { ask: 'problems', phase: 'share' });
    const { problems, failure } = answer as Extract<Answer, { to: 'problems' }>;
    const index = new Map(found.cells.map((cell) => [cell.id, cell.index]));
    const items = problems.map(({ code, severity, cell, line, message }) => {
      const place = cell === null ? {} : { cell, index: index.get(cell) ?? null, line };
      return { code, severity, ...place, message: cut(message, 300) };
    });
    const head = { revision: found.revision, ...(failure === null ? {} : { failure }), data: DATA_NOTE };
    return { result: withItems(head, 'findings', items, { limit, from }) };
  },
});

export const GRAPH = tool<{ readonly revision?: string; readonly from?: number }>({
  name: 'graph',
  description:
    'The values and functions that go from cell to cell, from the texts, library knowledge and observed runs.',
  properties: { revision: REVISION, from: FROM },
  required: [],
  reads: true,
  async run({ path, revision, from = 0, limit = USUAL_BYTES }, notebooks) {
    const request = { do: 'flows', ...(revision === undefined ? {} : { revision }) } as const;
    const found = await notebooks.request(path, request, 'flows');
    if (isConflict(found)) return conflictResult(found, limit);
    const flows = found.flows.map(({ from: a, to, name, kind, certain }) => ({
      from: a,
      to,
      name,
      kind,
      certain,
    }));
    const head = { revision: found.revision, data: DATA_NOTE };
    return { result: withItems(head, 'flows', flows, { limit, from }) };
  },
});
