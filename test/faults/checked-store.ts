/** A store of the numbered cells, and its faults: after any end of its writers all that can be read back is whole. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileDigest } from '../../runtime/store/found-files.ts';
import type { FoundInputs } from '../../runtime/store/found-inputs.ts';
import { checkStore, collectStore, type StoredRun, StoreFolder } from '../../runtime/store/index.ts';
import { KnownState } from '../../runtime/store/known-state.ts';
import { lookUp, UNPUT } from '../../runtime/store/stored-lookup.ts';
import type { Choices } from '../generator/random.ts';
import { SHARED_ATTACKS } from './shared-attacks.ts';
import { STORE_ATTACKS } from './store-attacks.ts';
import { CELLS, fileOf, textOf, ValuesProcess } from './store-values.ts';

const HOURS_MS = 2 * 3_600_000;

/** Counts over all checks. */
export interface Tally {
  kills: number;
  /** Runs that came back, of those looked up. */
  restored: number;
  attacks: number;
  /** Entries whose values another process had collected. */
  lost: number;
}

export class CheckedStore {
  readonly store: StoreFolder;
  readonly #folder: string;
  readonly #reader: ValuesProcess;
  readonly #tally: Tally;
  /** The changed times of the files that were as their names say. */
  readonly #whole = new Map<string, number>();

  /** `path`: of the store; `folder`: that of the cells. */
  constructor(path: string, folder: string, python: string, tally: Tally) {
    this.store = new StoreFolder(path);
    this.#folder = folder;
    this.#reader = new ValuesProcess(python);
    this.#tally = tally;
  }

  close(): void {
    this.#reader.close();
  }

  /** Files that are not as their names say. */
  async damaged(): Promise<string[]> {
    const cut = this.store.all().filter(({ run }) => run === null);
    const folder = join(this.store.path, 'values');
    const names = readdirSync(folder);
    const values: string[] = [];
    for (const name of names) {
      const { ctimeMs } = statSync(join(folder, name));
      if (this.#whole.get(name) === ctimeMs) continue;
      if ((await fileDigest(join(folder, name))) === name) this.#whole.set(name, ctimeMs);
      else values.push(name);
    }
    return [...cut.map(({ path }) => `damaged: ${path}`), ...values.map((name) => `damaged: ${name}`)];
  }

  /** Looks all cells up, and compares what comes back. */
  async differences(mayLose = false): Promise<string[]> {
    const found: string[] = [];
    for (let number = 1; number <= CELLS; number += 1) {
      const { stored, why } = await this.#lookUp(number);
      if (stored !== null) found.push(...(await this.unlike(stored)));
      else if (why !== null) {
        this.#tally.lost += 1;
        // (a small disk has no room for it)
        if (!mayLose && why !== UNPUT) found.push(`${textOf(number)}: ${why}`);
      }
    }
    return found;
  }

  #lookUp(number: number): ReturnType<typeof lookUp> {
    const inputs = { folder: this.#folder } as FoundInputs;
    const kernel = { settings: async () => ({}), kernel: { ask: async () => null } };
    return lookUp(this.store, new KnownState(), inputs, textOf(number), kernel);
  }

  /** The differences between what a stored run left, and what comes back. */
  async unlike({ title, values, files }: StoredRun): Promise<string[]> {
    const number = Number(/\d+/.exec(title)![0]);
    const [file] = values;
    const { equal, error } = await this.#reader.load(number, this.store.valuePath(file!.sha256), file!);
    this.#tally.restored += 1;
    const faults = equal ? [] : [`${title}: ${error ?? 'another value comes back'}`];
    for (const { path, sha256 } of files) {
      const content = readFileSync(this.store.valuePath(sha256), 'utf8');
      if (content !== fileOf(number)) faults.push(`${title}: another content of ${path}`);
    }
    return faults;
  }

  /** Damages an entry: it stands for no run, and a check of the store removes it. */
  async attack(choices: Choices, mark: string): Promise<string[]> {
    const entries = this.store.all().filter(({ run }) => run !== null);
    if (entries.length === 0) return [];
    const { path, run } = choices.pick(entries);
    const number = Number(/\d+/.exec(run!.title)![0]);
    const [name, damage] = choices.pick(Object.entries(STORE_ATTACKS));
    const value = this.store.valuePath(run!.values[0]!.sha256);
    damage({ store: this.store, run: run!, path, value }, choices, mark);
    this.#tally.attacks += 1;
    const { stored } = await this.#lookUp(number);
    if (stored !== null && (await this.unlike(stored)).length === 0) return [`${name}: taken for a run`];
    await checkStore(this.store);
    return [...this.leftovers(), ...(await this.differences())].map((fault) => `after ${name}: ${fault}`);
  }

  /** Somebody else writes over an entry in a shared store: nothing of it is taken. `home`: of this other person. */
  async forge(choices: Choices, mark: string, home: string): Promise<string[]> {
    const found = this.store.all().find(({ run }) => run !== null);
    if (found === undefined) return [];
    const [name, attack] = choices.pick(Object.entries(SHARED_ATTACKS));
    const own = process.env.SLUICE_HOME;
    process.env.SLUICE_HOME = home;
    attack({ store: this.store, run: { ...found.run!, files: [] }, path: found.path, mark });
    process.env.SLUICE_HOME = own;
    this.#tally.attacks += 1;
    const { stored } = await this.#lookUp(Number(/\d+/.exec(found.run!.title)![0]));
    if (stored !== null && (await this.unlike(stored)).length === 0) return [`${name}: taken for a run`];
    this.store.remove(found);
    return [...this.leftovers(), ...(await this.differences())].map((fault) => `after ${name}: ${fault}`);
  }

  /** Collects, hours later. Files that stay although nothing names them. */
  leftovers(): string[] {
    collectStore(this.store, Infinity, Date.now() + HOURS_MS);
    const runs = this.store.all();
    const named = runs.flatMap(({ run }) => [...(run?.values ?? []), ...(run?.files ?? [])]);
    const digests = new Set(named.map(({ sha256 }) => sha256));
    const entries = readdirSync(this.store.path, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => !entry.isDirectory());
    const needless = files.filter(
      ({ name, parentPath }) =>
        name.endsWith('.tmp') || (/(values|new)$/.test(parentPath) && !digests.has(name)),
    );
    const bad = runs.filter(({ run }) => run === null);
    return [...needless.map(({ name }) => `left: ${name}`), ...bad.map(({ path }) => `left: ${path}`)];
  }
}
