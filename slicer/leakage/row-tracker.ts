/**
 * Follows rows of data through a notebook, along with the interpreter: where the rows of each value come from, what was learned from which
 * rows, which models were trained on them and judged by them. It judges nothing itself.
 */
import type { CompiledPlace } from '../effects/index.ts';
import {
  type AbstractObject,
  type CallRole,
  type Derivation,
  type Domain,
  type Here,
  type LibraryKnowledge,
  objectsAt,
  rolesOf,
  type TrackedCall,
  type Value,
} from '../static/index.ts';
import type { Expression, Range } from '../static/syntax.ts';
import { columnsOf, namesIn, sourcesOf } from './columns.ts';
import { type Facts, type Fit, join, joinAll, type Learned, merge, NOTHING, type Score } from './facts.ts';
import { indexTexts, pickedRows } from './picked-rows.ts';
import { type RowStep, Rows, type Site } from './rows.ts';

/** Containers whose elements are followed one by one. */
const CONTAINER = /^builtins\.(?:list|tuple|dict|set|generator|zip|enumerate|map|filter|reversed)$/;

const FRAME = 'pandas.DataFrame';
const FRAMES = /DataFrame(?:GroupBy)?$/;
const SERIES = 'pandas.Series';

/** What tells of data without being rows of it. */
const ABOUT = /^(?:builtins\.(?:int|tuple|bool|str)|pandas\.Index)$/;

/** The constants among values. */
const constantsIn = (value: Value): readonly string[] => [
  ...new Set(value.flatMap(({ constant }) => (constant === undefined ? [] : [String(constant)]))),
];

/** What is known of groups is brought to the rows: those are rows then. */
function singleRows(rows: readonly Rows[]): readonly Rows[] {
  const single = rows.filter(({ isGrouped }) => !isGrouped);
  return single.length === 0 ? rows : single;
}

const isShared = (object: AbstractObject): boolean => object.isShared;

/** The domain of rows. */
export class RowTracker implements Domain {
  /** Every time that a model was applied or judged, in order. */
  readonly scores: Score[] = [];
  readonly #library: LibraryKnowledge;
  readonly #facts = new Map<AbstractObject, Facts>();
  readonly #sources = new Map<string, Rows>();
  readonly #learned = new Map<string, Learned>();
  /** The scores that decide whether what runs now runs, from the outermost branch. */
  readonly #controls: (readonly Score[])[] = [];
  /** The seed of numpy's stream, and how often was divided since. */
  #seed: { readonly by: string; divided: number } | null = null;
  #last: { readonly passed: unknown; readonly node: Range } | null = null;

  constructor(library: LibraryKnowledge) {
    this.#library = library;
  }

  // what is known

  /** What is known of a value, with what containers hold. */
  factsOf(value: Value, depth = 4): Facts {
    let found = NOTHING;
    for (const object of value) found = join(found, this.#ofObject(object, depth));
    return found;
  }

  #ofObject(object: AbstractObject, depth: number): Facts {
    let found = this.#facts.get(object) ?? NOTHING;
    const isHolder = object.ofClass !== null || CONTAINER.test(object.kind ?? '');
    if (!isHolder || depth === 0 || object.fields.size === 0) return found;
    for (const held of object.fields.values()) found = join(found, this.factsOf([...held], depth - 1));
    return found;
  }

  /** Gives the objects that are new what is known of them. Those that are what went in keep what they have. */
  #give(
    result: Value,
    facts: Facts,
    inputs: ReadonlySet<AbstractObject>,
    node: Range,
    here: Here,
    adds = false,
  ): Value {
    let changed = false;
    const given = result.map((object): AbstractObject => {
      if (inputs.has(object)) return object;
      const { meaning } = object;
      if (meaning.type !== 'instance' && meaning.type !== 'atom') return object;
      if (meaning.type === 'atom' && facts === NOTHING) return object;
      const own = meaning.type === 'atom' ? here.distinct(object, node, 'value') : object;
      if (own !== object) changed = true;
      const known = adds ? join(this.#facts.get(own) ?? NOTHING, facts) : facts;
      if (known === NOTHING) this.#facts.delete(own);
      else this.#facts.set(own, known);
      return own;
    });
    return changed ? given : result;
  }

  /** Adds to what is known of objects, and of what they are parts of. */
  #add(objects: Value, facts: Facts): void {
    for (const object of objects) {
      for (let part: AbstractObject | null = object; part !== null; part = part.base) {
        if (part.meaning.type === 'library') break;
        this.#facts.set(part, join(this.#facts.get(part) ?? NOTHING, facts));
      }
    }
  }

  #site(here: Here): Site {
    return { run: here.cell, at: here.at };
  }

  #source(key: string, name: string, site: Site): Rows {
    const known = this.#sources.get(key) ?? new Rows(null, { type: 'source', key, name }, site);
    this.#sources.set(key, known);
    return known;
  }

  /** What is known of data. Rows of which nobody knows where they come from come from here. */
  #dataAt(value: Value, site: Site): Facts {
    const known = this.factsOf(value);
    if (known.rows.length > 0 || known.learned.length > 0) return known;
    for (const object of value) {
      if (object.meaning.type !== 'instance' || known.fits.length > 0) continue;
      const key = `${site.run}:${site.at.from}:${this.#sources.size}`;
      this.#add([object], { ...NOTHING, rows: [this.#source(key, '', site)] });
    }
    return this.factsOf(value);
  }

  #learn(
    site: Site,
    what: string,
    rows: readonly Rows[],
    how: Pick<Learned, 'valuesOnly' | 'rowwise' | 'grouped'>,
  ): readonly Learned[] {
    if (rows.length === 0) return [];
    const key = `${site.run}:${site.at.from}:${site.at.to}:${how.valuesOnly}:${rows.map(({ id }) => id).join()}`;
    const known = this.#learned.get(key) ?? { site, what, rows, ...how };
    this.#learned.set(key, known);
    return [known];
  }

  // values that come of others

  derived(node: Range, result: Value, from: readonly Value[], how: Derivation, here: Here): Value {
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
    if (result.every((object) => inputs.has(object))) return result;
    // the elements of a frame are the names of its columns
    const isData = ({ kind }: AbstractObject) => how.type !== 'element' || kind !== FRAME;
    const values = from.map((value) => this.factsOf(value.filter(isData)));
    const all = joinAll(values);
    if (all === NOTHING) return this.#give(result, NOTHING, inputs, node, here);
    return this.#give(
      result,
      this.#derive(node, result, all, values, how, from.flat(), here),
      inputs,
      node,
      here,
    );
  }

  #derive(
    node: Range,
    result: Value,
    all: Facts,
    values: readonly Facts[],
    how: Derivation,
    from: Value,
    here: Here,
  ): Facts {
    switch (how.type) {
      case 'operation': {
        const compares = values.some(({ predicted }) => predicted.length > 0);
        const truth = values.some(({ predicted, rows }) => predicted.length === 0 && rows.length > 0);
        const constants = merge(all.constants, constantsIn(from));
        return {
          ...all,
          fits: [],
          compared: all.compared || (compares && truth),
          constants,
          rows: singleRows(all.rows),
        };
      }
      case 'unpacked':
        return all.parts === null ? all : this.#part(all.parts, how.at);
      case 'element':
      case 'part':
        return all;
      case 'attribute': {
        const isAbout = result.every(({ kind }) => ABOUT.test(kind ?? ''));
        if (!isAbout || all.rows.length === 0) {
          const isColumn =
            from.some(({ kind }) => kind === FRAME) && result.some(({ kind }) => kind === SERIES);
          return isColumn ? columnsOf(all, [how.name], result) : all;
        }
        if (how.name !== 'index') return NOTHING;
        const picks = { key: null, part: 0, site: this.#site(here), rows: all.rows };
        return { ...NOTHING, picks };
      }
      case 'item': {
        const [first] = how.index;
        const constant = first?.length === 1 ? first[0]!.constant : undefined;
        if (all.parts !== null && typeof constant === 'number') return this.#part(all.parts, constant);
        const index = how.index.map((value) => this.factsOf(value));
        // which columns are taken may be learned; of a column, positions are
        const about = from.some(({ kind }) => kind === FRAME)
          ? joinAll(index.filter(({ rows, picks }) => rows.length === 0 && picks === null))
          : NOTHING;
        const texts = indexTexts(here.textOf({ from: how.object.to, to: node.to }));
        const rows = pickedRows(all.rows, texts[0] ?? '', how.index[0] ?? [], index[0] ?? NOTHING, {
          run: here.cell,
          at: node,
        });
        const scored = merge(all.scored, joinAll(index).scored);
        const chosen = { ...all, rows, learned: merge(all.learned, about.learned), scored };
        const names = from.some(({ kind }) => FRAMES.test(kind ?? ''))
          ? namesIn(how.index.at(-1) ?? [])
          : null;
        if (names !== null) return columnsOf(chosen, names, result);
        // by their numbers
        const isAll = texts[1] === undefined || texts[1] === ':';
        return isAll ? chosen : { ...chosen, made: [] };
      }
    }
  }

  /** One part of data that were divided. */
  #part({ key, site, data, positions }: NonNullable<Facts['parts']>, part: number): Facts {
    if (positions)
      return { ...NOTHING, picks: { key: `fold ${key}`, part: part % 2, site, rows: data.rows } };
    const step: RowStep = { type: 'split', key, part };
    return { ...data, parts: null, rows: data.rows.map((rows) => rows.after(step, site)) };
  }

  stored(
    objects: Value,
    value: Value,
    target: Expression,
    index: readonly Value[],
    isUpdate: boolean,
    here: Here,
  ): void {
    const facts = this.factsOf(value);
    if (facts === NOTHING) return;
    for (const object of objects) {
      if (!isShared(object)) continue;
      // the object holds it
      if (object.ofClass !== null && target.type === 'attribute') continue;
      if (CONTAINER.test(object.kind ?? '') && !isUpdate && value.every(isShared)) continue;
      const own = this.#facts.get(object) ?? NOTHING;
      const rows = own.rows.length === 0 ? facts.rows : [];
      const names = object.kind === FRAME ? (namesIn(index.at(-1) ?? []) ?? []) : [];
      const from = [...facts.of, ...sourcesOf(facts.of, own.made)];
      const made = names.map((column) => ({ column, from, site: this.#site(here) }));
      this.#add([object], { ...NOTHING, ...facts, rows, fits: [], parts: null, picks: null, of: [], made });
    }
  }

  // choices

  entered(test: Value): void {
    this.#controls.push(this.factsOf(test).scored);
  }

  left(): void {
    this.#controls.pop();
  }

  /** What gets a name because of scores is chosen by them. */
  bound(value: Value, name: Range, here: Here): Value {
    const scored = this.#controls.flat();
    if (scored.length === 0) return value;
    const facts = { ...NOTHING, scored };
    return value.map((object) => {
      if (object.meaning.type === 'library') return object;
      const own = object.meaning.type === 'atom' ? here.distinct(object, name, 'chosen') : object;
      this.#facts.set(own, join(this.#facts.get(object) ?? NOTHING, facts));
      return own;
    });
  }

  // calls

  called(call: TrackedCall, result: Value, here: Here): Value {
    const again = this.#last?.passed === call.passed && this.#last.node === call.node;
    this.#last = { passed: call.passed, node: call.node };
    const self = call.self === null ? null : [call.self];
    const passed = call.passed.map(({ value }) => value);
    const inputs = new Set([...(self ?? []), ...passed.flat()]);
    const spec = this.#specOf(call);
    if (/^numpy\.random\.seed$/.test(call.path ?? '')) {
      const by = call.passed[0]?.value.map(({ constant }) => String(constant)).join('|') ?? 'none';
      this.#seed = by === 'none' || by === 'undefined' ? null : { by, divided: 0 };
    }
    if (spec === null) {
      const facts = this.#undeclared(call, here);
      this.#keep(call);
      return this.#give(result, facts, inputs, call.node, here, again);
    }
    const receiver = call.isConstructor ? (result as Value) : self;
    const { call: bound, roles } = rolesOf(spec, receiver, call.passed);
    const at = (place: CompiledPlace): Value =>
      place[0] === 'keys' || place[0] === 'others' || place[0] === 'each'
        ? objectsAt(place[1], bound)
        : objectsAt(place, bound);
    return this.#apply(call, result, roles, at, bound, inputs, here, again);
  }

  /** Containers keep what is put into them; anything keeps the scores that its settings were chosen by. */
  #keep({ self, passed }: TrackedCall): void {
    if (self === null || passed.length === 0) return;
    const facts = joinAll(passed.map(({ value }) => this.factsOf(value)));
    if (CONTAINER.test(self.kind ?? '')) {
      const isHeld = passed.every(({ value }) => value.every(isShared));
      if (!isHeld && facts !== NOTHING) this.#add([self], { ...facts, fits: [], parts: null, picks: null });
    } else if (facts.scored.length > 0) this.#add([self], { ...NOTHING, scored: facts.scored });
  }

  #specOf({ path, kind, name, self, isConstructor }: TrackedCall) {
    if (self !== null) return this.#library.methodRoles(kind, name);
    if (path === null) return null;
    return isConstructor ? this.#library.classRoles(path, '__init__') : this.#library.functionRoles(path);
  }

  /** Nothing is said of the call: each row of the result may depend on its own rows of what went in. */
  #undeclared(call: TrackedCall, here: Here): Facts {
    const isBuiltin = call.path?.startsWith('builtins.') ?? false;
    // `len(df)`, `list(df)`: how many rows there are, and the names of columns
    const isData = ({ kind }: AbstractObject) => !isBuiltin || kind !== FRAME;
    const values = [call.self === null ? [] : [call.self], ...call.passed.map(({ value }) => value)];
    const facts = joinAll([...values, call.returned].map((value) => this.factsOf(value.filter(isData))));
    const isModel = facts.fits.length > 0;
    const parts = call.self === null && !isBuiltin ? null : facts.parts;
    const own = { ...facts, fits: [], parts, picks: null };
    if (call.isConstructor) {
      // what is made of a model is no data
      return isModel && facts.rows.length === 0 ? { ...NOTHING, scored: facts.scored } : own;
    }
    if (facts !== NOTHING || call.self !== null || isBuiltin) return own;
    const site = this.#site(here);
    return { ...NOTHING, rows: [this.#source(`${site.run}:${site.at.from}:${site.at.to}`, '', site)] };
  }

  #apply(
    call: TrackedCall,
    result: Value,
    roles: readonly CallRole[],
    at: (place: CompiledPlace) => Value,
    bound: Parameters<typeof objectsAt>[1],
    inputs: ReadonlySet<AbstractObject>,
    here: Here,
    again: boolean,
  ): Value {
    const site = this.#site(here);
    const what = call.name;
    const self = call.self;
    const model: Value = self !== null ? [self] : call.isConstructor ? result : [];
    const before = this.factsOf(model, 0);
    const dataOf = (role: CallRole): Facts =>
      joinAll(role.places.map((place) => this.#dataAt(at(place), site)));
    const role = (name: CallRole['role']) => roles.filter((each) => each.role === name);
    const [source] = role('source');
    const rowwise = role('rowwise').length > 0;
    const [groups] = role('groups');
    let out = { ...NOTHING, learned: this.factsOf(call.returned).learned };
    if (source !== undefined) {
      const path = call.passed[0]?.value;
      const named = path?.length === 1 ? path[0]!.constant : undefined;
      const name = typeof named === 'string' ? named : '';
      const key = name === '' ? `${site.run}:${site.at.from}:${site.at.to}` : here.textOf(call.node);
      out = join(out, { ...NOTHING, rows: [this.#source(key, name, site)] });
    }
    const [split] = role('splits');
    const [fit] = role('fits');
    const crosses = split !== undefined && fit !== undefined;
    if (crosses) this.#crossValidate(dataOf(fit), site, what, before, here);
    else if (split !== undefined) return this.#split(call, split, at, result, inputs, here);
    for (const learns of fit === undefined ? role('learns') : []) {
      for (const place of learns.places) {
        const value = at(place);
        const data = this.#dataAt(value, site);
        const learned = this.#learn(site, this.#nameOf(call), data.rows, {
          valuesOnly: place[0] === 'keys',
          rowwise,
          grouped: groups !== undefined,
        });
        const isOwn = self === null || value.includes(self);
        if (isOwn) {
          out = join(out, { ...NOTHING, learned: merge(data.learned, learned), scored: data.scored });
          if (data.compared && data.predicted.length > 0)
            out = join(out, this.#score(data, site, what, here));
        } else this.#train(model, data, learned, { site, what, loops: here.loops, label: [], made: [] });
      }
    }
    if (fit !== undefined && model.length > 0) {
      const data = dataOf(fit);
      const [features, labels] = fit.places.map((place) => this.factsOf(at(place)));
      const label = labels?.of ?? [];
      const made = label.length === 0 ? [] : (features?.made ?? []);
      const learned = this.#learn(site, this.#nameOf(call), data.rows, {
        valuesOnly: false,
        rowwise,
        grouped: false,
      });
      this.#train(model, data, learned, { site, what, loops: here.loops, label, made });
    }
    const after = this.factsOf(model, 0);
    // of a class that nobody knows, fit is taken to give back the model
    if (call.kind === null && self !== null && after.fits !== before.fits) out = join(out, after);
    // training goes by what it sees of these rows
    const watchers = new Set(
      fit === undefined ? [] : role('learns').map(({ places }) => JSON.stringify(places)),
    );
    for (const scores of role('scores').slice(0, 1)) {
      if (crosses) continue;
      const data = dataOf(scores);
      if (data.rows.length === 0 && data.predicted.length === 0) continue;
      const common = { fits: after.fits, data, site, what, chosenBy: after.scored };
      if (fit !== undefined)
        this.#record({ ...common, watched: true, steers: watchers.has(JSON.stringify(scores.places)) }, here);
      else if (self !== null && after.fits.length > 0) {
        out = join(out, {
          ...NOTHING,
          scored: [this.#record(common, here)],
        });
      } else if (data.predicted.length > 0) out = join(out, this.#score(data, site, what, here));
      else {
        const estimator = call.passed[0] === undefined ? NOTHING : this.factsOf(call.passed[0].value);
        if (estimator.fits.length > 0)
          out = join(out, {
            ...NOTHING,
            scored: [this.#record({ ...common, fits: estimator.fits, chosenBy: estimator.scored }, here)],
          });
      }
    }
    for (const { places } of [...role('rowwise'), ...role('codes')]) {
      let rest: Facts | null = null;
      for (const place of places) {
        let data = this.factsOf(at(place));
        if (place[0] === 'others') {
          rest = this.#without(rest ?? data, objectsAt(place[2], bound), call, here);
          if (place !== places.at(-1)) continue;
          data = rest;
        }
        out = join(out, {
          ...data,
          fits: [],
          parts: place[0] === 'param' && place[1] === 'self' ? data.parts : null,
          // values of other rows
          of: place[0] === 'each' ? [] : data.of,
        });
        if (
          self !== null &&
          !at(place).includes(self) &&
          after.fits.length > 0 &&
          role('learns').length === 0
        ) {
          out = {
            ...out,
            predicted: [{ fits: after.fits, data, site }],
            scored: merge(out.scored, after.scored),
          };
          this.#record({ fits: after.fits, data, site, what, judged: false, chosenBy: after.scored }, here);
        }
      }
      out = join(out, { ...NOTHING, learned: after.learned, scored: after.scored });
    }
    out = { ...out, rows: singleRows(out.rows) };
    if (call.isConstructor && role('rowwise').length > 0 && out.rows.length === 0) {
      out = join(out, {
        ...NOTHING,
        rows: [this.#source(`${site.run}:${site.at.from}:${site.at.to}`, '', site)],
      });
    }
    for (const resamples of role('resamples')) {
      const data = dataOf(resamples);
      const step: RowStep = { type: 'resampled', key: `${site.run}:${site.at.from}` };
      out = join(out, { ...data, fits: [], rows: data.rows.map((rows) => rows.after(step, site)) });
    }
    if (groups !== undefined) {
      const step: RowStep = { type: 'grouped', key: `${site.run}:${site.at.from}` };
      const rows = dataOf(groups).rows.map((each) => each.after(step, site));
      out = join(out, { ...NOTHING, rows });
    }
    const inPlace = call.passed.some(
      ({ keyword, value }) => keyword === 'inplace' && value.some(({ constant }) => constant === true),
    );
    if (inPlace && self !== null) {
      const known = { ...out, parts: null, picks: null };
      this.#facts.set(self, known);
      // a part of some rows is no other rows of the whole
      if (self.base !== null) this.#add([self.base], { ...known, rows: [] });
      return result;
    }
    const given = this.#give(result, out, inputs, call.node, here, again);
    for (const object of given) {
      // a tuple of parts, each of which is of the rows
      if (inputs.has(object) || !CONTAINER.test(object.kind ?? '') || out === NOTHING) continue;
      for (const held of object.fields.values()) {
        this.#give([...held], { ...out, parts: null }, inputs, call.node, here, again);
      }
    }
    return given;
  }

  #nameOf({ self, kind, name, path }: TrackedCall): string {
    const last = (text: string) => text.slice(text.lastIndexOf('.') + 1);
    if (self === null) return path === null ? name : last(path);
    return kind === null ? name : `${last(kind)}.${name}`;
  }

  #train(
    model: Value,
    data: Facts,
    learned: readonly Learned[],
    how: Pick<Fit, 'site' | 'what' | 'loops' | 'label' | 'made'>,
  ): void {
    const goesOn = how.what === 'partial_fit' || model.length > 1;
    for (const object of model) {
      const before = this.#facts.get(object) ?? NOTHING;
      const chosenBy = merge(before.scored, data.scored);
      const fit: Fit = { ...how, data, chosenBy, fold: false, model: object.kind ?? '' };
      this.#facts.set(object, {
        ...NOTHING,
        rows: [],
        learned: merge(merge(goesOn ? before.learned : [], data.learned), learned),
        fits: goesOn ? merge(before.fits, [fit]) : [fit],
        scored: before.scored,
      });
    }
  }

  /** Notes that models were applied to data, or judged by them. */
  #record(
    score: Pick<Score, 'fits' | 'data' | 'site' | 'what' | 'chosenBy'> & Partial<Score>,
    { loops }: Here,
  ): Score {
    const noted: Score = {
      judged: true,
      watched: false,
      steers: false,
      loops,
      applied: null,
      ...score,
    };
    this.scores.push(noted);
    return noted;
  }

  /** Predictions are compared with what is true. */
  #score({ predicted, scored: chosenBy }: Facts, site: Site, what: string, here: Here): Facts {
    const scored = predicted.map(({ fits, data, site: applied }) =>
      this.#record({ fits, data, site, what, chosenBy, applied }, here),
    );
    return { ...NOTHING, scored };
  }

  /** A model is trained and judged on parts of the same data, in turns. */
  #crossValidate(data: Facts, site: Site, what: string, model: Facts, here: Here): void {
    const key = `folds ${site.run}:${site.at.from}`;
    const part = (number: number): Facts => ({
      ...data,
      rows: data.rows.map((rows) => rows.after({ type: 'split', key, part: number }, site)),
    });
    const fit: Fit = {
      site,
      what,
      data: part(0),
      chosenBy: model.scored,
      fold: true,
      loops: here.loops,
      model: '',
      label: [],
      made: [],
    };
    this.#record({ fits: [fit], data: part(1), site, what, chosenBy: model.scored }, here);
  }

  #split(
    call: TrackedCall,
    { places }: CallRole,
    at: (place: CompiledPlace) => Value,
    result: Value,
    inputs: ReadonlySet<AbstractObject>,
    here: Here,
  ): Value {
    const site = this.#site(here);
    const values = places.map(at);
    const positions = call.self !== null && !values.some((value) => value.includes(call.self!));
    const data = joinAll(values.map((value) => this.#dataAt(value, site)));
    const key = this.#divisionOf(call, site);
    const parts = { key, site, data, positions };
    if (call.self !== null && !positions) {
      return this.#give(result, { ...this.#part(parts, 0), picks: null }, inputs, call.node, here);
    }
    const arrays = call.passed.filter(({ keyword }) => keyword === null).map(({ value }) => value);
    for (const object of result) {
      if (inputs.has(object)) continue;
      this.#facts.set(object, { ...NOTHING, parts });
      for (const [field, held] of object.fields) {
        const number = /^=(\d+)$/.exec(field);
        if (number === null) {
          // pairs of positions
          for (const pair of held) this.#dividePair(pair, parts);
          continue;
        }
        const i = Number(number[1]);
        const own = arrays[i >> 1];
        const part = this.#part({ ...parts, data: own === undefined ? data : this.factsOf(own) }, i % 2);
        for (const each of held) if (!inputs.has(each)) this.#facts.set(each, part);
      }
    }
    return result;
  }

  #dividePair(pair: AbstractObject, parts: NonNullable<Facts['parts']>): void {
    for (const [field, held] of pair.fields) {
      const number = /^=(\d+)$/.exec(field);
      if (number === null) continue;
      for (const each of held) this.#facts.set(each, this.#part(parts, Number(number[1])));
    }
  }

  /** The same division has the same key: with the same seed and sizes, or done once. */
  #divisionOf({ passed, node }: TrackedCall, site: Site): string {
    const named = (name: string) => passed.find(({ keyword }) => keyword === name);
    const seed = named('random_state') ?? named('shuffle');
    const fixed = seed?.value.every(
      ({ constant }) => constant !== undefined && constant !== null && constant !== true,
    );
    if (seed !== undefined && fixed) {
      return passed
        .flatMap(({ keyword, value }) =>
          keyword === null || keyword === 'stratify'
            ? []
            : [`${keyword}=${value.map(({ constant }) => String(constant)).join('|')}`],
        )
        .sort()
        .join();
    }
    if (this.#seed !== null) {
      this.#seed.divided += 1;
      return `seed ${this.#seed.by}, division ${this.#seed.divided}`;
    }
    return `${site.run}:${node.from}`;
  }

  /** What is left without the rows or columns that are named. */
  #without(data: Facts, named: Value, call: TrackedCall, here: Here): Facts {
    const gone = namesIn(named) ?? [];
    const made = data.made.filter(({ column }) => !gone.includes(column));
    const { picks } = this.factsOf(named);
    if (picks === null) return { ...data, made };
    const site = this.#site(here);
    const rows = data.rows.map((each) => {
      const taken = picks.rows.find(({ parent }) => parent === each);
      if (taken?.step.type === 'split')
        return each.after({ ...taken.step, part: 1 - taken.step.part }, taken.site);
      if (taken?.step.type === 'condition')
        return each.after({ ...taken.step, holds: !taken.step.holds }, site);
      const own = picks.rows.some((row) => row === each);
      return own ? each.after({ type: 'condition', key: here.textOf(call.node), holds: true }, site) : each;
    });
    return { ...data, rows, made };
  }
}
