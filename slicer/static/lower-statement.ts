/**
 * Lezer's statement nodes → the abstract syntax of syntax.ts; ends are those of CPython's `ast`.
 * Expressions: lower-expression.ts. Patterns: lower-pattern.ts.
 */
import type { SyntaxNode } from '@lezer/common';
import {
  childrenOf,
  isExpression,
  type LoweringContext,
  lowerArguments,
  lowerExpression,
  lowerList,
  lowerName,
  lowerParameters,
} from './lower-expression.ts';
import { lowerPattern } from './lower-pattern.ts';
import { lowerAssignment, lowerImport, typeParameters } from './lower-simple.ts';
import type { Expression, Handler, MatchCase, Range, Statement, WithItem } from './syntax.ts';

/** Where the last token before an offset ends. */
export type EndOf = (offset: number) => number;

/** Lowering of statements: the expressions' context, and where statements end. */
export interface StatementContext extends LoweringContext {
  readonly endOf: EndOf;
}

/** The statements among nodes; decorators (expression statements that begin with `@`) join their definition. */
export function lowerStatements(nodes: readonly SyntaxNode[], context: StatementContext): Statement[] {
  const statements: Statement[] = [];
  let decorators: Statement[] = [];
  for (const node of nodes) {
    if (node.name === 'StatementGroup') {
      statements.push(...lowerStatements(childrenOf(node), context));
      continue;
    }
    const statement = lowerStatement(node, context);
    // An empty node is where the parser missed something.
    if (statement === null || statement.to <= statement.from) continue;
    if (context.original[node.from] === '@' && statement.type === 'expression') {
      decorators.push(statement);
      continue;
    }
    const from = decorators[0]?.from;
    if (from !== undefined && (statement.type === 'function' || statement.type === 'class')) {
      const values = decorators.map(decoratorIn);
      statements.push({ ...statement, from, decorators: values });
    } else statements.push(...decorators, statement);
    decorators = [];
  }
  statements.push(...decorators);
  return statements;
}

/** The expression of a decorator, which the parser has as `~expression` (grammar-gaps.ts). */
function decoratorIn(statement: Statement): Expression {
  const { value } = statement as Extract<Statement, { readonly type: 'expression' }>;
  return value.type === 'operation' && value.operands.length === 1 ? value.operands[0]! : value;
}

function lowerBody(body: SyntaxNode | null | undefined, context: StatementContext): Statement[] {
  return body === null || body === undefined ? [] : lowerStatements(childrenOf(body), context);
}

function lowerWith(node: SyntaxNode, range: Range, context: StatementContext): Statement {
  const keyword = context.original.slice(node.from, node.from + 5);
  const body = lowerBody(node.getChild('Body'), context);
  const groups: { before: string; nodes: SyntaxNode[] }[] = [{ before: '', nodes: [] }];
  for (const child of childrenOf(node)) {
    if (/^(?:async|with|Body|:)$/.test(child.name)) continue;
    const before = context.original.slice(child.from, child.from + 2);
    if (child.name === ',' || child.name === 'as') groups.push({ before, nodes: [] });
    else groups.at(-1)!.nodes.push(child);
  }
  if (keyword === 'match') {
    const nodes = groups.flatMap((group) => group.nodes);
    const subject = lowerList(nodes, context);
    const cases = lowerCases(node.getChild('Body'), context);
    return { type: 'match', subject, cases, ...range };
  }
  const items: WithItem[] = [];
  for (const { before, nodes } of groups) {
    const value = nodes.find(isExpression);
    if (value === undefined) continue;
    const last = items.at(-1);
    if (before === 'as' && last !== undefined) {
      items[items.length - 1] = { context: last.context, target: lowerExpression(value, context) };
    } else items.push({ context: lowerExpression(value, context), target: null });
  }
  return { type: 'with', items, body, ...range };
}

function lowerCases(body: SyntaxNode | null, context: StatementContext): MatchCase[] {
  const cases: MatchCase[] = [];
  for (const node of body?.getChildren('WithStatement') ?? []) {
    const patterns: SyntaxNode[] = [];
    let guard: Expression | null = null;
    let guarded = false;
    let commas = 0;
    for (const child of childrenOf(node)) {
      if (child.name === ',') {
        if (context.original.slice(child.from, child.from + 2) === 'if') guarded = true;
        else commas++;
      } else if (isExpression(child)) {
        if (guarded) guard = lowerExpression(child, context);
        else patterns.push(child);
      }
    }
    const pattern = lowerPattern(patterns, commas > 0, context);
    const statements = lowerBody(node.getChild('Body'), context);
    const to = statements.at(-1)?.to ?? context.endOf(node.to);
    cases.push({ pattern, guard, body: statements, from: node.from, to });
  }
  return cases;
}

function lowerTry(node: SyntaxNode, context: StatementContext): Statement {
  const blocks = { try: [] as Statement[], else: [] as Statement[], finally: [] as Statement[] };
  const handlers: Handler[] = [];
  let part = 'try';
  let exception: Expression | null = null;
  let name: Handler['name'] = null;
  let from = node.from;
  for (const child of childrenOf(node)) {
    if (/^(?:try|except|else|finally)$/.test(child.name)) {
      part = child.name;
      [exception, name, from] = [null, null, child.from];
    } else if (child.name === 'Body') {
      const body = lowerBody(child, context);
      if (part === 'except') handlers.push({ exception, name, body, from, to: context.endOf(child.to) });
      else blocks[part as keyof typeof blocks] = body;
    } else if (part === 'except' && isExpression(child)) {
      if (exception === null) exception = lowerExpression(child, context);
      else name = lowerName(child, context);
    }
  }
  return {
    type: 'try',
    body: blocks.try,
    handlers,
    otherwise: blocks.else,
    finally: blocks.finally,
    from: node.from,
    to: context.endOf(node.to),
  };
}

/** `if`/`elif`/`else`: each `elif` is the only statement of the `else` before it, as in CPython. */
function lowerIf(children: readonly SyntaxNode[], range: Range, context: StatementContext): Statement {
  const bodyAt = children.findIndex((child) => child.name === 'Body');
  const end = bodyAt < 0 ? children.length : bodyAt;
  const test = children.slice(1, end).find(isExpression);
  const rest = children.slice(end + 1);
  const next = rest[0];
  let otherwise: Statement[] = [];
  if (next?.name === 'elif') otherwise = [lowerIf(rest, { from: next.from, to: range.to }, context)];
  else if (next !== undefined)
    otherwise = lowerBody(
      rest.find((child) => child.name === 'Body'),
      context,
    );
  return {
    type: 'if',
    test: test === undefined ? null : lowerExpression(test, context),
    body: lowerBody(children[bodyAt], context),
    otherwise,
    ...range,
  };
}

function lowerFor(node: SyntaxNode, range: Range, context: StatementContext): Statement {
  const children = childrenOf(node);
  const start = children.findIndex((child) => child.name === 'for');
  const middle = children.findIndex((child) => child.name === 'in');
  const [body, otherwise] = node.getChildren('Body');
  const end = children.findIndex((child) => child.name === 'Body');
  return {
    type: 'for',
    target: lowerList(children.slice(start + 1, middle), context),
    iterable: lowerList(children.slice(middle + 1, end < 0 ? children.length : end), context),
    body: lowerBody(body, context),
    otherwise: lowerBody(otherwise, context),
    ...range,
  };
}

/** Imprecise: a function counts as a generator also for the word `yield` in a string, a comment, or an inner function. */
const YIELDS = /\byield\b/;

/** One statement, or null for punctuation. A node that is no statement (broken code) keeps the expressions inside. */
export function lowerStatement(node: SyntaxNode, context: StatementContext): Statement | null {
  const range = { from: node.from, to: context.endOf(node.to) };
  const children = childrenOf(node);
  const expressions = children.filter(isExpression);
  const values = () => expressions.map((child) => lowerExpression(child, context));
  switch (node.name) {
    case 'ExpressionStatement':
      return { type: 'expression', value: lowerList(children, context), ...range };
    case 'AssignStatement':
      return lowerAssignment(node, range, context);
    case 'UpdateStatement': {
      const at = children.findIndex((child) => child.name === 'UpdateOp');
      const target = lowerList(children.slice(0, at), context);
      return { type: 'update', target, value: lowerList(children.slice(at + 1), context), ...range };
    }
    case 'DeleteStatement':
      return { type: 'delete', targets: values(), ...range };
    case 'ReturnStatement':
      return { type: 'return', values: values(), ...range };
    case 'RaiseStatement':
      return { type: 'raise', values: values(), ...range };
    case 'AssertStatement':
      return { type: 'assert', values: values(), ...range };
    case 'PassStatement':
      return { type: 'pass', ...range };
    case 'BreakStatement':
      return { type: 'break', ...range };
    case 'ContinueStatement':
      return { type: 'continue', ...range };
    case 'ImportStatement':
      return lowerImport(node, range, context);
    case 'ScopeStatement': {
      const names = children.flatMap((child) =>
        child.name === 'VariableName' ? [lowerName(child, context)?.id ?? ''] : [],
      );
      return { type: node.firstChild?.name === 'nonlocal' ? 'nonlocal' : 'global', names, ...range };
    }
    case 'TypeDefinition': {
      const name = node.getChild('VariableName');
      const value = expressions.filter((child) => child.from !== name?.from).at(-1);
      return {
        type: 'type-alias',
        name: name === null ? null : lowerName(name, context),
        typeParameters: typeParameters(node, context),
        value: value === undefined ? null : lowerExpression(value, context),
        ...range,
      };
    }
    case 'IfStatement':
      return lowerIf(children, range, context);
    case 'WhileStatement': {
      const [body, otherwise] = node.getChildren('Body');
      const test = expressions[0];
      return {
        type: 'while',
        test: test === undefined ? null : lowerExpression(test, context),
        body: lowerBody(body, context),
        otherwise: lowerBody(otherwise, context),
        ...range,
      };
    }
    case 'ForStatement':
      return lowerFor(node, range, context);
    case 'TryStatement':
      return lowerTry(node, context);
    case 'WithStatement':
      return lowerWith(node, range, context);
    case 'FunctionDefinition': {
      const name = node.getChild('VariableName');
      const returns = node.getChild('TypeDef');
      const type = returns === null ? undefined : childrenOf(returns).find(isExpression);
      return {
        type: 'function',
        name: name === null ? null : lowerName(name, context),
        decorators: [],
        typeParameters: typeParameters(node, context),
        parameters: lowerParameters(node.getChild('ParamList'), context),
        returns: type === undefined ? null : lowerExpression(type, context),
        body: lowerBody(node.getChild('Body'), context),
        deferred:
          node.firstChild?.name === 'async' || YIELDS.test(context.original.slice(node.from, node.to)),
        ...range,
      };
    }
    case 'ClassDefinition': {
      const name = node.getChild('VariableName');
      const bases = node.getChild('ArgList');
      return {
        type: 'class',
        name: name === null ? null : lowerName(name, context),
        decorators: [],
        typeParameters: typeParameters(node, context),
        bases: bases === null ? [] : lowerArguments(bases, context).map((argument) => argument.value),
        body: lowerBody(node.getChild('Body'), context),
        ...range,
      };
    }
    default:
      if (/^[a-z:;,]*$/.test(node.name) || node.name === 'Comment') return null;
      return { type: 'expression', value: lowerExpression(node, context), ...range };
  }
}
