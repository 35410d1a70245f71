/**
 * The way to each cell of a plan: the cells that must run before it, and the gates on the way. reactive-step.ts
 * chooses among the ways.
 */

import type { CellId } from '../records/execution-record.ts';
import { GLOBALS } from '../records/location.ts';
import { asksFirst, type CellLabel, type Gate, gatesOf } from './gates.ts';
import { needsOf } from './needs.ts';
import type { Plan, Wishes } from './plan.ts';
import type { Settlement } from './settlement.ts';
import type { Standing } from './standings.ts';

/** The limit of a cell's runs in one plan. */
const ATTEMPTS = 2;

/** The needs and gates of each cell, computed once per step. A needed cell stands above its user. */
export class Ways {
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
  readonly #highest = new Map<CellId, CellId>();

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

  /**
   * The first cell in notebook order among the cell and all its needs, gated ones too: {@link firstOf} stands
   * nowhere above it, and costs more.
   */
  highestOf(cell: CellId): CellId {
    if (this.#needsOf(cell).length === 0) return cell;
    this.#afterNeeds(cell, this.#highest, (each, needs) => this.#earliest(each, needs, this.#highest));
    return this.#highest.get(cell) ?? cell;
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

  #workOut(cell: CellId): void {
    this.#afterNeeds(cell, this.#first, (each, needs) => {
      this.#gates.set(each, this.#gatesOf(each, needs));
      return this.#earliest(each, this.#openNeedsOf(each), this.#first);
    });
  }

  /**
   * Computes a cell's entry after those of its needs, without recursion, because chains may be long.
   */
  #afterNeeds(
    cell: CellId,
    known: Map<CellId, CellId>,
    entryOf: (each: CellId, needs: readonly CellId[]) => CellId,
  ): void {
    const pending = [cell];
    for (let each = pending.at(-1); each !== undefined; each = pending.at(-1)) {
      if (known.has(each)) {
        pending.pop();
        continue;
      }
      const needs = this.#needsOf(each);
      const open = needs.filter((need) => !known.has(need));
      if (open.length > 0) {
        pending.push(...open);
        continue;
      }
      pending.pop();
      known.set(each, entryOf(each, needs));
    }
  }

  /** The first in notebook order among a cell and the entries of its needs. */
  #earliest(cell: CellId, needs: readonly CellId[], known: ReadonlyMap<CellId, CellId>): CellId {
    return needs.map((need) => known.get(need) ?? need).reduce((a, b) => this.earlier(a, b), cell);
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
