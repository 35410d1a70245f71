/**
 * Changes of objects: an object changes under all its names, and with it the objects that contain it. The
 * callers say why; this file finds the names.
 */
import type { Scope } from '../scopes.ts';
import type { Expression } from '../syntax.ts';
import type { Evidence } from './accesses.ts';
import { NameValues } from './name-values.ts';
import { type AbstractObject, ownersOf, type Value } from './objects.ts';
import { Sharing } from './sharing.ts';

/** The changes of objects. */
export abstract class ChangeValues extends NameValues {
  /** The names that shared an object when it was changed. */
  readonly sharing = new Sharing();

  /** Notes a change of an object by the text itself. */
  protected changeByText(node: Expression, objects: Value, scope: Scope, how: string): void {
    const root = this.rootOf(node, scope);
    this.change(
      objects,
      (name) => this.evidence('text', `changes ${name}: ${how}`),
      root,
      node.type !== 'name',
    );
  }

  /** Notes that objects of classes without any declaration may change, as their code does in properties and iterations. */
  protected mayChangeForeign(objects: Value, how: string): void {
    const foreign = objects.filter(
      ({ kind, ofClass }) => kind !== null && ofClass === null && this.library.isForeign(kind),
    );
    if (foreign.length === 0) return;
    this.change(
      foreign,
      (name) => this.evidence('default', `may change ${name}: ${how}`, false, false),
      null,
    );
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
    const owners = this.names.withInstances(ownersOf([object]));
    const found = new Set<string>();
    for (const owner of owners) for (const name of this.names.of(owner)) found.add(name);
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

  #noteChange(name: string, { answer }: Evidence, isOpen: boolean): void {
    if (answer) this.uses.mutates.add(name);
    else if (isOpen) this.uses.mayMutate.add(name);
  }
}
