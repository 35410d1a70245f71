/**
 * Follows rows of data through a notebook, along with the interpreter: the origins of each value's rows,
 * learning from rows, and models trained on them and judged by them. It judges nothing itself.
 */
import {
  type AbstractObject,
  type Derivation,
  type Domain,
  type Here,
  type LibraryKnowledge,
  rolesOf,
  type TrackedCall,
  type Trail,
  type Value,
} from '../static/index.ts';
import type { Expression, Range } from '../static/syntax.ts';
import {
  keptColumns,
  learnedForColumn,
  leftColumns,
  namesIn,
  OTHER_ROWS,
  renamedColumns,
  sourcesOf,
  UNNAMED,
} from './columns.ts';
import { applyRoles } from './declared-roles.ts';
import { derivedFacts, FRAME } from './derived-facts.ts';
import { Divisions } from './divisions.ts';
import { type Facts, join, joinAll, merge, NOTHING, type Score } from './facts.ts';
import { meansNamed } from './group-means.ts';
import { CONTAINER, KnownFacts } from './known-facts.ts';
import { Models } from './models.ts';
import { siteKey } from './path-steps.ts';
import { ranks, takesBest } from './rankings.ts';
import type { Tracked } from './role-use.ts';
import { RowOrigins } from './row-origins.ts';
import type { Learned } from './rows.ts';

const isShared = (object: AbstractObject): boolean => object.isShared;

/** The objects in a container, without the numbers and texts, which other containers share. */
const heldBy = ({ kind, fields }: AbstractObject): Value =>
  CONTAINER.test(kind ?? '') ? [...fields.values()].flatMap((held) => [...held].filter(isShared)) : [];

/** The domain of rows. */
export class RowTracker implements Domain {
  readonly #library: LibraryKnowledge;
  readonly #known: KnownFacts;
  readonly #tracked: Tracked;
  /** The facts that decide whether the current code runs, from the outermost branch. */
  readonly #controls: Facts[] = [];
  #last: { readonly passed: unknown; readonly node: Range } | null = null;

  constructor(library: LibraryKnowledge, trail: Trail) {
    this.#library = library;
    const known = new KnownFacts(trail);
    const origins = new RowOrigins(known, trail);
    const divisions = new Divisions(known, origins, trail);
    this.#known = known;
    this.#tracked = { known, origins, divisions, models: new Models(known, trail) };
  }

  /** Each application or judgement of a model, in order. */
  get scores(): readonly Score[] {
    return this.#tracked.models.scores;
  }

  /** The scores of which the best is kept as a result. */
  get best(): ReadonlySet<Score> {
    return this.#tracked.models.best;
  }

  // derived values

  derived(node: Range, result: Value, from: readonly Value[], how: Derivation, here: Here): Value {
    if (how.type === 'item') {
      const facts = this.#known.of(from.flat());
      const isEnd = /^\[\s*(?:0|-1)\b/.test(here.textOf({ from: how.object.to, to: node.to }).trim());
      if (facts.ranked && isEnd) this.#tracked.models.takeBest(facts);
    }
    const inputs = new Set(from.flat());
    if (how.type === 'element' || how.type === 'unpacked' || how.type === 'item') {
      for (const object of [...inputs]) {
        if (!CONTAINER.test(object.kind ?? '')) continue;
        for (const held of object.fields.values()) for (const each of held) inputs.add(each);
      }
    }
    if (how.type === 'attribute') {
      for (const object of [...inputs]) {
        for (const each of object.fields.get(`.${how.name}`) ?? []) inputs.add(each);
      }
    }
    const isNew = (object: AbstractObject) => !inputs.has(object) || this.#isPart(object, from, how);
    if (!result.some(isNew)) {
      const index = how.type === 'item' ? joinAll(how.index.map((value) => this.#known.of(value))) : NOTHING;
      return this.#chosen(result, index.scored, node, here);
    }
    for (const object of result) if (isNew(object)) inputs.delete(object);
    const facts = derivedFacts(node, result, from, how, this.#known, here);
    return this.#known.give(result, facts, inputs, node, here);
  }

  /** Whether a number, which is one atom with others, is new: a part of divided numbers, or a sum (`n += x`). */
  #isPart({ meaning }: AbstractObject, from: readonly Value[], how: Derivation): boolean {
    if (meaning.type !== 'atom') return false;
    if (how.type === 'operation') return true;
    const isTaken = how.type === 'unpacked' || how.type === 'item';
    return isTaken && this.#known.of(from.flat(), 0).parts !== null;
  }

  stored(
    objects: Value,
    value: Value,
    target: Expression,
    index: readonly Value[],
    isUpdate: boolean,
    here: Here,
  ): void {
    const facts = join(this.#known.of(value), this.#maskOf(objects, index));
    if (target.type === 'attribute') {
      this.#forgetColumns(objects);
      if (/\.columns$/.test(here.textOf(target))) this.#nameMeans(objects, value);
    }
    if (facts === NOTHING) return;
    for (const object of objects) {
      if (!isShared(object)) continue;
      // the object contains the value
      if (object.ofClass !== null && target.type === 'attribute') continue;
      if (CONTAINER.test(object.kind ?? '') && !isUpdate && value.every(isShared)) continue;
      const own = this.#known.get(object);
      const rows = own.rows.length === 0 ? facts.rows : [];
      const stored = own.made.filter(({ column }) => facts.of.includes(column));
      const means = merge(
        facts.means,
        stored.flatMap((each) => each.means),
      );
      const shifted = merge(
        facts.shifted,
        stored.flatMap((each) => each.shifted),
      );
      const isFrame = object.kind === FRAME;
      const unnamed = means.length > 0 ? [UNNAMED] : [];
      const names = isFrame ? (namesIn(index.at(-1) ?? []) ?? unnamed) : [];
      const isNew = facts.learned.some((each) => !own.learned.includes(each));
      const direct = [...facts.of, ...(isNew ? [OTHER_ROWS] : [])];
      const from = [...direct, ...sourcesOf(facts.of, own.made)];
      const learned = learnedForColumn(facts, own);
      const site = { run: here.cell, at: here.at };
      const made = names.map((column) => {
        return { column, from, direct, learned, site, named: column !== UNNAMED, shifted, means };
      });
      this.#known.add([object], {
        ...NOTHING,
        ...facts,
        rows,
        fits: [],
        parts: null,
        picks: null,
        columns: undefined,
        of: [],
        shifted: [],
        means: isFrame ? [] : facts.means,
        // values go to their rows
        rearranged: own.rows.length === 0 ? facts.rearranged : [],
        made,
      });
    }
  }

  /** The columns, and what was learned, that decide in which rows a column gets a value: `d.loc[d.a > limit, 'b'] = 1`. */
  #maskOf(objects: Value, [rows, ...columns]: readonly Value[]): Facts {
    if (rows === undefined || columns.length === 0 || !objects.some(({ kind }) => kind === FRAME))
      return NOTHING;
    const { of, learned, shifted, picks } = this.#known.of(rows);
    if (of.length === 0 || picks !== null) return NOTHING;
    return { ...NOTHING, of, learned: learned.filter(({ valuesOnly }) => !valuesOnly), shifted };
  }

  /** Notes that columns of frames are deleted. */
  deleted(objects: Value, index: readonly Value[], here: Here): void {
    for (const object of objects) {
      const known = this.#known.get(object);
      const names = namesIn(index[0] ?? []);
      const columns = leftColumns(known.columns, names, { run: here.cell, at: here.at });
      if (known === NOTHING) continue;
      const left = keptColumns(known, (column) => !names?.includes(column));
      this.#known.set(object, { ...left, columns });
    }
  }

  /** Notes new names of the columns of frames, as far as these are means of groups. */
  #nameMeans(objects: Value, names: Value): void {
    for (const object of objects) {
      const known = this.#known.get(object);
      if (known.means.length > 0)
        this.#known.set(object, { ...known, means: meansNamed(known.means, namesIn(names) ?? []) });
    }
  }

  /** Columns may be renamed or dropped. */
  #forgetColumns(objects: Value): void {
    for (const object of objects) {
      const known = this.#known.get(object);
      if (known.columns != null) this.#known.set(object, { ...renamedColumns(known), columns: null });
    }
  }

  // choices

  get #deciding(): readonly Score[] {
    return this.#controls.flatMap(({ scored }) => scored);
  }

  /** How columns go together, as far as it decides about the current code. */
  get #related(): readonly Learned[] {
    return this.#controls.flatMap(({ learned }) => learned.filter(({ relates }) => relates));
  }

  entered(test: Value): void {
    this.#controls.push(this.#known.of(test));
  }

  left(): void {
    this.#controls.pop();
  }

  /** Notes a value bound because of scores: the scores have chosen it. */
  bound(value: Value, name: Range, here: Here): Value {
    const deciding = this.#deciding;
    if (deciding.length > 0) this.#tracked.models.keepBest(this.#known.of(value), deciding);
    return this.#chosen(value, deciding, name, here);
  }

  /** Notes that scores have chosen a value, with all that it holds. */
  #chosen(value: Value, scored: readonly Score[], node: Range, here: Here): Value {
    if (scored.length === 0) return value;
    const facts = { ...NOTHING, scored };
    return value.map((object) => {
      if (object.meaning.type === 'library') return object;
      const own = object.meaning.type === 'atom' ? here.distinct(object, node, 'chosen') : object;
      this.#known.set(own, join(this.#known.get(object), facts));
      for (const held of heldBy(object)) this.#known.set(held, join(this.#known.get(held), facts));
      return own;
    });
  }

  /** Notes that a loop ends because of scores: they have chosen the state of the models that it trains. */
  ended(here: Here): void {
    this.#choose(this.#tracked.models.trainedIn(here.loops), here);
  }

  /** Notes a use of models that depends on scores: the scores have chosen their state, if it is kept there. */
  #choose(models: Value, here: Here): void {
    const scored = this.#deciding;
    const own = scored.filter(({ fits }) => fits.some(({ loops }) => loops > 0 && loops === here.loops));
    for (const object of models)
      this.#known.set(object, join(this.#known.get(object), { ...NOTHING, scored: own }));
  }

  // calls

  called(call: TrackedCall, result: Value, here: Here): Value {
    const given = this.#given(call, result, here);
    // (`results.sort()` sorts the list itself)
    const sorted = call.name === 'sort' && call.self !== null ? [call.self] : given;
    if (ranks(call) && this.#known.of(sorted).scored.length > 0) {
      for (const object of sorted)
        if (isShared(object)) this.#known.set(object, { ...this.#known.of([object]), ranked: true });
    }
    return given;
  }

  #given(call: TrackedCall, result: Value, here: Here): Value {
    const again = this.#last?.passed === call.passed && this.#last.node === call.node;
    this.#last = { passed: call.passed, node: call.node };
    const self = call.self === null ? null : [call.self];
    const passed = call.passed.map(({ value }) => value);
    const inputs = new Set([...(self ?? []), ...passed.flat()]);
    const spec = this.#specOf(call);
    this.#tracked.divisions.seededBy(call);
    this.#chooseColumns(call);
    // a state of the model is kept because of scores
    const models = [...inputs].filter((object) => this.#known.get(object).fits.length > 0);
    if (this.#controls.length > 0) this.#choose(models, here);
    if (takesBest(call, self !== null && this.#known.of(self).ranked)) {
      this.#tracked.models.takeBest(this.#known.of([...inputs, ...call.returned]));
    }
    if (spec === null) {
      const facts = { ...this.#undeclared(call, here), columns: undefined };
      this.#keep(call);
      // an unknown function, or method
      if (call.path === null) this.#forgetColumns([...inputs]);
      return this.#known.give(result, facts, inputs, call.node, here, again);
    }
    const receiver = call.isConstructor ? (result as Value) : self;
    const { call: bound, roles } = rolesOf(spec, receiver, call.passed);
    return applyRoles({ call, roles, bound, inputs, again }, result, this.#tracked, here);
  }

  /**
   * Adds facts to a receiver: containers keep their new elements; other objects keep the scores that chose
   * their settings.
   */
  #keep({ self, passed, returned }: TrackedCall): void {
    if (self === null || passed.length === 0) return;
    const facts = joinAll(
      [...passed.map(({ value }) => value), returned].map((value) => this.#known.of(value)),
    );
    if (CONTAINER.test(self.kind ?? '')) {
      const isHeld = passed.every(({ value }) => value.every(isShared));
      if (!isHeld && facts !== NOTHING)
        this.#known.add([self], { ...facts, fits: [], parts: null, picks: null });
    } else if (facts.scored.length > 0) this.#known.add([self], { ...NOTHING, scored: facts.scored });
  }

  /** Notes that names are put into a container, or columns dropped, by how columns go together. */
  #chooseColumns({ self, name }: TrackedCall): void {
    const learned = this.#related;
    const isChoice = CONTAINER.test(self?.kind ?? '') || (self?.kind === FRAME && name === 'drop');
    if (learned.length > 0 && isChoice) this.#known.add([self!], { ...NOTHING, learned });
  }

  #specOf({ path, kind, name, self, isConstructor }: TrackedCall) {
    // anything can be called: a model, a function
    if (kind === null && name === '__call__') return null;
    if (self !== null) return this.#library.roles.ofMethod(kind, name);
    if (path === null) return null;
    return isConstructor
      ? this.#library.roles.ofClass(path, '__init__')
      : this.#library.roles.ofFunction(path);
  }

  /** The facts of an undeclared call: each row of the result may depend on the same row of the inputs. */
  #undeclared(call: TrackedCall, here: Here): Facts {
    const isBuiltin = call.path?.startsWith('builtins.') ?? false;
    // `len(df)`, `list(df)`: how many rows there are, and the names of columns
    const isData = ({ kind }: AbstractObject) => !isBuiltin || kind !== FRAME;
    const values = [call.self === null ? [] : [call.self], ...call.passed.map(({ value }) => value)];
    const facts = joinAll([...values, call.returned].map((value) => this.#known.of(value.filter(isData))));
    const isModel = facts.fits.length > 0;
    const parts = call.self === null && !isBuiltin ? null : facts.parts;
    // the rows may change their order
    const rearranged = merge(
      facts.rearranged,
      facts.rows.length > 0 ? [siteKey({ run: here.cell, at: here.at })] : [],
    );
    const own = { ...facts, fits: [], parts, picks: null, rearranged };
    if (call.isConstructor) {
      // a value made from a model is no data
      return isModel && facts.rows.length === 0 ? { ...NOTHING, scored: facts.scored } : own;
    }
    if (isBuiltin) return own;
    const site = { run: here.cell, at: here.at };
    const isNew = facts === NOTHING && call.self === null;
    const data = isNew ? { ...NOTHING, rows: [this.#tracked.origins.sourceAt(site)] } : own;
    if (data.rows.length === 0 || data.parts !== null) return data;
    const divided: Facts = {
      ...data,
      parts: { key: siteKey(site), site, data, positions: false, known: false, ordered: false },
    };
    if (call.self === null || call.name !== '__call__') return divided;
    const model = [call.self];
    const { kind, ofClass } = call.self;
    // a name of unknown origin may be a function that divides
    const made = kind === null && ofClass === null && this.#known.of(model, 0) === NOTHING ? divided : data;
    return {
      ...made,
      predicted: [{ what: call.name, model, fits: this.#known.of(model, 0).fits, data, site }],
    };
  }
}
