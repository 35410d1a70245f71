/**
 * What reactive mode does next, one cell at a time: asked again after every run, because a run may show that others need not run
 * (early cut-off), or that more have to. It runs nothing.
 */

import type { CellId } from '../model.ts';
import { asksFirst, type CellLabel, type Gate, gatesOf } from './gates.ts';
import { type Needs, needsOf } from './needs.ts';
import type { Settlement, Standing } from './settlement.ts';

/** What somebody asked for, and what has been done for it so far. */
export interface Plan {
  /** Cells to run, whether they are settled or not. */
  readonly requested: ReadonlySet<CellId>;
  /** Whether cells that have new inputs run as well, and cells that others need. */
  readonly reactive: boolean;
  /** Cells that have run in this plan, and how often. */
  readonly attempts: ReadonlyMap<CellId, number>;
  /** Cells that ran again in it to restore what they made. */
  readonly restored: ReadonlySet<CellId>;
  /** Cells whose gates were opened. */
  readonly forced: ReadonlySet<CellId>;
}

/** What a person has said of cells. */
export interface Wishes {
  readonly frozen: ReadonlySet<CellId>;
  readonly expensive: ReadonlySet<CellId>;
}

/** The next cell to run; `keeps`: where it leaves the same values as before, the old ones may stay. Or what is left to say. */
export type Step =
  | { readonly type: 'run'; readonly cell: CellId; readonly keeps: boolean }
  | {
      readonly type: 'done';
      readonly gated: ReadonlyMap<CellId, readonly Gate[]>;
      /** Cells that cannot be brought up to date without a restart. */
      readonly unsettled: ReadonlySet<CellId>;
    };

/** How often a cell runs in one plan at most. */
const ATTEMPTS = 3;

/** A cell that may run, and all that has to run before it, or the gates in its way. */
interface Way {
  readonly cells: ReadonlySet<CellId>;
  readonly restores: ReadonlySet<CellId>;
  readonly gates: readonly Gate[];
}

/** The next step of a plan. */
export function nextStep(
  settlement: Settlement,
  standings: ReadonlyMap<CellId, Standing>,
  plan: Plan,
  wishes: Wishes,
  label: CellLabel,
): Step {
  const ways = new Ways(settlement, standings, plan, wishes, label);
  const gated = new Map<CellId, readonly Gate[]>();
  const unsettled = new Set<CellId>();
  let next: { cell: CellId; restores: boolean } | null = null;
  for (const cell of settlement.order) {
    if (!ways.isCandidate(cell)) continue;
    const way = ways.to(cell);
    if (way.gates.length > 0) {
      gated.set(cell, way.gates);
      continue;
    }
    if ((plan.attempts.get(cell) ?? 0) > 0 && !plan.requested.has(cell)) {
      const again = way.restores.size > 0 || way.cells.size > 1 || ways.isChangedSince(cell);
      if (!again || (plan.attempts.get(cell) ?? 0) >= ATTEMPTS) {
        unsettled.add(cell);
        continue;
      }
    }
    const first = settlement.order.find((each) => way.cells.has(each)) ?? cell;
    if ((plan.attempts.get(first) ?? 0) >= ATTEMPTS && !plan.requested.has(first)) {
      unsettled.add(cell);
      continue;
    }
    if (next === null || settlement.expected.positionOf(first) < settlement.expected.positionOf(next.cell)) {
      next = { cell: first, restores: way.restores.has(first) };
    }
  }
  if (next === null) return { type: 'done', gated, unsettled };
  return { type: 'run', cell: next.cell, keeps: !next.restores };
}

/** The cells that a plan would run, in order, as far as one can tell before: nothing runs. */
export function previewPlan(
  settlement: Settlement,
  standings: ReadonlyMap<CellId, Standing>,
  plan: Plan,
  wishes: Wishes,
  label: CellLabel,
): CellId[] {
  const ways = new Ways(settlement, standings, plan, wishes, label);
  const found = new Set<CellId>();
  const take = (cell: CellId): boolean => {
    const way = ways.to(cell);
    if (way.gates.length > 0) return false;
    let added = false;
    for (const each of way.cells) {
      if (!found.has(each)) added = true;
      found.add(each);
    }
    return added;
  };
  for (const cell of settlement.order) if (ways.isCandidate(cell)) take(cell);
  if (plan.reactive) {
    for (let grows = true; grows; ) {
      grows = false;
      for (const cell of settlement.order) {
        if (found.has(cell) || !ways.mayPush(cell)) continue;
        const { sources = [], waits = [] } = standings.get(cell) ?? {};
        if ([...sources, ...waits].some((source) => found.has(source))) grows = take(cell) || grows;
      }
    }
  }
  return settlement.order.filter((cell) => found.has(cell));
}

/** What has to run before each cell, worked out once per step. */
class Ways {
  readonly #settlement: Settlement;
  readonly #standings: ReadonlyMap<CellId, Standing>;
  readonly #plan: Plan;
  readonly #wishes: Wishes;
  readonly #label: CellLabel;
  readonly #needs = new Map<CellId, Needs>();
  readonly #gates = new Map<CellId, readonly Gate[]>();

  constructor(
    settlement: Settlement,
    standings: ReadonlyMap<CellId, Standing>,
    plan: Plan,
    wishes: Wishes,
    label: CellLabel,
  ) {
    this.#settlement = settlement;
    this.#standings = standings;
    this.#plan = plan;
    this.#wishes = wishes;
    this.#label = label;
  }

  /** Whether the plan is to run the cell: it was asked for, or has new inputs. */
  isCandidate(cell: CellId): boolean {
    if (this.#plan.requested.has(cell)) return true;
    return this.#plan.reactive && this.#standings.get(cell)?.type === 'fresh' && this.mayPush(cell);
  }

  /** Whether the cell runs again without being asked for. */
  mayPush(cell: CellId): boolean {
    const type = this.#standings.get(cell)?.type;
    const { frozen, expensive } = this.#wishes;
    return type !== 'unrun' && type !== 'edited' && !frozen.has(cell) && !expensive.has(cell);
  }

  /** Whether something it reads was written after it ran. */
  isChangedSince(cell: CellId): boolean {
    const exec = this.#settlement.execution(cell)?.exec ?? 0;
    const { changes = [] } = this.#standings.get(cell) ?? {};
    return changes.some(({ expected }) => expected.some((writer) => (writer.exec ?? 0) > exec));
  }

  /** The cell with all that has to run before it. */
  to(cell: CellId): Way {
    const cells = new Set<CellId>([cell]);
    const restores = new Set<CellId>();
    const gates: Gate[] = [...this.#gatesOf(cell)];
    if (!this.#plan.reactive) return { cells, restores, gates };
    const pending = [cell];
    for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
      const needs = this.#needsOf(each);
      for (const restore of needs.restores) restores.add(restore);
      for (const need of needs.cells) {
        if (cells.has(need)) continue;
        cells.add(need);
        pending.push(need);
        const [gate] = this.#gatesOf(need);
        if (gate) {
          const where = this.#label(need);
          gates.push({
            type: 'failed',
            reason: `it needs ${where}: ${gate.reason}`,
            opens: `${where}: ${gate.opens}`,
          });
        }
      }
    }
    return { cells, restores, gates };
  }

  #needsOf(cell: CellId): Needs {
    let needs = this.#needs.get(cell);
    if (!needs) {
      const effort = { attempts: this.#plan.attempts.get(cell) ?? 0, restored: this.#plan.restored };
      needs = needsOf(this.#settlement, this.#standings, cell, effort, this.#wishes.frozen);
      this.#needs.set(cell, needs);
    }
    return needs;
  }

  #gatesOf(cell: CellId): readonly Gate[] {
    let gates = this.#gates.get(cell);
    if (!gates) {
      gates = this.#plan.forced.has(cell) ? [] : this.#checked(cell);
      this.#gates.set(cell, gates);
    }
    return gates;
  }

  #checked(cell: CellId): readonly Gate[] {
    const gates = gatesOf(this.#settlement, this.#standings, cell, this.#label);
    if (gates.length > 0 || this.#plan.requested.has(cell)) return gates;
    const asks = asksFirst(this.#settlement.names.parsed(cell)?.source ?? '');
    return asks === null ? [] : [asks];
  }
}
