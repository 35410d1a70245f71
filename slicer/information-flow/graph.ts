/**
 * The information flow graph of a notebook in page order, between bounds (CRABS, Li et al., COLM 2025): which cell's value of a name
 * reaches which cell. Flows are drawn from facts, without code.
 */
import {
  ANSWERERS,
  type AnsweredBy,
  type CellFacts,
  type Contradiction,
  type FlowKind,
  type NameFact,
  type Question,
  type Unread,
} from './cell-facts.ts';

/** `lower`: certain flows; `upper`: all possible flows; `resolved`: likely flows. */
export const BOUNDS = ['resolved', 'lower', 'upper'] as const;
export type Bound = (typeof BOUNDS)[number];

/** A value of a name goes from one cell to another. */
export interface Flow {
  readonly from: string;
  readonly to: string;
  readonly name: string;
  readonly kind: FlowKind;
  /** Only through another name for the same object, or for an object inside. */
  readonly alias: boolean;
  readonly certain: boolean;
  readonly by: AnsweredBy;
  /** Runs of both cells have shown the flow. */
  readonly seen: boolean;
  readonly why: string;
}

/** Needs and results of a cell: flowing names, data and code. */
export interface FlowCell {
  readonly cell: string;
  readonly index: number;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly defines: readonly string[];
  readonly uses: readonly string[];
}

/** The graph. */
export interface InformationFlow {
  readonly bound: Bound;
  readonly cells: readonly FlowCell[];
  readonly flows: readonly Flow[];
  /** Which cells each cell needs directly, in page order; with `closed`, also through others. */
  readonly dependencies: readonly { readonly cell: string; readonly needs: readonly string[] }[];
  readonly questions: readonly (Question & { readonly cell: string })[];
  /** Contradictions between observed runs of cells and their texts. */
  readonly contradictions: readonly (Contradiction & { readonly cell: string })[];
  /** Partly unreadable cells: facts from there on are a guess. */
  readonly unread: readonly (Unread & { readonly cell: string })[];
  /** Cells beyond the limit of time or nesting: facts at their end may be missing. */
  readonly cutOff: readonly string[];
}

/** The source of the answer: the least sure counts. */
const WEAKEST: readonly AnsweredBy[] = ANSWERERS.toReversed();

/** A writer of a name with possible later readers. */
interface Writer {
  readonly at: number;
  readonly fact: NameFact;
}

/**
 * Whether a bound includes a fact. The lower bound has no aliases, because the text does not state that two
 * names share an object.
 */
const holdsIn = (bound: Bound, fact: NameFact): boolean =>
  bound === 'upper' || (bound === 'lower' ? fact.certain && !fact.alias : fact.answer);

/** Parts of a graph besides the flows of names. */
export interface MoreOfGraph {
  /** Flows known from other sources, such as flows of files. */
  readonly flows: readonly Flow[];
  /** The page position of each cell, if cells run in another order. */
  readonly places: ReadonlyMap<string, number>;
}

/** The graph of cells in the order in which they run. `index` of a cell counts from 1. */
export function buildInformationFlow(
  cells: readonly CellFacts[],
  bound: Bound,
  closed = false,
  { flows: more = [], places = new Map() }: Partial<MoreOfGraph> = {},
): InformationFlow {
  const number = (at: number): number => places.get(cells[at]!.cell) ?? at + 1;
  const writers = new Map<string, readonly Writer[]>();
  /** Cells that may bind any name. */
  const unseen: Writer[] = [];
  const flows: Flow[] = [];
  for (const [at, facts] of cells.entries()) {
    const { deletes } = facts;
    const { reads, changes, replaces } = withFiles(
      bound === 'upper' && facts.runsUnseen ? withUnseen(facts, writers) : facts,
      facts.world,
    );
    for (const read of reads) {
      if (!holdsIn(bound, read)) continue;
      for (const writer of writers.get(read.name) ?? unseen) {
        if (writer.fact.kind === read.kind || writer.fact.name === ANY)
          flows.push(flowOf(cells, writer, at, read, number));
      }
    }
    for (const fact of changes) {
      if (!holdsIn(bound, fact)) continue;
      // the last change hides earlier writers if a single answer is wanted; else only a sure new binding does
      const kept = bound === 'upper' && !replaces.has(fact.name) ? (writers.get(fact.name) ?? unseen) : [];
      writers.set(fact.name, [...kept.filter((writer) => writer.at !== at), { at, fact }]);
    }
    for (const name of deletes) writers.set(name, []);
    if (bound !== 'upper' || !facts.runsUnseen) continue;
    for (const { at: before } of unseen)
      flows.push(flowOf(cells, { at: before, fact: ANY_NAME }, at, ANY_NAME, number));
    unseen.push({ at, fact: ANY_NAME });
  }
  flows.push(...more);
  const needs = needsOf(cells, flows);
  return {
    bound,
    cells: cells.map((facts, at) => flowCell(facts, number(at), bound)),
    flows,
    dependencies: cells.map(({ cell }, at) => ({
      cell,
      needs: inOrder(cells, closed ? closureOf(needs, at) : needs[at]!),
    })),
    questions: cells.flatMap(({ cell, questions }) => questions.map((question) => ({ cell, ...question }))),
    contradictions: cells.flatMap(({ cell, contradictions = [] }) =>
      contradictions.map((each) => ({ cell, ...each })),
    ),
    unread: cells.flatMap(({ cell, unread }) => (unread === undefined ? [] : [{ cell, ...unread }])),
    cutOff: cells.filter(({ isCutOff }) => isCutOff).map(({ cell }) => cell),
  };
}

type Uses = Pick<CellFacts, 'reads' | 'changes' | 'replaces'>;

/** The same with the uses of files. */
function withFiles(facts: Uses, world: CellFacts['world']): Uses {
  if (world === undefined) return facts;
  const ofFiles = (uses: readonly NameFact[]) => uses.filter(({ kind }) => kind === 'file');
  const [reads, changes] = [ofFiles(world.reads), ofFiles(world.changes)];
  if (reads.length + changes.length === 0) return facts;
  return {
    reads: [...facts.reads, ...reads],
    changes: [...facts.changes, ...changes],
    replaces: new Set([...facts.replaces, ...world.replaces]),
  };
}

/**
 * The facts of a cell that may read and change any name that has a writer.
 * Unsound, static analysis only: the upper bound misses changes by the user's own modules, by methods that built-in functions call, and
 * through references that no text shows.
 */
function withUnseen(
  { reads, changes, replaces }: CellFacts,
  writers: ReadonlyMap<string, readonly Writer[]>,
): Uses {
  const added = (known: readonly NameFact[], does: string): readonly NameFact[] => {
    const names = new Set(known.map(({ name }) => name));
    const more = [...writers].flatMap(([name, [writer]]): NameFact[] => {
      if (writer === undefined || names.has(name)) return [];
      const why = `runs a text, which may ${does} ${name}`;
      return [{ ...UNSEEN, name, kind: writer.fact.kind, why }];
    });
    return [...known, ...more];
  };
  return { reads: added(reads, 'read'), changes: added(changes, 'change'), replaces };
}

/** The name of a flow between cells that may bind and read names of which no text tells. */
const ANY = '*';

const UNSEEN = { alias: false, certain: false, answer: false, by: 'default', line: 1 } as const;

const ANY_NAME: NameFact = { ...UNSEEN, name: ANY, kind: 'data', why: 'runs a text, which may use any name' };

function flowOf(
  cells: readonly CellFacts[],
  { at, fact }: Writer,
  to: number,
  read: NameFact,
  number: (at: number) => number,
): Flow {
  return {
    from: cells[at]!.cell,
    to: cells[to]!.cell,
    name: read.name,
    kind: read.kind,
    alias: read.alias || fact.alias,
    certain: read.certain && fact.certain,
    by: WEAKEST.find((by) => by === read.by || by === fact.by)!,
    seen: fact.seen === true && read.seen === true,
    why: `cell ${number(at)} ${fact.why}; cell ${number(to)} ${read.why}`,
  };
}

function flowCell({ cell, reads, changes }: CellFacts, index: number, bound: Bound): FlowCell {
  const names = (facts: readonly NameFact[], kind: FlowKind) => [
    ...new Set(facts.filter((fact) => fact.kind === kind && holdsIn(bound, fact)).map(({ name }) => name)),
  ];
  return {
    cell,
    index,
    inputs: names(reads, 'data'),
    outputs: names(changes, 'data'),
    defines: names(changes, 'code'),
    uses: names(reads, 'code'),
  };
}

function needsOf(cells: readonly CellFacts[], flows: readonly Flow[]): readonly Set<number>[] {
  const places = new Map(cells.map(({ cell }, at) => [cell, at]));
  const needs = cells.map(() => new Set<number>());
  for (const { from, to } of flows) needs[places.get(to)!]!.add(places.get(from)!);
  return needs;
}

function closureOf(needs: readonly ReadonlySet<number>[], start: number): ReadonlySet<number> {
  const found = new Set<number>();
  const pending = [...needs[start]!];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (found.has(at)) continue;
    found.add(at);
    pending.push(...needs[at]!);
  }
  return found;
}

function inOrder(cells: readonly CellFacts[], places: ReadonlySet<number>): string[] {
  return [...places].sort((a, b) => a - b).map((at) => cells[at]!.cell);
}
