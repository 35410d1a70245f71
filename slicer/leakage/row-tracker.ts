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
import { Choices } from './choices.ts';
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
import { meansNamed, withoutFolds } from './group-means.ts';
import { CONTAINER, KnownFacts } from './known-facts.ts';
import { Models } from './models.ts';
import { ranks } from './rankings.ts';
import type { Tracked } from './role-use.ts';
import { RowOrigins } from './row-origins.ts';
import { undeclaredFacts } from './undeclared-calls.ts';

const isShared = (object: AbstractObject): boolean => object.isShared;

/** The domain of rows. */
export class RowTracker implements Domain {
  readonly #library: LibraryKnowledge;
  readonly #known: KnownFacts;
  readonly #tracked: Tracked;
  readonly #choices: Choices;
  #last: { readonly passed: unknown; readonly node: Range } | null = null;

  constructor(library: LibraryKnowledge, trail: Trail) {
    this.#library = library;
    const known = new KnownFacts(trail);
    const origins = new RowOrigins(known, trail);
    const divisions = new Divisions(known, origins, trail);
    this.#known = known;
    const models = new Models(known, trail);
    this.#choices = new Choices(known, models);
    this.#tracked = { known, origins, divisions, models };
  }

  /** Each application or judgement of a model, in order. */
  get scores(): readonly Score[] {
    return this.#tracked.models.scores;
  }

  /** The scores of which the best is kept as a result. */
  get best(): ReadonlySet<Score> {
    return this.#tracked.models.best.best;
  }

  // derived values

  derived(node: Range, result: Value, from: readonly Value[], how: Derivation, here: Here): Value {
    if (how.type === 'item') {
      const facts = this.#known.of(from.flat());
      const isEnd = /^\[\s*(?:0|-1)\b/.test(here.textOf({ from: how.object.to, to: node.to }).trim());
      const { best } = this.#tracked.models;
      if (facts.ranked && isEnd) best.take(facts);
      best.lookUp(facts, joinAll(how.index.map((value) => this.#known.of(value))));
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
    if (how.type === 'attribute' && /^best_score_?$/.test(how.name)) {
      const told = this.#toldByTraining(from.flat(), how.name, node, here);
      if (told !== NOTHING) return this.#known.give(result, told, new Set(), node, here);
    }
    const isNew = (object: AbstractObject) => !inputs.has(object) || this.#isPart(object, from, how);
    if (!result.some(isNew)) {
      const index = how.type === 'item' ? joinAll(how.index.map((value) => this.#known.of(value))) : NOTHING;
      return this.#choices.chosen(result, index.scored, node, here);
    }
    for (const object of result) if (isNew(object)) inputs.delete(object);
    const facts = derivedFacts(node, result, from, how, this.#known, here);
    return this.#known.give(result, facts, inputs, node, here);
  }

  #toldByTraining(model: Value, name: string, at: Range, here: Here): Facts {
    return this.#tracked.models.judgeOnStop(this.#known.of(model), { run: here.cell, at }, name, here);
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
    const facts = join(withoutFolds(this.#known.of(value)), this.#maskOf(objects, index));
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

  entered(test: Value): void {
    this.#choices.entered(test);
  }

  left(): void {
    this.#choices.left();
  }

  bound(value: Value, name: Range, here: Here): Value {
    return this.#choices.bound(value, name, here);
  }

  ended(here: Here): void {
    this.#choices.ended(here);
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
    this.#choices.chooseColumns(call);
    // a state of the model is kept because of scores
    const models = [...inputs].filter((object) => this.#known.get(object).fits.length > 0);
    this.#choices.used(models, here);
    const isRanked = self !== null && this.#known.of(self).ranked;
    this.#tracked.models.best.called(call, isRanked, this.#known.of([...inputs, ...call.returned]));
    if (spec === null) {
      const isTold = call.name === 'get_best_score';
      const told = isTold ? this.#toldByTraining(self ?? [], call.name, call.node, here) : NOTHING;
      const facts = { ...join(undeclaredFacts(call, here, this.#tracked), told), columns: undefined };
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

  #specOf({ path, kind, name, self, isConstructor }: TrackedCall) {
    // anything can be called: a model, a function
    if (kind === null && name === '__call__') return null;
    if (self !== null) return this.#library.roles.ofMethod(kind, name);
    if (path === null) return null;
    return isConstructor
      ? this.#library.roles.ofClass(path, '__init__')
      : this.#library.roles.ofFunction(path);
  }
}
