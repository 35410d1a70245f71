/**
 * Interprets expressions: their values, and the reads, bindings and changes in them. call-values.ts handles
 * calls, function-values.ts bodies.
 */
import type { Scope } from '../scopes.ts';
import type { ComprehensionExpression, Expression, LambdaExpression, Range } from '../syntax.ts';
import { type BoundCall, bindCall, elementsOf, positional } from './bound-call.ts';
import { formatTexts, joinTexts } from './known-texts.ts';
import { readLiteral } from './literals.ts';
import {
  AbstractObject,
  attributeField,
  ELEMENTS,
  type FunctionCode,
  keyField,
  ownPath,
  unionOf,
  type Value,
} from './objects.ts';
import { OPERATORS } from './operators.ts';
import { ARRAY, FRAME, LIST, SERIES } from './part-values.ts';
import { CONTAINS, KEYS, REFLECTED, TEXTS, UNARY } from './special-methods.ts';
import { TargetValues } from './target-values.ts';
import { fileName } from './world-actions.ts';

type Operation = Extract<Expression, { readonly type: 'operation' }>;
type CallExpression = Extract<Expression, { readonly type: 'call' }>;

/** The interpretation of expressions. */
export abstract class ExpressionValues extends TargetValues {
  readonly #constants = new Map<string, Value>();

  /** Interprets a call. */
  protected abstract call(node: CallExpression, scope: Scope): Value;
  /** The declared results of a call; null: undeclared. */
  protected abstract resultsOfCall(call: BoundCall, node: Range): Value | null;
  /** Notes the definition of a function. */
  protected abstract defined(code: FunctionCode): void;

  expression(node: Expression, scope: Scope): Value {
    if (!this.count()) return [];
    switch (node.type) {
      case 'name':
        return this.load(node, scope);
      case 'constant':
        return this.constant(node.text);
      case 'lambda':
        return [this.lambda(node, scope)];
      case 'comprehension':
        return this.comprehension(node, scope);
      case 'call':
        return this.call(node, scope);
      case 'attribute':
        return this.attribute(this.expression(node.object, scope), node.attribute, node);
      case 'subscript': {
        const object = this.expression(node.object, scope);
        const index = node.index.map((part) => this.expression(part, scope));
        return this.subscript(object, index, node);
      }
      case 'walrus': {
        const value = this.expression(node.value, scope);
        this.store(node.target, scope, value);
        return value;
      }
      case 'conditional': {
        this.tested(this.expression(node.test, scope), node.test);
        const ways: Value[] = [];
        this.branches([node.body, node.otherwise].map((way) => () => ways.push(this.expression(way, scope))));
        return unionOf(ways);
      }
      case 'boolean': {
        const left = this.tested(this.expression(node.left, scope), node.left);
        let right: Value = [];
        this.perhaps(() => {
          right = this.expression(node.right, scope);
        });
        return unionOf([left, right]);
      }
      case 'display':
        return [this.display(node, scope)];
      case 'operation':
        return this.operation(node, scope);
      case 'magic':
        // IPython keeps text that it cannot evaluate, and reports missing names
        this.uses.paths.harmless(() => {
          for (const read of node.reads) this.expression(read, scope);
        });
        for (const name of node.writes)
          this.bind(name, this.cell.scopes.module, [this.make(node, null, name)]);
        this.uses.paths.harmless(() => {
          for (const name of node.deletes) this.unbind(name, this.cell.scopes.module);
        });
        if (node.file !== null) {
          const name = fileName(node.file);
          this.accesses.useWorld(name, 'writes', this.evidence('text', `writes ${name}`), true);
        }
        if (node.unknownWrites)
          this.wall(this.evidence('default', `runs ${this.text(node)}, which may bind any name`));
        return [this.make(node, null)];
    }
  }

  /** A literal as a known atom. */
  private constant(text: string): Value {
    const known = this.#constants.get(text);
    if (known !== undefined) return known;
    const { kind, constant } = readLiteral(text);
    const made = [this.atom(kind, constant)];
    this.#constants.set(text, made);
    return made;
  }

  protected lambda(node: LambdaExpression, scope: Scope): AbstractObject {
    const defaults = this.defaults(node, scope);
    const path = ownPath('<lambda>', scope);
    const code: FunctionCode = { path, node, cell: this.code, defaults, binding: 'instance' };
    const made = this.makeAs(node, () => new AbstractObject({ type: 'function', code }, null), 'lambda');
    this.keepClosure(made, code);
    this.defined(code);
    return made;
  }

  /** A function keeps its defaults, and the variables of enclosing functions. */
  protected keepClosure(made: AbstractObject, { node, defaults }: FunctionCode): void {
    this.hold(made, attributeField('__defaults__'), unionOf(defaults.values()));
    const scope = this.code.scopes.of.get(node);
    if (this.depth === 0 || scope === undefined) return;
    for (const name of scope.uses) {
      const key = scope.bound.has(name) && !scope.nonlocals.has(name) ? name : this.key(name, scope);
      if (key.includes('#')) this.hold(made, attributeField(name), this.state.get(key)?.value ?? []);
    }
  }

  protected defaults({ parameters }: FunctionCode['node'], scope: Scope): ReadonlyMap<string, Value> {
    const found = new Map<string, Value>();
    for (const { name, default: given } of parameters) {
      if (name !== null && given !== null) found.set(name, this.expression(given, scope));
    }
    return found;
  }

  private display(node: Extract<Expression, { readonly type: 'display' }>, scope: Scope): AbstractObject {
    const made = this.make(node, `builtins.${node.form}`);
    const values = node.elements.map((element) => this.expression(element, scope));
    const isMapping = node.form === 'dict' && values.length % 2 === 0;
    if (isMapping || node.form === 'set')
      for (const value of values) this.runSpecial(value, KEYS, value, node);
    for (const [i, value] of values.entries()) {
      const element = node.elements[i]!;
      if (isMapping && i % 2 === 0) continue;
      if (isMapping) {
        const [key] = values[i - 1]!;
        this.hold(made, key?.constant === undefined ? ELEMENTS : keyField(key.constant), value);
      } else if (this.isStarred(element)) this.hold(made, ELEMENTS, this.elements(value, element));
      else this.hold(made, node.form === 'set' || node.form === 'dict' ? ELEMENTS : keyField(i), value);
    }
    return made;
  }

  protected isStarred(node: Expression): boolean {
    return node.type === 'operation' && this.code.source[node.from] === '*';
  }

  /** Operators make new values, of the same kind as their operands. */
  private operation(node: Extract<Expression, { readonly type: 'operation' }>, scope: Scope): Value {
    const values = node.operands.map((operand) => this.expression(operand, scope));
    this.#operatedSpecially(node, values);
    const own = this.operatedBySyntax(node, values);
    if (own !== null) return own;
    return this.derived(node, this.operated(node, values), values, { type: 'operation' });
  }

  /** Runs the special methods behind an operator, but for the one of its first operand. */
  #operatedSpecially(node: Operation, values: readonly Value[]): void {
    if (values.every((value) => value.every(({ ofClass, fields }) => ofClass === null && fields.size === 0)))
      return;
    const text = this.code.source.slice(node.from, node.from + 10);
    if (/^[rRbB]*[fF][rRbB]*["']/.test(text)) {
      for (const [i, value] of values.entries()) this.runSpecialOf(TEXTS, value, node.operands[i]!);
      return;
    }
    const [left, right] = values;
    if (left === undefined) return;
    if (right === undefined) {
      const unary = /^(?:not\b|[-+~])/.exec(text)?.[0] ?? '';
      this.runSpecial(left, UNARY[unary] ?? [], [], node.operands[0]!);
      return;
    }
    for (const [i, value] of values.slice(1).entries()) {
      const operator = this.operatorOf(node.operands.slice(i));
      const operand = node.operands[i + 1]!;
      if (/^(?:not)?in$/.test(operator)) {
        this.runSpecial(value, CONTAINS, left, operand);
        this.runSpecial([...left, ...elementsOf(value)], KEYS, left, operand);
      }
      const reflected = REFLECTED[operator];
      if (reflected !== undefined) this.runSpecial(value, [reflected], left, operand);
      if (operator === '%') this.runSpecialOf(TEXTS, value, operand);
      // lists and tuples compare their elements
      if (/^(?:[<>]=?|[!=]=)$/.test(operator))
        this.runSpecialOf({ elements: ['__eq__', '__lt__', '__gt__'] }, [...left, ...value], operand);
    }
  }

  /** An operator on an object with a known text, such as a path; null: its class declares no result. */
  private operatedByLibrary(
    { operands }: Operation,
    [left, right]: readonly Value[],
    node: Range,
  ): Value | null {
    const [object] = left ?? [];
    if (right === undefined || object?.meaning.type !== 'instance' || object.constant === undefined)
      return null;
    const method = OPERATORS[this.operatorOf(operands)];
    const spec =
      object.kind === null || method === undefined ? null : this.library.method(object.kind, method);
    return spec && this.resultsOfCall(bindCall(spec, [object], [positional(right)]), node);
  }

  private isOperator({ operands }: Operation, operator: string): boolean {
    return this.operatorOf(operands) === operator;
  }

  private operatorOf([left, right]: readonly Expression[]): string {
    return this.code.source.slice(left!.to, right!.from).replace(/[()\s\\]/g, '');
  }

  /** The result of an operator that the class of its first operand defines; null: the notebook defines none. */
  private operatedBySyntax(
    { operands }: Extract<Expression, { readonly type: 'operation' }>,
    values: readonly Value[],
  ): Value | null {
    if (operands.length !== 2 || !values[0]!.some(({ ofClass }) => ofClass !== null)) return null;
    const method = OPERATORS[this.operatorOf(operands)];
    return method === undefined ? null : this.callSpecial(values[0]!, method, [values[1]!], operands[0]!);
  }

  private operated(
    node: Extract<Expression, { readonly type: 'operation' }>,
    values: readonly Value[],
  ): Value {
    const known = this.operatedByLibrary(node, values, node);
    if (known !== null) return known;
    const operands = unionOf(values);
    const text = this.code.source.slice(node.from, node.from + 10);
    if (text.startsWith('yield')) {
      this.frame.returned.push(text.startsWith('yield from') ? this.elements(operands, node) : operands);
      return [this.make(node, null)];
    }
    if (this.isStarred(node) || /^await\b/.test(text)) return operands;
    for (const kind of [FRAME, SERIES, ARRAY]) {
      if (operands.some((operand) => operand.kind === kind)) return [this.make(node, kind)];
    }
    if (operands.some(({ kind }) => kind === LIST)) {
      const made = this.make(node, LIST);
      this.hold(made, ELEMENTS, this.elements(operands, node));
      return [made];
    }
    if (/^[rRbB]*[fF][rRbB]*["']/.test(text)) {
      // (in a loop the text may grow with each turn)
      const known = this.loops > 0 ? undefined : formatTexts(this.code.source, node, node.operands, values);
      return [this.atom('builtins.str', known)];
    }
    if (this.loops === 0 && values.length === 2 && this.isOperator(node, '+')) {
      const known = joinTexts(values[0]!, values[1]!);
      if (known !== undefined) return [this.atom('builtins.str', known)];
    }
    if (operands.every(({ meaning }) => meaning.type !== 'instance'))
      return [this.atom(operands[0]?.kind ?? 'builtins.int')];
    return [this.make(node, null)];
  }

  private comprehension(node: ComprehensionExpression, scope: Scope): Value {
    const inner = this.code.scopes.of.get(node) ?? scope;
    const [first] = node.clauses;
    const source = first === undefined ? [] : this.expression(first.iterable, scope);
    const made = this.make(node, node.form === 'tuple' ? 'builtins.generator' : `builtins.${node.form}`);
    const tests: Value[] = [];
    const run = () => {
      for (const [i, { target, iterable, conditions }] of node.clauses.entries()) {
        const value = i === 0 ? source : this.expression(iterable, inner);
        this.store(target, inner, this.elements(value, iterable));
        for (const condition of conditions)
          tests.push(this.tested(this.expression(condition, inner), condition));
      }
      const values = node.elements.map((element) => this.expression(element, inner));
      const held = node.form === 'dict' ? values.slice(1) : values;
      this.hold(made, ELEMENTS, unionOf(held));
    };
    this.loops += 1;
    this.perhaps(run);
    this.loops -= 1;
    // a generator runs where its elements are taken
    if (node.form === 'tuple') this.later.keep(made, { cell: this.cell.number, code: this.code, run });
    return tests.length === 0 ? [made] : this.derived(node, [made], tests, { type: 'filtered' });
  }
}
