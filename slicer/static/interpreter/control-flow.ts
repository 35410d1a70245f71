/**
 * Statements that direct the flow: choices, loops, exceptions and exits. They join the states at which their
 * ways end; statement-values.ts interprets the statements on a way.
 */
import { catchesMissing } from '../catches-missing.ts';
import type { Scope } from '../scopes.ts';
import type { Expression, Range, Statement } from '../syntax.ts';
import { DefinitionValues } from './definition-values.ts';
import { type FunctionCode, isIterator, keyField, type Value } from './objects.ts';
import { type Changes, State } from './state.ts';

type Of<Type extends Statement['type']> = Extract<Statement, { readonly type: Type }>;

/** The truth of a constant test, otherwise null. */
function constantTruth(test: Expression | null): boolean | null {
  return test?.type === 'constant' ? test.truth : null;
}

type Loop = Of<'for' | 'while'>;

/**
 * The limit of rounds through a loop's body. Contents of objects only grow, so the rounds end anyway; the
 * limit bounds the time.
 */
const MOST_ROUNDS = 4;

/** The longest literal list that a loop visits element by element. */
const MOST_LISTED = 6;

/** The elements of one list or tuple, in order; null: they are not known one by one, or there are too many. */
function listedElements(iterable: Value): readonly Value[] | null {
  const [only] = iterable;
  if (iterable.length !== 1 || !/^builtins\.(?:list|tuple)$/.test(only!.kind ?? '')) return null;
  const { fields } = only!;
  if (fields.size === 0 || fields.size > MOST_LISTED) return null;
  const elements: Value[] = [];
  for (let i = 0; i < fields.size; i++) {
    const held = fields.get(keyField(i));
    if (held === undefined) return null;
    elements.push([...held]);
  }
  return elements;
}

/** The interpretation of control flow. */
export abstract class ControlFlow extends DefinitionValues {
  /** The states at the exits of the running body, as changes since its entry. */
  #exits: Changes[] = [];
  /** The states at the jumps out of the running loop and to its next round, as changes since its head. */
  #breaks: Changes[] = [];
  #continues: Changes[] = [];
  /** The state at the head of the running loop. */
  #loop: State | null = null;
  /** The state at the entry of the running body. */
  #entry: State | null = null;

  protected body({ node }: FunctionCode, scope: Scope): void {
    const outer = { exits: this.#exits, loop: this.#loop, entry: this.#entry };
    [this.#exits, this.#loop, this.#entry] = [[], null, this.state];
    const before = this.state;
    this.state = new State(before);
    if (node.type === 'lambda') this.frame.returned.push(this.expression(node.body, scope));
    else this.block(node.body, scope);
    if (!this.state.dead) this.#exits.push(this.state.since(before));
    this.state = before;
    if (this.#exits.length > 0) before.join(this.#exits);
    [this.#exits, this.#loop, this.#entry] = [outer.exits, outer.loop, outer.entry];
  }

  /** Leaves the running body: by `return`, or by an exception. */
  protected leave(node: Of<'return' | 'raise'>, scope: Scope): void {
    const values = node.values.map((value) => this.expression(value, scope));
    if (node.type === 'return') {
      this.frame.returned.push(this.#returned(values, node));
      if (this.#entry !== null) this.#exits.push(this.state.since(this.#entry));
    }
    this.uses.paths.leave();
    this.state.dead = true;
  }

  /** The result of a `return`: several values make a tuple. */
  #returned(values: readonly Value[], node: Range): Value {
    const [only] = values;
    if (values.length < 2) return only ?? [];
    const tuple = this.make(node, 'builtins.tuple');
    for (const [i, value] of values.entries()) this.hold(tuple, keyField(i), value);
    return [tuple];
  }

  /** Leaves the running loop, or its round. */
  protected jump(type: 'break' | 'continue', node: Range): void {
    if (type === 'break') this.domain?.ended(this.here(node));
    if (this.#loop !== null)
      (type === 'break' ? this.#breaks : this.#continues).push(this.state.since(this.#loop));
    this.uses.paths.leaveLoop();
    this.state.dead = true;
  }

  protected choice(node: Of<'if'>, scope: Scope): void {
    const test = node.test === null ? [] : this.tested(this.expression(node.test, scope), node.test);
    this.domain?.entered(test);
    const truth = constantTruth(node.test);
    const ways = [node.body, node.otherwise].map((block) => () => this.block(block, scope));
    if (truth === null) this.branches(ways);
    else ways[truth ? 0 : 1]!();
    this.domain?.left();
  }

  protected match(node: Of<'match'>, scope: Scope): void {
    const subject = this.expression(node.subject, scope);
    const ways = node.cases.map(({ pattern, guard, body }) => () => {
      for (const value of pattern.values) this.expression(value, scope);
      for (const name of pattern.captures) this.store(name, scope, subject);
      if (guard !== null) this.expression(guard, scope);
      this.block(body, scope);
    });
    const exhaustive = node.cases.some(({ pattern, guard }) => pattern.irrefutable && guard === null);
    this.branches(exhaustive ? ways : [...ways, () => {}]);
  }

  /** Unsound, static analysis only: undeclared context managers may swallow exceptions. */
  protected withStatement(node: Of<'with'>, scope: Scope): void {
    const { paths } = this.uses;
    let [swallows, passes] = [false, true];
    const managers = node.items.map(({ context, target }): [Expression, Value] => {
      let value: Value = [];
      const enter = () => {
        value = this.expression(context, scope);
        const entered = this.callSpecial(value, '__enter__', [], context);
        // a function under `contextlib.contextmanager` gives what it yields
        const generators = value.filter(({ kind }) => kind === 'builtins.generator');
        const yielded = generators.length === 0 ? value : this.elements(generators, context);
        if (target !== null) this.store(target, scope, entered ?? yielded);
      };
      if (passes) enter();
      else paths.perhaps(enter);
      const letsOut = value.map(({ kind }) => (kind === null ? null : this.library.letsOut(kind)));
      swallows ||= letsOut.includes(false);
      passes &&= letsOut.length > 0 && letsOut.every((each) => each === true);
      return [context, value];
    });
    const entered = this.state;
    const body = () => this.block(node.body, scope);
    if (swallows) {
      const surely = this.sure;
      this.state = new State(entered);
      this.sure = false;
      paths.harmless(body);
      this.sure = surely;
      const ends = this.state.dead ? [] : [this.state.since(entered)];
      this.state = entered;
      entered.join([new Map(), ...ends]);
    } else if (passes) body();
    else paths.perhaps(body);
    const { dead } = this.state;
    this.state.dead = false;
    for (const [context, value] of managers.reverse())
      this.callSpecial(value, '__exit__', [[], [], []], context);
    this.state.dead ||= dead;
  }

  protected loop(node: Loop, scope: Scope): void {
    const outer = { breaks: this.#breaks, continues: this.#continues, loop: this.#loop };
    const surely = this.sure;
    const iterable = node.type === 'for' ? this.expression(node.iterable, scope) : [];
    const head = this.state;
    const one = node.type === 'for' ? listedElements(iterable) : null;
    const truth = node.type === 'while' ? constantTruth(node.test) : null;
    this.loops += 1;
    const { turn } = this;
    this.#breaks = [];
    const { paths } = this.uses;
    const body = () => this.block(node.body, scope);
    for (let round = 0; round < (one?.length ?? MOST_ROUNDS); round++) {
      const { held } = this;
      this.state = new State(head);
      [this.#continues, this.#loop] = [[], head];
      if (node.type === 'for') this.#consumeBy(node, iterable, scope);
      else if (node.test !== null) this.tested(this.expression(node.test, scope), node.test);
      if (truth === false) {
        this.state = head;
        break;
      }
      this.sure = false;
      if (node.type === 'for') {
        if (one !== null) this.turn = `${turn}/${round}`;
        const element = one?.[round] ?? this.elements(iterable, node.iterable);
        paths.perhaps(() => this.store(node.target, scope, element, 'loop'));
      }
      if (truth === true) paths.loop(body);
      else paths.perhaps(body);
      this.sure = surely;
      const ends = [...this.#breaks, ...this.#continues];
      if (!this.state.dead) ends.push(this.state.since(head));
      this.state = head;
      const changed = head.join([new Map(), ...ends]);
      if (this.isCutOff || (one === null && !changed && held === this.held)) break;
    }
    this.loops -= 1;
    this.turn = turn;
    const exits = this.#breaks;
    [this.#breaks, this.#continues, this.#loop] = [outer.breaks, outer.continues, outer.loop];
    if (node.otherwise.length > 0 && truth !== true) {
      this.state = new State(head);
      this.sure = false;
      paths.perhaps(() => this.block(node.otherwise, scope));
      this.sure = surely;
      if (!this.state.dead) exits.push(this.state.since(head));
      this.state = head;
      if (exits.length > 0) head.join(exits);
    } else if (truth === true) {
      if (exits.length > 0) head.join(exits);
      else head.dead = true;
    }
  }

  /** A loop takes elements of iterators. */
  #consumeBy(node: Of<'for'>, iterable: Value, scope: Scope): void {
    const how = 'a loop takes its elements';
    this.changeByText(node.iterable, iterable.filter(isIterator), scope, how);
    this.mayChangeForeign(iterable, how);
  }

  protected tryStatement(node: Of<'try'>, scope: Scope): void {
    const before = this.state;
    const surely = this.sure;
    const { paths } = this.uses;
    this.state = new State(before);
    const run = () => this.block(node.body, scope);
    if (node.handlers.length === 0) run();
    else {
      this.sure = false;
      if (node.handlers.some(({ exception }) => catchesMissing(exception))) paths.harmless(run);
      else paths.perhaps(run);
    }
    const body = this.state.since(before);
    paths.perhaps(() => this.block(node.otherwise, scope));
    const ends = this.state.dead ? [] : [this.state.since(before)];
    this.sure = false;
    paths.perhaps(() => {
      for (const { exception, name, body: handler } of node.handlers) {
        this.state = new State(before);
        this.state.join([new Map(), body]);
        if (exception !== null) this.expression(exception, scope);
        if (name !== null) this.bind(name.id, scope, [this.make(name, 'builtins.Exception')]);
        this.block(handler, scope);
        if (this.state.dead) continue;
        if (name !== null) this.unbind(name.id, scope);
        ends.push(this.state.since(before));
      }
    });
    if (node.finally.length > 0) {
      // it also runs after a failure, when no binding of the body is sure
      this.state = new State(before);
      this.state.join([new Map(), body, ...ends]);
      paths.perhaps(() => this.block(node.finally, scope));
    }
    this.sure = surely;
    this.state = before;
    if (ends.length > 0) before.join(ends);
    else before.dead = true;
    if (node.finally.length > 0) {
      const { dead } = this.state;
      this.state.dead = false;
      this.block(node.finally, scope);
      this.state.dead ||= dead;
    }
  }
}
