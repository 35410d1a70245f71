/**
 * Lezer's nodes of assignments and imports, and type parameters → the abstract syntax. Other statements: lower-statement.ts.
 */
import type { SyntaxNode } from '@lezer/common';
import {
  childrenOf,
  isExpression,
  type LoweringContext,
  lowerExpression,
  lowerList,
  lowerName,
  textAt,
} from './lower-expression.ts';
import type { ImportedName, Range, Statement, TypeParameter } from './syntax.ts';

/** The type parameters of a definition. */
export function typeParameters(node: SyntaxNode, context: LoweringContext): TypeParameter[] {
  const list = node.getChild('TypeParamList');
  const result: TypeParameter[] = [];
  for (const parameter of list?.getChildren('TypeParam') ?? []) {
    const name = parameter.getChild('VariableName');
    const bound = parameter.getChild('TypeDef');
    const value = bound === null ? undefined : childrenOf(bound).find(isExpression);
    const id = name === null ? null : lowerName(name, context);
    if (id !== null) result.push({ name: id.id, bound: value ? lowerExpression(value, context) : null });
  }
  return result;
}

/** `a = b = value`, `target: annotation = value`. */
export function lowerAssignment(node: SyntaxNode, range: Range, context: LoweringContext): Statement {
  const groups: SyntaxNode[][] = [[]];
  for (const child of childrenOf(node)) {
    if (child.name === 'AssignOp') groups.push([]);
    else groups.at(-1)!.push(child);
  }
  const annotation = node.getChild('TypeDef');
  const values = groups.map((group) =>
    lowerList(
      group.filter((child) => child.name !== 'TypeDef'),
      context,
    ),
  );
  const { from, to } = range;
  if (annotation !== null) {
    const type = childrenOf(annotation).find(isExpression);
    return {
      type: 'annotated',
      target: values[0]!,
      annotation: type ? lowerExpression(type, context) : { type: 'operation', operands: [], from, to: from },
      value: values[1] ?? null,
      simple: groups[0]![0]?.name === 'VariableName',
      from,
      to,
    };
  }
  return { type: 'assign', targets: values.slice(0, -1), value: values.at(-1)!, from, to };
}

/** `import …` and `from … import …`. */
export function lowerImport(node: SyntaxNode, range: Range, context: LoweringContext): Statement {
  const children = childrenOf(node);
  const start = children.findIndex((child) => child.name === 'import');
  const isFrom = children[0]?.name === 'from';
  const module = isFrom
    ? children
        .slice(1, start)
        .map((child) => textAt(child, context))
        .join('')
    : null;
  const names: ImportedName[] = [];
  let path = '';
  let bound: string | null = null;
  let renamed = false;
  const flush = () => {
    if (bound !== null) names.push({ bound, path });
    [path, bound, renamed] = ['', null, false];
  };
  for (const child of children.slice(start + 1)) {
    const name = child.name === 'VariableName' ? lowerName(child, context) : null;
    if (child.name === ',') flush();
    else if (child.name === 'as') renamed = true;
    else if (name !== null) {
      if (!renamed) path += path === '' ? name.id : `.${name.id}`;
      if (renamed || bound === null) bound = name.id;
    }
  }
  flush();
  const star = isFrom && children.slice(start + 1).some((child) => child.name === '*');
  return { type: 'import', module, names, star, ...range };
}
