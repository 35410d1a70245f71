/** The surroundings and the small parts of an annotation in a stub: literals, subscripts, reports of mistakes. */

import type { SyntaxNode } from '@lezer/common';
import type { Constant } from './model.ts';

/** The surroundings of an annotation: its text, the parameters it may name, whether it is one of an attribute, and the receiver of mistakes. */
export interface AnnotationScope {
  readonly text: string;
  readonly parameters: ReadonlySet<string>;
  readonly ofAttribute?: boolean;
  report(node: SyntaxNode, message: string): void;
}

/** The children with a meaning: all except comments. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.name !== 'Comment') children.push(child);
  }
  return children;
}

/** The value of a literal node; undefined, without a report, if the node is none. */
export function readConstant(node: SyntaxNode, text: string): Constant | undefined {
  const source = text.slice(node.from, node.to);
  switch (node.name) {
    case 'None':
      return null;
    case 'Boolean':
      return source === 'True';
    case 'String':
      return /^(["'])[^\\]*\1$/.test(source) && !source.startsWith('"""') ? source.slice(1, -1) : undefined;
    case 'Number':
      return Number.isFinite(Number(source)) ? Number(source) : undefined;
    case 'UnaryExpression':
      return /^-\s*[\d.]+$/.test(source) ? Number(source.replace(/\s/g, '')) : undefined;
    default:
      return undefined;
  }
}

/** `Head[a, b]` as its head (null for another shape) and its arguments. */
export function readSubscript(
  node: SyntaxNode,
  scope: AnnotationScope,
): readonly [string | null, readonly SyntaxNode[]] {
  const [head, bracket, ...rest] = childrenOf(node);
  if (node.name !== 'MemberExpression' || bracket?.name !== '[') return [null, []];
  const args = rest.filter((child) => child.name !== ',' && child.name !== ']');
  return [head?.name === 'VariableName' ? sourceOf(head, scope) : '', args];
}

/** The text of a node; empty for a missing one. */
export function sourceOf(node: SyntaxNode | undefined, scope: AnnotationScope): string {
  return node ? scope.text.slice(node.from, node.to) : '';
}

/** Reports a mistake; the node has no meaning then. */
export function refuse(node: SyntaxNode, scope: AnnotationScope, message: string): null {
  scope.report(node, message);
  return null;
}
