/**
 * The names of the notebook: loads, binds and deletes them, and notes these accesses for the cell and the
 * statement. It changes no objects.
 */
import { builtinPath } from '../builtins.ts';
import { mangleName, resolveName, type Scope } from '../scopes.ts';
import type { Expression, Range } from '../syntax.ts';
import type { Accesses, Evidence } from './accesses.ts';
import { ObjectNames } from './object-names.ts';
import { ObjectValues } from './object-values.ts';
import { AbstractObject, type Value } from './objects.ts';
import type { Binding } from './state.ts';

/** A point that may bind any name: `exec`, `%run`. */
interface Wall {
  readonly accesses: Accesses;
  readonly cell: number;
  readonly evidence: Evidence;
}

/** The names of the interpreter. */
export abstract class NameValues extends ObjectValues {
  /** Modules from which everything was imported. */
  protected readonly stars: string[] = [];
  protected readonly names = new ObjectNames(this.trail);
  readonly #unknown = new Map<string, AbstractObject>();
  #wall: Wall | null = null;
  /** The classes with a current object in the cell. */
  readonly #current = new Set<string>();

  protected override begin(...cell: Parameters<ObjectValues['begin']>): void {
    super.begin(...cell);
    // (at the end of a cell, IPython closes the figures that pyplot made)
    for (const kind of this.#current) this.state.set(currentKey(kind), undefined);
    this.#current.clear();
  }

  /** The newest object of a class in the cell. */
  protected current(kind: string): Value {
    return this.state.get(currentKey(kind))?.value ?? [];
  }

  protected setCurrent(kind: string, made: AbstractObject): void {
    this.#current.add(kind);
    const binding = {
      value: [made],
      by: 'assignment',
      cell: this.cell.number,
      at: this.uses.id,
      sure: true,
    } as const;
    this.state.set(currentKey(kind), binding);
  }

  /** Removes names from objects that they no longer stand for. */
  protected end(before: ReadonlyMap<string, Value>): void {
    for (const [name, value] of before) {
      this.names.remove(name, value, this.state.get(name)?.value ?? []);
    }
  }

  /** The variable of a name: the name itself if global. */
  protected key(name: string, scope: Scope): string {
    const mangled = mangleName(name, scope.className);
    const owner = resolveName(mangled, scope);
    return owner.kind === 'module' ? mangled : `${this.code.number}#${owner.id}:${mangled}`;
  }

  protected load(node: Range & { readonly id: string }, scope: Scope): Value {
    const key = this.key(node.id, scope);
    if (scope.kind === 'class' && key.includes('#')) this.#mayBeGlobal(mangleName(node.id, scope.className));
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
    if (binding === undefined) this.names.add(name, value);
    const isOwn = this.state.get(name)?.cell === this.cell.number;
    const isImport = binding?.by === 'import';
    if (isOwn || isImport) {
      const { near } = this.accesses;
      const line = this.line;
      if (!near.has(name)) near.set(name, { line, isImport, isOwn, certain: this.sure });
      return value;
    }
    if (this.accesses.hasRead(name, value)) return value;
    const isCode = binding?.by === 'definition';
    this.accesses.read(name, this.evidence('text', `${isCode ? 'uses' : 'reads'} ${name}`), value, isCode);
    return value;
  }

  /** The body of a class finds a name that it binds only later among the global ones. */
  #mayBeGlobal(name: string): void {
    const binding = this.state.get(name);
    if (binding === undefined || binding.by === 'import' || binding.cell === this.cell.number) return;
    const evidence = this.evidence('default', `may read ${name}`, false, false);
    this.accesses.read(name, evidence, [], binding.by === 'definition');
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
    this.names.add(name, [this.unknownAt(name)]);
  }

  protected bind(
    name: string,
    scope: Scope,
    value: Value,
    by: Binding['by'] = 'assignment',
    isUpdate = false,
  ): void {
    let binder = scope;
    if (scope.kind === 'comprehension' && !scope.bound.has(name)) {
      while (binder.kind === 'comprehension') binder = binder.parent!;
    }
    const key = this.key(name, binder);
    if (!key.includes('#')) this.#dropped(key);
    this.state.set(key, { value, by, cell: this.cell.number, at: this.uses.id, sure: true });
    if (key.includes('#')) return;
    this.uses.writes.add(key);
    this.names.add(key, value);
    if (by !== 'import') {
      const word = by === 'definition' ? 'defines' : 'binds';
      this.accesses.bind(key, this.evidence('text', `${word} ${key}`), by === 'definition', isUpdate);
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

  /** The object of an unbound name. */
  protected unknownAt(name: string): AbstractObject {
    const known = this.#unknown.get(name) ?? new AbstractObject({ type: 'instance' }, null);
    this.#unknown.set(name, known);
    return known;
  }
}

/** The variable of a current object, which no name of the notebook can have. */
const currentKey = (kind: string): string => `#${kind}`;
