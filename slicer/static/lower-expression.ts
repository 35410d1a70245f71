/**
 * Lezer's expression nodes → the abstract syntax of syntax.ts.
 * Names and operators are read from the original text, since the parsed one is normalised. Statements: lower-statement.ts.
 * The file stays whole: the kinds of expressions contain each other.
 */
import type { SyntaxNode } from '@lezer/common';
import type {
  Argument,
  ComprehensionClause,
  ConstantExpression,
  DisplayForm,
  Expression,
  NameExpression,
  Parameter,
  Range,
} from './syntax.ts';

/** The lowering's input besides the tree. `magics` are the commands by offset. */
export interface LoweringContext {
  readonly original: string;
  readonly magics: ReadonlyMap<number, Expression>;
  /** Expressions cut out and parsed separately, by offset. */
  readonly fragments: ReadonlyMap<number, Expression>;
}

const EXPRESSION =
  /^(?:VariableName|Number|String|FormatString|ContinuedString|Ellipsis|None|Boolean|⚠|[A-Za-z]*Expression)$/;

/** The children of a node, in order. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

/** Whether a node is an expression (also a broken one), not a keyword or punctuation. */
export function isExpression(node: SyntaxNode): boolean {
  return EXPRESSION.test(node.name);
}

/** The original text of a node. */
export function textAt(node: SyntaxNode, context: LoweringContext): string {
  return context.original.slice(node.from, node.to);
}

/** The identifier at a node, or null where the normalisation put a stand-in. */
export function lowerName(node: SyntaxNode, context: LoweringContext): NameExpression | null {
  const text = textAt(node, context);
  if (!/^[\p{L}\p{Nl}_\u{a1}-\u{10ffff}]/u.test(text)) return null;
  return { type: 'name', id: text.normalize('NFKC'), from: node.from, to: node.to };
}

/** One expression of several separated by commas: a display if there are several or a trailing comma. */
export function lowerList(nodes: readonly SyntaxNode[], context: LoweringContext): Expression {
  const elements = nodes.filter(isExpression).map((node) => lowerExpression(node, context));
  const [first] = elements;
  if (first !== undefined && elements.length === 1 && !nodes.some((node) => node.name === ',')) return first;
  const from = nodes[0]?.from ?? 0;
  return { type: 'display', form: 'tuple', elements, from, to: nodes.at(-1)?.to ?? from };
}

function constant(node: SyntaxNode, context: LoweringContext): ConstantExpression {
  const text = textAt(node, context);
  let truth: boolean | null = null;
  if (node.name === 'Number') truth = /[1-9]/.test(text.replace(/[eE].*$/, '')) || /^0x.*[a-f]/i.test(text);
  if (text === 'True' || text === 'False') truth = text === 'True';
  if (text === 'None') truth = false;
  return { type: 'constant', truth, text, from: node.from, to: node.to };
}

function operation(node: SyntaxNode, context: LoweringContext): Expression {
  const operands: Expression[] = [];
  const collect = (parent: SyntaxNode) => {
    for (const child of childrenOf(parent)) {
      if (isExpression(child)) operands.push(lowerExpression(child, context));
      else if (/^(?:Format(?:Replacement|Spec)|TypeDef|ArgList|ParamList|Body)$/.test(child.name))
        collect(child);
    }
  };
  collect(node);
  return { type: 'operation', operands, from: node.from, to: node.to };
}

/** The `for … in … if …` part of a comprehension. */
function lowerClauses(nodes: readonly SyntaxNode[], context: LoweringContext): ComprehensionClause[] {
  const clauses: ComprehensionClause[] = [];
  let part: 'target' | 'iterable' | 'condition' | null = null;
  let target: SyntaxNode[] = [];
  for (const node of nodes) {
    if (node.name === 'for') {
      part = 'target';
      target = [];
    } else if (node.name === 'in' && part === 'target') part = 'iterable';
    else if (node.name === 'if') part = 'condition';
    else if (part === 'target') target.push(node);
    else if (part === 'iterable' && isExpression(node)) {
      const iterable = lowerExpression(node, context);
      clauses.push({ target: lowerList(target, context), iterable, conditions: [] });
    } else if (part === 'condition' && isExpression(node)) {
      const last = clauses.at(-1);
      if (last === undefined) continue;
      const conditions = [...last.conditions, lowerExpression(node, context)];
      clauses[clauses.length - 1] = { ...last, conditions };
    }
  }
  return clauses;
}

function comprehension(
  nodes: readonly SyntaxNode[],
  range: Range,
  context: LoweringContext,
  form: DisplayForm = 'tuple',
): Expression {
  const start = nodes.findIndex((node) => node.name === 'for' || node.name === 'async');
  const elements = nodes.slice(0, start).filter(isExpression);
  return {
    type: 'comprehension',
    form,
    elements: elements.map((node) => lowerExpression(node, context)),
    clauses: lowerClauses(nodes.slice(start), context),
    from: range.from,
    to: range.to,
  };
}

/** The arguments between the brackets of a call or of a class's bases. */
export function lowerArguments(list: SyntaxNode, context: LoweringContext): Argument[] {
  const result: Argument[] = [];
  let nodes: SyntaxNode[] = [];
  const flush = () => {
    let [first, operator] = nodes;
    const star = first?.name === '*' || first?.name === '**';
    let keyword: string | null = null;
    let rest = nodes;
    if (first?.name === 'VariableName' && operator?.name === 'AssignOp') {
      rest = nodes.slice(2);
      const value = rest.find(isExpression);
      if (textAt(operator, context) === ':=' && value !== undefined) {
        const target = lowerExpression(first, context);
        const lowered = lowerExpression(value, context);
        const walrus: Expression = { type: 'walrus', target, value: lowered, from: first.from, to: value.to };
        const clauses = lowerClauses(rest, context);
        const { from, to } = { from: first.from, to: rest.at(-1)!.to };
        const whole: Expression =
          clauses.length === 0
            ? walrus
            : { type: 'comprehension', form: 'tuple', elements: [walrus], clauses, from, to };
        result.push({ keyword: null, star: false, value: whole });
        nodes = [];
        return;
      }
      keyword = textAt(first, context).normalize('NFKC');
      [first, operator] = rest;
    }
    const values = rest.filter(isExpression);
    if (rest.some((node) => node.name === 'for')) {
      const range = { from: rest[0]!.from, to: rest.at(-1)!.to };
      result.push({ keyword, star: false, value: comprehension(rest, range, context) });
    } else {
      for (const value of values) result.push({ keyword, star, value: lowerExpression(value, context) });
    }
    nodes = [];
  };
  const children = childrenOf(list).filter((node) => node.name !== '(' && node.name !== ')');
  let target = false;
  for (const node of children) {
    // A comma between the targets of a generator expression separates no arguments.
    if (node.name === 'for') target = true;
    if (node.name === 'in') target = false;
    if (node.name === ',' && !target) flush();
    else nodes.push(node);
  }
  if (nodes.length > 0) flush();
  return result;
}

/** The parameters of a function or lambda. */
export function lowerParameters(list: SyntaxNode | null, context: LoweringContext): Parameter[] {
  const parameters: Parameter[] = [];
  let kind: Parameter['kind'] = 'positional';
  let keywordOnly = false;
  let state: 'name' | 'after' | 'default' = 'name';
  for (const node of list === null ? [] : childrenOf(list)) {
    const last = parameters.length - 1;
    if (node.name === ',') {
      if (kind === 'star') keywordOnly = true;
      kind = keywordOnly ? 'keyword' : 'positional';
      state = 'name';
    } else if (node.name === '*') kind = 'star';
    else if (node.name === '**') kind = 'double-star';
    else if (node.name === 'AssignOp') state = 'default';
    else if (node.name === 'TypeDef') {
      const annotation = childrenOf(node).find(isExpression);
      if (annotation !== undefined && last >= 0) {
        parameters[last] = { ...parameters[last]!, annotation: lowerExpression(annotation, context) };
      }
    } else if (node.name === 'VariableName' && state === 'name') {
      const name = lowerName(node, context)?.id ?? null;
      if (name !== null) parameters.push({ name, kind, annotation: null, default: null });
      state = 'after';
    } else if (state === 'default' && isExpression(node) && last >= 0) {
      parameters[last] = { ...parameters[last]!, default: lowerExpression(node, context) };
    }
  }
  return parameters;
}

function isComparison(node: SyntaxNode): boolean {
  if (node.name !== 'BinaryExpression') return false;
  const operator = childrenOf(node).find((child) => !isExpression(child));
  return operator !== undefined && /^(?:CompareOp|in|is|not)$/.test(operator.name);
}

function formOf({ name }: SyntaxNode): DisplayForm {
  if (name.startsWith('Array')) return 'list';
  return name.startsWith('Set') ? 'set' : name.startsWith('Dictionary') ? 'dict' : 'tuple';
}

/** One expression node. Broken ones keep the expressions found inside. */
export function lowerExpression(node: SyntaxNode, context: LoweringContext): Expression {
  const { from, to } = node;
  const lower = (child: SyntaxNode) => lowerExpression(child, context);
  const parts = () => childrenOf(node).filter(isExpression);
  switch (node.name) {
    case 'VariableName':
      return lowerName(node, context) ?? { type: 'constant', truth: null, text: '', from, to };
    case 'Number':
    case 'String':
    case 'None':
    case 'Boolean':
    case 'Ellipsis': {
      return context.magics.get(from) ?? context.fragments.get(from) ?? constant(node, context);
    }
    case 'ParenthesizedExpression': {
      const [inner] = parts();
      return inner === undefined ? operation(node, context) : lower(inner);
    }
    case 'TupleExpression':
    case 'ArrayExpression':
    case 'SetExpression':
    case 'DictionaryExpression':
      return { type: 'display', form: formOf(node), elements: parts().map(lower), from, to };
    case 'ComprehensionExpression':
    case 'ArrayComprehensionExpression':
    case 'SetComprehensionExpression':
    case 'DictionaryComprehensionExpression':
      return comprehension(childrenOf(node), node, context, formOf(node));
    case 'CallExpression': {
      const list = node.getChild('ArgList');
      const callee = parts()[0];
      if (list === null || callee === undefined) return operation(node, context);
      return { type: 'call', callee: lower(callee), arguments: lowerArguments(list, context), from, to };
    }
    case 'MemberExpression': {
      const [object, ...index] = parts();
      if (object === undefined) return operation(node, context);
      const attribute = node.getChild('PropertyName');
      if (attribute !== null) {
        return { type: 'attribute', object: lower(object), attribute: textAt(attribute, context), from, to };
      }
      return { type: 'subscript', object: lower(object), index: index.map(lower), from, to };
    }
    case 'NamedExpression':
    case 'BinaryExpression': {
      const [left, right] = parts();
      const operator = childrenOf(node).find((child) => !isExpression(child));
      if (left === undefined || right === undefined || operator === undefined)
        return operation(node, context);
      const text = textAt(operator, context);
      if (text === ':=') return { type: 'walrus', target: lower(left), value: lower(right), from, to };
      if (text === 'and' || text === 'or') {
        return { type: 'boolean', left: lower(left), right: lower(right), from, to };
      }
      if (isComparison(node) && isComparison(left)) {
        // `a < b < c`: c is not evaluated where a < b does not hold
        const chain: Expression = { type: 'boolean', left: lower(left), right: lower(right), from, to };
        return { type: 'operation', operands: [chain], from, to };
      }
      return operation(node, context);
    }
    case 'ConditionalExpression': {
      const [body, test, otherwise] = parts();
      if (body === undefined || test === undefined || otherwise === undefined)
        return operation(node, context);
      return {
        type: 'conditional',
        test: lower(test),
        body: lower(body),
        otherwise: lower(otherwise),
        from,
        to,
      };
    }
    case 'LambdaExpression': {
      const body = parts().at(-1);
      const parameters = lowerParameters(node.getChild('ParamList'), context);
      if (body === undefined) return operation(node, context);
      return { type: 'lambda', parameters, body: lower(body), from, to };
    }
    default:
      return operation(node, context);
  }
}
