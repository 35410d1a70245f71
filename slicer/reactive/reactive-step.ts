/**
 * What reactive mode does next, one cell at a time: asked again after every run, because a run may show that others need not run
 * (early cut-off), or that more have to. It runs nothing.
 */

import { type CellId, GLOBALS, type Location } from '../model.ts';
import { asksFirst, type CellLabel, type Gate, gatesOf } from './gates.ts';
import { needsOf } from './needs.ts';
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
  /** Cells that must not run without being asked for, as was seen when they were about to. */
  readonly held: ReadonlyMap<CellId, Gate>;
}

/** What a person has said of cells. */
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
 * The cells that a plan would run, in order, as far as one can tell before: nothing runs. `running`: a cell that runs for it by now; it is
 * not among them, but those that follow it are.
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
  // a cell that follows may need others above to be restored, which others follow
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

/** What a settled cell makes anew in a plan, and for which cell. */
export interface RestoreCause {
  readonly reader: CellId;
  readonly location: Location;
}

/** Why cells run in a plan that are settled: each makes something anew, which another of these `cells` is to find as it was. */
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

/** What has to run before each cell, and what is in the way; worked out once per step. What a cell needs stands above it. */
class Ways {
  /** Cells that run again to restore what they made. */
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

  /** Whether running the cell, or what it needs first, once more would lead nowhere. */
  isExhausted(cell: CellId): boolean {
    if (this.#plan.requested.has(cell)) return false;
    const attempts = this.#plan.attempts.get(cell) ?? 0;
    const isChanged = this.#isChangedSince(cell);
    const again = attempts === 0 || this.#needsOf(cell).length > 0 || isChanged || this.#foundFromBelow(cell);
    // what was restored for its sake, or for others, is an input like any other
    return !again || attempts >= (isChanged ? ATTEMPTS + 1 : ATTEMPTS);
  }

  /** Its own gates; else the gate of a cell that it needs. */
  gatesBefore(cell: CellId): readonly Gate[] {
    this.#workOut(cell);
    return this.#gates.get(cell) ?? [];
  }

  /** The first in notebook order of the cell and all that it needs. */
  firstOf(cell: CellId): CellId {
    this.#workOut(cell);
    return this.#first.get(cell) ?? cell;
  }

  earlier(a: CellId | null, b: CellId): CellId {
    const { expected } = this.#settlement;
    return a !== null && expected.positionOf(a) <= expected.positionOf(b) ? a : b;
  }

  /** Adds the cell and all that it needs. */
  addWay(cell: CellId, found: Set<CellId>): void {
    const pending = [cell];
    for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
      if (found.has(each)) continue;
      found.add(each);
      pending.push(...this.#openNeedsOf(each));
    }
  }

  /** Works out a cell after those that it needs, without recursion: chains may be long. */
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
      // what has run often enough does not get better by running again
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

  /** The gate of a cell that needs `need`: it names the cell where that began, not those between. */
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

  /** Whether a cell cannot do without another: not where it reads what that binds on some path only. */
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

  /** What a cell needs that can run. */
  #openNeedsOf(cell: CellId): readonly CellId[] {
    return this.#needsOf(cell).filter((need) => this.gatesBefore(need).length === 0);
  }

  #checked(cell: CellId): readonly Gate[] {
    const gates = gatesOf(this.#settlement, this.#standings, cell, this.#label);
    if (gates.length > 0 || this.#plan.requested.has(cell)) return gates;
    const asks = this.#plan.held.get(cell) ?? asksFirst(this.#settlement, cell);
    return asks === null ? [] : [asks];
  }

  /** Whether its last run found a name that no cell above binds, which the next run will not find. */
  #foundFromBelow(cell: CellId): boolean {
    const { changes = [] } = this.#standings.get(cell) ?? {};
    return changes.some(({ location, expected }) => location.object === GLOBALS && expected.length === 0);
  }

  /** Whether something it reads was written after it ran. */
  #isChangedSince(cell: CellId): boolean {
    const exec = this.#settlement.execution(cell)?.exec ?? 0;
    const { changes = [] } = this.#standings.get(cell) ?? {};
    return changes.some(({ expected }) => expected.some((writer) => (writer.exec ?? 0) > exec));
  }
}
