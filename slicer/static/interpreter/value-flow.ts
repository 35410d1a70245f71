/**
 * The base of the interpreter: the running cell and position, the state that branches copy and join, and the
 * evidence of facts. It knows no objects or names; the layers above it do, each in a file of its own.
 */
import type { Expression, Range } from '../syntax.ts';
import { Accesses, type Evidence } from './accesses.ts';
import type { CallLog, CellRange } from './call-log.ts';
import type { Domain } from './domain.ts';
import { EvaluationBudget } from './evaluation-budget.ts';
import { Frame } from './frame.ts';
import { LaterRuns } from './later-runs.ts';
import type { LibraryKnowledge } from './library.ts';
import { NameUses } from './name-uses.ts';
import type { CellCode } from './objects.ts';
import { State } from './state.ts';
import { Trail } from './trail.ts';

/** The observers of the interpreter. */
export interface Following {
  /** An analysis that runs along. */
  readonly domain?: Domain | null;
  /** Collects callees and their effects on the world. */
  readonly calls?: CallLog | null;
  /** Undoes runs of the interpreter, but not the facts noted for observers (`calls`, the names that share objects). */
  readonly trail?: Trail;
}

/** The shared state of all parts of the interpreter. */
export abstract class ValueFlow {
  readonly library: LibraryKnowledge;
  /** An analysis that runs along. */
  protected readonly domain: Domain | null;
  /** Collects callees and their effects on the world. */
  protected readonly calls: CallLog | null;
  protected readonly trail: Trail;
  state: State;
  accesses = new Accesses();
  /** The names of the running statement. */
  uses = new NameUses(0);
  frame = new Frame();
  /** The cell of the interpreted code: the running cell, or the cell that defined the running function. */
  code!: CellCode;
  /** The running cell. */
  protected cell!: CellCode;
  /** Whether this point is surely reached. */
  protected sure = true;
  /** Whether the interpreted code only may run: its facts are possible, and no likely answers. */
  protected isDoubtful = false;
  /** The number of surrounding loops. */
  protected loops = 0;
  /** The turns of loops visited element by element: each turn makes objects of its own. */
  protected turn = '';
  /** The number of surrounding function bodies. */
  protected depth = 0;
  /** The position in the running cell. */
  protected at: Range = { from: 0, to: 0 };
  /** The last expression of the cell, whose value is displayed. */
  protected shown: Expression | null = null;
  /** What objects run when their elements are taken. */
  protected readonly later = new LaterRuns();
  readonly #budget: EvaluationBudget;
  /** The offsets of the line ends of the running cell. */
  #lineEnds: number[] = [];

  constructor(
    library: LibraryKnowledge,
    { domain = null, calls = null, trail = new Trail(false) }: Following = {},
  ) {
    this.library = library;
    this.domain = domain;
    this.calls = calls;
    this.trail = trail;
    this.#budget = new EvaluationBudget(trail);
    this.state = new State(null, trail);
  }

  /** Begins with a cell. */
  protected begin(cell: CellCode, frame = new Frame()): void {
    this.cell = cell;
    this.code = cell;
    this.accesses = new Accesses();
    this.frame = frame;
    this.sure = true;
    this.depth = 0;
    this.loops = 0;
    this.turn = '';
    this.#budget.begin();
    this.#lineEnds = [...cell.source.matchAll(/\n/g)].map(({ index }) => index);
  }

  /** Counts an evaluation; false after the limit of the cell. */
  protected count(): boolean {
    return this.#budget.count();
  }

  /** Whether the cell was not interpreted to its end. */
  get isCutOff(): boolean {
    return this.#budget.isUsedUp;
  }

  protected evidence(source: Evidence['source'], why: string, certain = true, answer = true): Evidence {
    const isDoubtful = this.isDoubtful;
    return {
      source: isDoubtful ? 'default' : source,
      certain: certain && this.sure && !isDoubtful,
      answer: answer && !isDoubtful,
      line: this.line,
      why,
    };
  }

  /** The line of the running cell, from 1. */
  protected get line(): number {
    const offset = this.at.from;
    let [low, high] = [0, this.#lineEnds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#lineEnds[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }

  /** A range of the interpreted code, with the number of the cell. */
  protected rangeOf({ from, to }: Range): CellRange {
    return { cell: this.code.number, from, to };
  }

  /** The text of a range, cut short. */
  protected text({ from, to }: Range): string {
    const text = this.code.source.slice(from, to).replace(/\s+/g, ' ');
    return text.length > 40 ? `${text.slice(0, 39)}…` : text;
  }

  /** Runs code that the flow may not reach. */
  protected perhaps(run: () => void): void {
    this.branches([run, () => {}]);
  }

  /** Runs alternatives, of which one is taken, and goes on where they end. */
  protected branches(ways: readonly (() => unknown)[]): void {
    const before = this.state;
    if (before.dead) return;
    const surely = this.sure;
    const ends: ReturnType<State['since']>[] = [];
    this.uses.paths.either(
      ways.map((way) => () => {
        this.state = new State(before);
        this.sure = false;
        way();
        if (!this.state.dead) ends.push(this.state.since(before));
      }),
    );
    this.sure = surely;
    this.state = before;
    if (ends.length === 0) before.dead = true;
    else before.join(ends);
  }
}
