/**
 * The base of the interpreter: names, objects, and the facts noted about them while a cell is interpreted. It
 * knows only ranges of the syntax; expressions, calls and statements build on it.
 */
import type { Constant } from '../../effects/index.ts';
import { builtinPath } from '../builtins.ts';
import { mangleName, resolveName, type Scope } from '../scopes.ts';
import type { Expression, Range } from '../syntax.ts';
import { Accesses, type Evidence } from './accesses.ts';
import type { CallLog, CodePlace } from './call-log.ts';
import type { Derivation, Domain, Here } from './domain.ts';
import { Frame } from './frame.ts';
import { LaterRuns } from './later-runs.ts';
import type { LibraryKnowledge } from './library.ts';
import { NameUses } from './name-uses.ts';
import { AbstractObject, attributeField, type CellCode, ownersOf, type Value } from './objects.ts';
import { Sharing } from './sharing.ts';
import { type Binding, State } from './state.ts';
import { Trail } from './trail.ts';

/** Kinds of unchangeable objects. */
const ATOMS = /^builtins\.(?:int|float|complex|bool|str|bytes|NoneType|range|slice|frozenset|type)$/;

/** A point that may bind any name: `exec`, `%run`. */
interface Wall {
  readonly accesses: Accesses;
  readonly cell: number;
  readonly evidence: Evidence;
}

/** The limit of evaluated expressions in a cell, because nested loops of calls could run forever. */
const CELL_EVALUATIONS = 10_000;
/** The limit for a notebook; each further cell gets only `LATER_CELL_EVALUATIONS`. */
const NOTEBOOK_EVALUATIONS = 30_000;
const LATER_CELL_EVALUATIONS = 500;

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
  /** Modules from which everything was imported. */
  protected readonly stars: string[] = [];
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
  /** Grows with the contents of objects: a loop that adds nothing has reached its fixpoint. */
  protected held = 0;
  /** The objects with new contents since the cell began. */
  protected readonly grown = new Set<AbstractObject>();
  /** The objects made by places that this interpretation has visited. */
  readonly #met = new Set<AbstractObject>();
  #evaluations = 0;
  readonly #atoms = new Map<string, AbstractObject>();
  readonly #paths = new Map<string, AbstractObject>();
  readonly #unknown = new Map<string, AbstractObject>();
  /** The names that shared an object when it was changed. */
  readonly sharing = new Sharing();
  /** Global names by their objects; some names may have had the object only until now. */
  readonly #names = new Map<AbstractObject, Set<string>>();
  #wall: Wall | null = null;
  /** What objects run when their elements are taken. */
  protected readonly later = new LaterRuns();
  /** The result of `globals()`. */
  protected readonly namespace = new AbstractObject({ type: 'instance' }, 'builtins.dict');
  /** How many expressions were evaluated in the cells before, and may be in this one. */
  #spent = 0;
  #limit = CELL_EVALUATIONS;
  #lines: number[] = [];

  constructor(
    library: LibraryKnowledge,
    { domain = null, calls = null, trail = new Trail(false) }: Following = {},
  ) {
    this.library = library;
    this.domain = domain;
    this.calls = calls;
    this.trail = trail;
    this.state = new State(null, trail);
  }

  readonly #here: { -readonly [Key in keyof Here]: Here[Key] } = {
    cell: 0,
    at: { from: 0, to: 0 },
    loops: 0,
    textOf: (node) => this.code.source.slice(node.from, node.to),
    distinct: (object, node, part) => {
      const { meaning, kind } = object;
      const type = meaning.type === 'instance' ? 'instance' : 'atom';
      return this.makeAs(node, () => new AbstractObject({ type }, kind), `tracked ${part} ${kind}`);
    },
  };

  /** The current position, for the domain. */
  protected here(node: Range): Here {
    this.#here.cell = this.code.number;
    this.#here.at = node;
    this.#here.loops = this.loops;
    return this.#here;
  }

  /** A value derived from others, after the domain has seen it. */
  protected derived(node: Range, result: Value, from: readonly Value[], how: Derivation): Value {
    return this.domain === null ? result : this.domain.derived(node, result, from, how, this.here(node));
  }

  /** Begins with a cell. */
  protected begin(cell: CellCode, frame = new Frame()): void {
    this.cell = cell;
    this.code = cell;
    this.accesses = new Accesses();
    this.grown.clear();
    this.frame = frame;
    this.#met.clear();
    this.sure = true;
    this.depth = 0;
    this.loops = 0;
    this.turn = '';
    const spent = this.#spent;
    const evaluations = this.#evaluations;
    this.trail.note(() => {
      this.#spent = spent;
      this.#evaluations = evaluations;
    });
    this.#spent += this.#evaluations;
    this.#evaluations = 0;
    this.#limit = this.#spent < NOTEBOOK_EVALUATIONS ? CELL_EVALUATIONS : LATER_CELL_EVALUATIONS;
    this.#lines = [...cell.source.matchAll(/\n/g)].map(({ index }) => index);
  }

  /** Removes names from objects that they no longer stand for. */
  protected end(before: ReadonlyMap<string, Value>): void {
    for (const [name, value] of before) {
      const now = this.state.get(name)?.value ?? [];
      for (const object of value) {
        const names = this.#names.get(object);
        if (!now.includes(object) && names !== undefined) this.trail.remove(names, name);
      }
    }
  }

  #nameObjects(name: string, value: Value): void {
    for (const object of value) {
      if (!object.isShared) continue;
      const known = this.#names.get(object);
      if (known) this.trail.add(known, name);
      else this.trail.set(this.#names, object, new Set([name]));
    }
  }

  /** Counts an evaluation; false after the limit of the cell. */
  protected count(): boolean {
    return ++this.#evaluations <= this.#limit;
  }

  /** Whether the cell was not interpreted to its end. */
  get isCutOff(): boolean {
    return this.#evaluations > this.#limit;
  }

  // names

  /** The variable of a name: the name itself if global. */
  protected key(name: string, scope: Scope): string {
    const mangled = mangleName(name, scope.className);
    const owner = resolveName(mangled, scope);
    return owner.kind === 'module' ? mangled : `${this.code.number}#${owner.id}:${mangled}`;
  }

  protected load(node: Range & { readonly id: string }, scope: Scope): Value {
    const key = this.key(node.id, scope);
    const local = key.includes('#') ? this.state.get(key) : undefined;
    if (local !== undefined) return local.value;
    if (key.includes('#') && scope.kind !== 'class') return [];
    return this.loadGlobal(mangleName(node.id, scope.className));
  }

  protected loadGlobal(name: string): Value {
    const binding = this.state.get(name);
    if (binding?.sure !== true || binding.at !== this.uses.id) this.uses.read(name);
    const builtin = binding === undefined ? builtinPath(name) : null;
    if (builtin !== null) return [this.path(builtin)];
    if (binding === undefined) {
      const module = this.stars.findLast((star) => this.library.knows(`${star}.${name}`));
      if (module !== undefined) return [this.path(`${module}.${name}`)];
    }
    if (binding === undefined && this.#wall !== null) this.#bindAtWall(name, this.#wall);
    const value = binding?.value ?? [this.unknownAt(name)];
    if (binding === undefined) this.#nameObjects(name, value);
    const isOwn = this.state.get(name)?.cell === this.cell.number;
    const isImport = binding?.by === 'import';
    if (isOwn || isImport) {
      const { near } = this.accesses;
      const line = this.lineAt(this.at.from);
      if (!near.has(name)) near.set(name, { line, isImport, isOwn, certain: this.sure });
      return value;
    }
    if (this.accesses.hasRead(name, value)) return value;
    const isCode = binding?.by === 'definition';
    this.accesses.read(name, this.evidence('text', `${isCode ? 'uses' : 'reads'} ${name}`), value, isCode);
    return value;
  }

  /** Marks a point that may bind any name: later reads of names without another binding are taken to come from here. */
  protected wall(evidence: Evidence): void {
    this.uses.runsUnseen = true;
    this.#setWall({ accesses: this.accesses, cell: this.cell.number, evidence });
  }

  #setWall(wall: Wall): void {
    const before = this.#wall;
    this.trail.note(
      () => {
        this.#wall = before;
      },
      () => this.#setWall(wall),
    );
    this.#wall = wall;
  }

  #bindAtWall(name: string, { accesses, cell, evidence }: Wall): void {
    accesses.bind(
      name,
      { ...evidence, source: 'default', certain: false, why: `${evidence.why}: ${name}` },
      false,
    );
    this.state.set(name, { value: [this.unknownAt(name)], by: 'assignment', cell, at: 0, sure: false });
    this.#nameObjects(name, [this.unknownAt(name)]);
  }

  protected bind(name: string, scope: Scope, value: Value, by: Binding['by'] = 'assignment'): void {
    let binder = scope;
    if (scope.kind === 'comprehension' && !scope.bound.has(name)) {
      while (binder.kind === 'comprehension') binder = binder.parent!;
    }
    const key = this.key(name, binder);
    if (!key.includes('#')) this.#dropped(key);
    this.state.set(key, { value, by, cell: this.cell.number, at: this.uses.id, sure: true });
    if (key.includes('#')) return;
    this.uses.writes.add(key);
    this.#nameObjects(key, value);
    if (by !== 'import') {
      const word = by === 'definition' ? 'defines' : 'binds';
      this.accesses.bind(key, this.evidence('text', `${word} ${key}`), by === 'definition');
    }
  }

  /** A new binding may end the last use of an object, which then closes its file or runs its `__del__`. */
  #dropped(name: string): void {
    const before = this.state.get(name);
    if (before === undefined || before.cell === this.cell.number || before.by === 'import') return;
    const isClosed = ({ kind, ofClass }: AbstractObject) =>
      (kind !== null && this.library.method(kind, 'close') !== null) ||
      (ofClass !== null && this.attributeOf(ofClass, '__del__').length > 0);
    if (!before.value.some(isClosed)) return;
    const evidence = this.evidence(
      'default',
      `drops the object that ${name} had, which closes it`,
      false,
      false,
    );
    this.accesses.read(name, evidence, [], false);
  }

  protected unbind(name: string, scope: Scope): void {
    const key = this.key(name, scope);
    const binding = this.state.get(key);
    this.state.set(key, undefined);
    if (key.includes('#')) return;
    if (binding?.sure !== true || binding.at !== this.uses.id) this.uses.read(key);
    if (binding?.cell !== this.cell.number && binding?.by !== 'import')
      this.accesses.read(key, this.evidence('text', `deletes ${key}`), [], binding?.by === 'definition');
    this.uses.deletes.add(key);
    if (this.sure) this.accesses.unbind(key);
  }

  // evidence

  protected evidence(source: Evidence['source'], why: string, certain = true, answer = true): Evidence {
    return { source, certain: certain && this.sure, answer, line: this.lineAt(this.at.from), why };
  }

  protected lineAt(offset: number): number {
    let [low, high] = [0, this.#lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#lines[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }

  /** The place of a range in the interpreted code. */
  protected placeOf({ from, to }: Range): CodePlace {
    return { cell: this.code.number, from, to };
  }

  /** The text of a place, cut short. */
  protected text({ from, to }: Range): string {
    const text = this.code.source.slice(from, to).replace(/\s+/g, ' ');
    return text.length > 40 ? `${text.slice(0, 39)}…` : text;
  }

  /** The name from which an expression reaches its object. */
  protected rootOf(node: Expression, scope: Scope): string | null {
    if (node.type === 'name') {
      const key = this.key(node.id, scope);
      return key.includes('#') ? null : key;
    }
    if (node.type === 'attribute' || node.type === 'subscript') return this.rootOf(node.object, scope);
    if (node.type === 'call' && node.callee.type === 'attribute') return this.rootOf(node.callee, scope);
    return null;
  }

  /**
   * Notes a change of objects, and so of their bases and of the objects that contain them. `evidence`: the
   * change in words; `root`: the name of the change; `chained`: the object has no name of its own here
   * (`df['a'].fillna(…)`); `isOpen`: nothing is known about the effect.
   */
  protected change(
    objects: Value,
    evidence: (name: string) => Evidence,
    root: string | null,
    chained = true,
    isOpen = false,
  ): void {
    if (objects.length === 0) return;
    const several = objects.length > 1;
    for (const object of objects) {
      for (let part: AbstractObject | null = object; part !== null; part = part.base) {
        const names = this.#changeOwners(part, evidence, root, several, isOpen);
        if (part === object && evidence('').answer) this.sharing.note(object, names);
        // a column or slice with a name of its own: pandas warns of a possible copy
        if (part.base?.kind?.startsWith('pandas.') && !chained) break;
      }
    }
  }

  /**
   * The names whose objects change with it.
   * Unsound, static analysis only: a function does not count as changed by a new binding of a variable in its enclosing function (`nonlocal n`).
   */
  #changeOwners(
    object: AbstractObject,
    evidence: (name: string) => Evidence,
    root: string | null,
    several: boolean,
    isOpen: boolean,
  ): readonly string[] {
    const owners = this.#withInstances(ownersOf([object]));
    const found = new Set<string>();
    for (const owner of owners) for (const name of this.#names.get(owner) ?? []) found.add(name);
    const names: string[] = [];
    for (const name of found) {
      const binding = this.state.get(name);
      if (binding?.by === 'import') continue;
      if (binding === undefined) {
        // no cell has bound the name
        if (owners.has(this.unknownAt(name))) this.#noteChange(name, evidence(name), isOpen);
        continue;
      }
      const meant = binding.value.filter((each) => owners.has(each));
      if (meant.length === 0) continue;
      const isCode = binding.by === 'definition';
      if (!isCode) names.push(name);
      const alias = name !== root;
      const open = several || (meant.length < binding.value.length && alias);
      // a loop variable left from a loop is not used any more
      const isLeft = alias && binding.by === 'loop' && binding.cell !== this.cell.number;
      const given = evidence(root ?? name);
      const how: Evidence = isLeft ? { ...given, answer: false, source: 'default' } : given;
      const certain = how.certain && !open && !isLeft;
      this.#noteChange(name, how, isOpen && !isCode);
      const why = alias ? `${how.why} (${name} stands for it, or holds it)` : how.why;
      this.accesses.change(name, { evidence: { ...how, certain, why }, alias, through: root, isCode });
    }
    return names;
  }

  /** What a class of the notebook holds shows through its objects as well. */
  #withInstances(owners: Set<AbstractObject>): ReadonlySet<AbstractObject> {
    const classes = [...owners].filter(({ meaning }) => meaning.type === 'class');
    if (classes.length === 0) return owners;
    for (const object of this.#names.keys())
      if (classes.some((cls) => object.ofClass !== null && isDerived(object.ofClass, cls)))
        owners.add(object);
    return owners;
  }

  #noteChange(name: string, { answer }: Evidence, isOpen: boolean): void {
    if (answer) this.uses.mutates.add(name);
    else if (isOpen) this.uses.mayMutate.add(name);
  }

  /** Global names of an object, now or earlier in this cell. */
  protected namesOf(object: AbstractObject): ReadonlySet<string> {
    return this.#names.get(object) ?? new Set();
  }

  // objects

  /** An atom of a kind. */
  protected atom(kind: string, constant?: Constant): AbstractObject {
    const key = `${kind} ${typeof constant} ${String(constant)}`;
    const known = this.#atoms.get(key);
    if (known !== undefined) return known;
    const made = new AbstractObject({ type: 'atom' }, kind, constant === undefined ? {} : { constant });
    this.#atoms.set(key, made);
    return made;
  }

  /** Something of a library. */
  protected path(path: string): AbstractObject {
    const known = this.#paths.get(path) ?? new AbstractObject({ type: 'library', path }, null);
    this.#paths.set(path, known);
    return known;
  }

  /** The object of an unbound name. */
  protected unknownAt(name: string): AbstractObject {
    const known = this.#unknown.get(name) ?? new AbstractObject({ type: 'instance' }, null);
    this.#unknown.set(name, known);
    return known;
  }

  /** The object of a kind made at a place; the same one on each visit of the place in this run of the body. */
  protected make(
    node: Range,
    kind: string | null,
    part = '',
    more: ConstructorParameters<typeof AbstractObject>[2] = {},
  ): AbstractObject {
    if (kind !== null && ATOMS.test(kind)) return this.atom(kind);
    return this.makeAs(node, () => new AbstractObject({ type: 'instance' }, kind, more), `${part} ${kind}`);
  }

  protected makeAs(node: Range, make: () => AbstractObject, part: string): AbstractObject {
    const known = this.frame.made.get(node) ?? new Map<string, AbstractObject>();
    this.frame.made.set(node, known);
    const key = `${part} ${this.turn}`;
    const before = known.get(key);
    if (before !== undefined && this.#met.has(before)) return before;
    const made = make();
    // an earlier interpretation of the cell made the object
    const object = before !== undefined && isAlike(before, made) ? before : made;
    this.#met.add(object);
    known.set(key, object);
    return object;
  }

  /** Notes that an object holds others. */
  protected hold(owner: AbstractObject, field: string, value: Value): void {
    if (value.length === 0) return;
    let held = owner.fields.get(field);
    if (held === undefined) {
      held = new Set();
      this.trail.set(owner.fields, field, held);
    }
    for (const object of value) {
      if (!this.trail.add(held, object)) continue;
      this.grown.add(owner);
      this.trail.add(object.holders, owner);
      this.held += 1;
    }
  }

  /** The elements of containers; a part of the object if no elements are known. */
  protected elements(value: Value, node: Range): Value {
    const found = new Set<AbstractObject>();
    for (const object of value) {
      for (const element of this.elementsOf(object, node)) found.add(element);
    }
    return this.derived(node, [...found], [value], { type: 'element' });
  }

  protected elementsOf(object: AbstractObject, node: Range): Value {
    if (object.meaning.type !== 'instance') {
      const { kind } = object;
      return [this.atom(kind === 'builtins.str' ? 'builtins.str' : 'builtins.int')];
    }
    if (object.kind === 'pandas.DataFrame' || object.kind === 'pandas.Series')
      return [this.atom('builtins.str')];
    const held = [...object.fields].filter(([field]) => !field.startsWith('.'));
    if (held.length > 0) return held.flatMap(([, objects]) => [...objects]);
    if (object.kind !== null && /^builtins\.(?:list|tuple|dict|set)$/.test(object.kind)) return [];
    return [
      this.make(node, object.kind === 'numpy.ndarray' ? object.kind : null, 'element', { base: object }),
    ];
  }

  protected attributeOf(object: AbstractObject, name: string): Value {
    return [...(object.fields.get(attributeField(name)) ?? [])];
  }
}

/** Whether a class is another one, or derived from it. */
function isDerived(cls: AbstractObject, from: AbstractObject): boolean {
  const { meaning } = cls;
  return cls === from || (meaning.type === 'class' && meaning.bases.some((base) => isDerived(base, from)));
}

/** Whether two objects without contents differ in nothing. */
function isAlike(a: AbstractObject, b: AbstractObject): boolean {
  return (
    a.meaning.type === 'instance' &&
    b.meaning.type === 'instance' &&
    a.kind === b.kind &&
    a.base === b.base &&
    a.attribute === b.attribute &&
    a.ofClass === b.ofClass
  );
}
