/**
 * The targets of statements: stores values at names, attributes and items, updates and deletes them. It
 * evaluates targets by expression-values.ts.
 */
import type { Scope } from '../scopes.ts';
import type { Expression, Statement } from '../syntax.ts';
import { type AbstractObject, attributeField, ELEMENTS, keyField, unionOf, type Value } from './objects.ts';
import { OPERATORS } from './operators.ts';
import { ARRAY, FRAME, LIST, PartValues, SERIES } from './part-values.ts';

type PartTarget = Extract<Expression, { readonly type: 'attribute' | 'subscript' }>;

/** The interpretation of targets. */
export abstract class TargetValues extends PartValues {
  abstract expression(node: Expression, scope: Scope): Value;
  /** Runs the property or `__setitem__` of the notebook that takes a stored value; false where there is none. */
  protected abstract storeBySyntax(
    object: AbstractObject,
    target: PartTarget,
    index: readonly Value[],
    value: Value,
  ): boolean;

  /** Binds or stores a value at a target. */
  protected store(
    target: Expression,
    scope: Scope,
    value: Value,
    by: 'assignment' | 'loop' = 'assignment',
  ): void {
    switch (target.type) {
      case 'name':
        this.bind(target.id, scope, this.domain?.bound(value, target, this.here(target)) ?? value, by);
        return;
      case 'display':
        for (const [i, element] of target.elements.entries()) {
          this.store(element, scope, this.unpacked(value, i, target.elements.length, element), by);
        }
        return;
      case 'operation':
        for (const operand of target.operands) {
          const rest = this.make(target, LIST);
          this.hold(rest, ELEMENTS, value);
          this.store(operand, scope, [rest]);
        }
        return;
      case 'attribute':
      case 'subscript':
        this.#storePart(target, scope, value);
        return;
      default:
        this.expression(target, scope);
    }
  }

  /** Stores a value as an attribute or an item of objects. */
  #storePart(target: PartTarget, scope: Scope, value: Value): void {
    const objects = this.expression(target.object, scope);
    const index = target.type === 'subscript' ? target.index.map((part) => this.expression(part, scope)) : [];
    this.changeByText(target.object, objects, scope, `${this.text(target)} is assigned`);
    this.domain?.stored(objects, value, target, index, false, this.here(target));
    for (const object of objects) {
      if (this.storeBySyntax(object, target, index, value)) continue;
      // frames and arrays copy what is stored into them
      if (object.kind === FRAME || object.kind === SERIES || object.kind === ARRAY) continue;
      if (object.meaning.type === 'library' || object.meaning.type === 'atom') continue;
      if (object === this.namespace) {
        this.#storeName(index[0] ?? [], value, target);
        continue;
      }
      const constant = index[0]?.length === 1 ? index[0][0]!.constant : undefined;
      const field =
        target.type === 'attribute'
          ? attributeField(target.attribute)
          : constant === undefined
            ? ELEMENTS
            : keyField(constant);
      this.hold(object, field, value);
    }
  }

  /** `globals()['x'] = …` */
  #storeName(key: Value, value: Value, target: Expression): void {
    const [only] = key;
    if (key.length === 1 && typeof only?.constant === 'string') {
      this.bind(only.constant, this.cell.scopes.module, value);
    } else this.wall(this.evidence('default', `binds names by ${this.text(target)}`));
  }

  /** `target += value` may change the object in place, and binds the name again. */
  protected update(node: Extract<Statement, { readonly type: 'update' }>, scope: Scope): void {
    const { target } = node;
    const before = this.expression(target, scope);
    const value = this.expression(node.value, scope);
    const objects = before.filter(({ isShared }) => isShared);
    const known = objects.every(({ kind }) => kind !== null);
    const root = this.rootOf(target, scope);
    const evidence = (name: string) =>
      this.evidence('text', `changes ${name}: ${this.text(node)}`, known, known);
    const operator = this.code.source.slice(target.to, node.value.from).replace(/[=()\s\\]/g, '');
    this.callSpecial(before, (OPERATORS[operator] ?? '').replace('__', '__i'), [value], target);
    this.change(objects, evidence, root, target.type !== 'name');
    this.domain?.stored(objects, value, target, [], true, this.here(node));
    const after = before.length > 0 ? before : value;
    const derived = this.derived(node, after, [before, value], { type: 'operation' });
    if (target.type === 'name') this.bind(target.id, scope, derived, 'assignment', objects.length > 0);
    else this.store(target, scope, derived);
  }

  protected delete(target: Expression, scope: Scope): void {
    if (target.type === 'name') this.unbind(target.id, scope);
    else if (target.type === 'display') for (const element of target.elements) this.delete(element, scope);
    else if (target.type === 'attribute' || target.type === 'subscript') {
      const objects = this.expression(target.object, scope);
      if (target.type === 'subscript') {
        const index = target.index.map((part) => this.expression(part, scope));
        this.domain?.deleted(objects, index, this.here(target));
        this.runSpecial(objects, ['__delitem__'], unionOf(index), target);
      } else this.runSpecial(objects, ['__delattr__'], [], target);
      this.changeByText(target.object, objects, scope, `${this.text(target)} is deleted`);
    }
  }
}
