/**
 * The next step of reactive mode, one cell at a time. The caller asks again after every run, because a run
 * may show that fewer cells have to run (early cut-off), or more. This file runs nothing.
 */

import { type CellId, GLOBALS, type Location } from '../model.ts';
import { asksFirst, type CellLabel, type Gate, gatesOf } from './gates.ts';
import { needsOf } from './needs.ts';
import type { Settlement } from './settlement.ts';
import type { Standing } from './standings.ts';

/** The requested cells, and the work done for them so far. */
export interface Plan {
  /** Cells to run, whether they are settled or not. */
  readonly requested: ReadonlySet<CellId>;
  /** Whether cells with new inputs run as well, and cells that others need. */
  readonly reactive: boolean;
  /** Cells that have run in this plan, and how often. */
  readonly attempts: ReadonlyMap<CellId, number>;
  /** Cells that ran again in this plan to restore their results. */
  readonly restored: ReadonlySet<CellId>;
  /** Cells whose gates were opened. */
  readonly forced: ReadonlySet<CellId>;
  /** Cells found unsafe to run without a request when they were about to run. */
  readonly held: ReadonlyMap<CellId, Gate>;
}

/** A person's settings for cells. */
export interface Wishes {
  readonly frozen: ReadonlySet<CellId>;
  readonly expensive: ReadonlySet<CellId>;
}

export const NO_WISHES: Wishes = { frozen: new Set(), expensive: new Set() };

/** A plan that has not begun. */
export function planFor(
  cells: Iterable<CellId>,
  { reactive = true, forced = [] }: { readonly reactive?: boolean; readonly forced?: Iterable<CellId> } = {},
): Plan {
  const requested = new Set(cells);
  return {
    requested,
    reactive,
    forced: new Set(forced),
    attempts: new Map(),
    restored: new Set(),
    held: new Map(),
  };
}

/**
 * The next cell to run, or the result of the plan. `keeps`: if the cell produces the same values as before,
 * the old ones may stay.
 */
export type Step =
  | { readonly type: 'run'; readonly cell: CellId; readonly keeps: boolean }
  | {
      readonly type: 'done';
      readonly gated: ReadonlyMap<CellId, readonly Gate[]>;
      /** Cells that only a restart can settle. */
      readonly unsettled: ReadonlySet<CellId>;
    };

/** The limit of a cell's runs in one plan. */
const ATTEMPTS = 2;

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
  let first: CellId | null = null;
  for (const cell of settlement.order) {
    if (!ways.isCandidate(cell)) continue;
    const gates = ways.gatesBefore(cell);
    if (gates.length > 0) gated.set(cell, gates);
    else if (ways.isExhausted(cell)) unsettled.add(cell);
    else first = ways.earlier(first, ways.firstOf(cell));
  }
  if (first === null) return { type: 'done', gated, unsettled };
  return { type: 'run', cell: first, keeps: !ways.restores.has(first) };
}

/**
 * The cells that a plan would run, in order, predicted without running anything. `running`: the cell that
 * runs for the plan now; the result has its followers, but not the cell itself.
 */
export function previewPlan(
  settlement: Settlement,
  standings: ReadonlyMap<CellId, Standing>,
  plan: Plan,
  wishes: Wishes,
  label: CellLabel,
  running: CellId | null = null,
): CellId[] {
  const ways = new Ways(settlement, standings, plan, wishes, label);
  const found = new Set<CellId>(running === null ? [] : [running]);
  const take = (cell: CellId): boolean => {
    if (found.has(cell) || ways.gatesBefore(cell).length > 0) return false;
    ways.addWay(cell, found);
    return true;
  };
  for (const cell of settlement.order) if (ways.isCandidate(cell)) take(cell);
  // a follower may need restored cells above, and these have followers of their own
  for (let grows = plan.reactive && found.size > 0; grows; ) {
    grows = false;
    for (const cell of settlement.order) {
      if (found.has(cell) || !ways.mayPush(cell)) continue;
      const { sources = [], waits = [] } = standings.get(cell) ?? {};
      if ([...sources, ...waits].some((source) => found.has(source))) grows = take(cell) || grows;
    }
  }
  return settlement.order.filter((cell) => found.has(cell) && cell !== running);
}

/** The object that a settled cell makes anew in a plan, and the cell that reads it. */
export interface RestoreCause {
  readonly reader: CellId;
  readonly location: Location;
}

/** Why settled cells run in a plan: each restores something for another of these `cells`. */
export function restoreCauses(
  settlement: Settlement,
  standings: ReadonlyMap<CellId, Standing>,
  plan: Plan,
  wishes: Wishes,
  cells: readonly CellId[],
): ReadonlyMap<CellId, RestoreCause> {
  const found = new Map<CellId, RestoreCause>();
  for (const reader of cells) {
    const effort = { attempts: plan.attempts.get(reader) ?? 0, restored: plan.restored };
    const { causes } = needsOf(settlement, standings, reader, effort, wishes.frozen);
    for (const [cell, location] of causes) if (!found.has(cell)) found.set(cell, { reader, location });
  }
  return found;
}

/** The needs and gates of each cell, computed once per step. A needed cell stands above its user. */
class Ways {
  /** Cells that run again to restore their results. */
  readonly restores = new Set<CellId>();
  readonly #settlement: Settlement;
  readonly #standings: ReadonlyMap<CellId, Standing>;
  readonly #plan: Plan;
  readonly #wishes: Wishes;
  readonly #label: CellLabel;
  readonly #needs = new Map<CellId, readonly CellId[]>();
  readonly #gates = new Map<CellId, readonly Gate[]>();
  readonly #first = new Map<CellId, CellId>();

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

  /** Whether the plan includes the cell: it was requested, or has new inputs. */
  isCandidate(cell: CellId): boolean {
    if (this.#plan.requested.has(cell)) return true;
    return this.#plan.reactive && this.#standings.get(cell)?.type === 'fresh' && this.mayPush(cell);
  }

  /** Whether the cell may run again without a request. */
  mayPush(cell: CellId): boolean {
    const type = this.#standings.get(cell)?.type;
    const { frozen, expensive } = this.#wishes;
    return type !== 'unrun' && type !== 'edited' && !frozen.has(cell) && !expensive.has(cell);
  }

  /** Whether another run of the cell, or of its needs, would change nothing. */
  isExhausted(cell: CellId): boolean {
    if (this.#plan.requested.has(cell)) return false;
    const attempts = this.#plan.attempts.get(cell) ?? 0;
    const isChanged = this.#isChangedSince(cell);
    const again = attempts === 0 || this.#needsOf(cell).length > 0 || isChanged || this.#foundFromBelow(cell);
    // cells restored for this cell, or for others, are inputs like any other
    return !again || attempts >= (isChanged ? ATTEMPTS + 1 : ATTEMPTS);
  }

  /** The cell's own gates; otherwise the gate of a needed cell. */
  gatesBefore(cell: CellId): readonly Gate[] {
    this.#workOut(cell);
    return this.#gates.get(cell) ?? [];
  }

  /** The first cell in notebook order among the cell and all its needs. */
  firstOf(cell: CellId): CellId {
    this.#workOut(cell);
    return this.#first.get(cell) ?? cell;
  }

  earlier(a: CellId | null, b: CellId): CellId {
    const { expected } = this.#settlement;
    return a !== null && expected.positionOf(a) <= expected.positionOf(b) ? a : b;
  }

  /** Adds the cell and all its needs. */
  addWay(cell: CellId, found: Set<CellId>): void {
    const pending = [cell];
    for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
      if (found.has(each)) continue;
      found.add(each);
      pending.push(...this.#openNeedsOf(each));
    }
  }

  /**
   * Computes a cell's first need and gates after the needs themselves, without recursion, because chains may
   * be long.
   */
  #workOut(cell: CellId): void {
    const pending = [cell];
    for (let each = pending.at(-1); each !== undefined; each = pending.at(-1)) {
      if (this.#first.has(each)) {
        pending.pop();
        continue;
      }
      const needs = this.#needsOf(each);
      const open = needs.filter((need) => !this.#first.has(need));
      if (open.length > 0) {
        pending.push(...open);
        continue;
      }
      pending.pop();
      this.#gates.set(each, this.#gatesOf(each, needs));
      this.#first.set(
        each,
        this.#openNeedsOf(each)
          .map((need) => this.#first.get(need) ?? need)
          .reduce((a, b) => this.earlier(a, b), each),
      );
    }
  }

  #needsOf(cell: CellId): readonly CellId[] {
    const known = this.#needs.get(cell);
    if (known) return known;
    let needs: readonly CellId[] = [];
    if (this.#plan.reactive) {
      const effort = { attempts: this.#plan.attempts.get(cell) ?? 0, restored: this.#plan.restored };
      const found = needsOf(this.#settlement, this.#standings, cell, effort, this.#wishes.frozen);
      for (const restore of found.restores) this.restores.add(restore);
      // a cell that has run often enough does not improve by another run
      needs = [...found.cells].filter(
        (need) => (this.#plan.attempts.get(need) ?? 0) < ATTEMPTS || this.#plan.requested.has(need),
      );
    }
    this.#needs.set(cell, needs);
    return needs;
  }

  #gatesOf(cell: CellId, needs: readonly CellId[]): readonly Gate[] {
    const own = this.#plan.forced.has(cell) ? [] : this.#checked(cell);
    if (own.length > 0) return own;
    const found = new Map<CellId, Gate>();
    for (const need of needs) {
      const [gate] = this.#gates.get(need) ?? [];
      if (!gate || !this.#surelyNeeds(cell, need)) continue;
      const inherited = this.#inherited(need, gate);
      found.set(inherited.root, inherited);
    }
    return [...found.values()];
  }

  /** The gate of a cell that needs `need`. It names the cell where the problem began, and no cells in between. */
  #inherited(need: CellId, gate: Gate): Gate & { readonly root: CellId } {
    const { root, reason, opens } = gate;
    if (root === undefined) {
      const where = this.#label(need);
      return {
        type: 'failed',
        reason: `it needs ${where}: ${reason}`,
        opens: `${where}: ${opens}`,
        root: need,
      };
    }
    if (gate.name === undefined) return { ...gate, root };
    const where = this.#label(root);
    return { type: 'failed', reason: `it needs ${where}, which failed`, opens, root };
  }

  /** Whether a cell surely needs another cell. False if the cell reads the other's names on some paths only. */
  #surelyNeeds(cell: CellId, need: CellId): boolean {
    const { names } = this.#settlement;
    const own = names.of(cell);
    const other = names.of(need);
    if (!own || !other || this.#settlement.standsAsRan(cell)) return true;
    const shared = [...own.readings].filter(([name]) => other.writes.has(name) || other.mutates.has(name));
    return (
      shared.length === 0 || shared.some(([name, reading]) => reading === 'surely' || own.mutates.has(name))
    );
  }

  /** The needs of a cell that can run. */
  #openNeedsOf(cell: CellId): readonly CellId[] {
    return this.#needsOf(cell).filter((need) => this.gatesBefore(need).length === 0);
  }

  #checked(cell: CellId): readonly Gate[] {
    const gates = gatesOf(this.#settlement, this.#standings, cell, this.#label);
    if (gates.length > 0 || this.#plan.requested.has(cell)) return gates;
    const asks = this.#plan.held.get(cell) ?? asksFirst(this.#settlement, cell);
    return asks === null ? [] : [asks];
  }

  /** Whether the cell's last run found a name that no cell above binds; its next run will not find the name. */
  #foundFromBelow(cell: CellId): boolean {
    const { changes = [] } = this.#standings.get(cell) ?? {};
    return changes.some(({ location, expected }) => location.object === GLOBALS && expected.length === 0);
  }

  /** Whether another cell wrote one of the cell's reads after the cell ran. */
  #isChangedSince(cell: CellId): boolean {
    const exec = this.#settlement.execution(cell)?.exec ?? 0;
    const { changes = [] } = this.#standings.get(cell) ?? {};
    return changes.some(({ expected }) => expected.some((writer) => (writer.exec ?? 0) > exec));
  }
}
