/** Reads the parameters of a stub, with their notes and defaults. */

import type { SyntaxNode } from '@lezer/common';
import { childrenOf, readConstant } from './annotation.ts';
import type { Constant, Parameter, ParameterKind, ReadNote } from './model.ts';
import { type Reading, report, textOf } from './reading.ts';

const NOTES: Readonly<Record<string, ReadNote>> = { Held: 'held', Shallow: 'shallow', Length: 'length' };

/** The parameters in brackets. */
export function readParameters(reading: Reading, list: SyntaxNode): readonly Parameter[] {
  const parameters: Parameter[] = [];
  let prefix = '';
  let keywordOnly = false;
  const children = childrenOf(list);
  for (const [index, child] of children.entries()) {
    if (child.name === '*' || child.name === '**') prefix = child.name;
    if (child.name === ',' && prefix === '*') keywordOnly = true;
    if (child.name === ',') prefix = '';
    if (child.name !== 'VariableName') continue;
    const kind: ParameterKind =
      prefix === '*' ? 'var' : prefix === '**' ? 'varkw' : keywordOnly ? 'kw' : 'pos';
    let note: ReadNote = null;
    let fallback: Constant | undefined;
    for (let next = index + 1; next < children.length && children[next]!.name !== ','; next++) {
      const part = children[next]!;
      if (part.name === 'TypeDef') note = readNote(reading, part);
      if (children[next - 1]!.name === 'AssignOp') fallback = readDefault(reading, part);
    }
    const parameter = { name: textOf(reading, child), kind, note };
    parameters.push(fallback === undefined ? parameter : { ...parameter, default: fallback });
  }
  return parameters;
}

function readNote(reading: Reading, node: SyntaxNode): ReadNote {
  const word = textOf(reading, node).replace(/^:\s*/, '');
  if (Object.hasOwn(NOTES, word)) return NOTES[word]!;
  report(
    reading,
    node,
    `"${word}" is no note on how much is read; write Held, Shallow or Length, or nothing (deep)`,
  );
  return null;
}

function readDefault(reading: Reading, node: SyntaxNode): Constant | undefined {
  const value = readConstant(node, reading.text);
  if (value === undefined && node.name !== 'Ellipsis') {
    report(
      reading,
      node,
      `the default "${textOf(reading, node)}" is no literal; write = ... when it does not matter`,
    );
  }
  return value;
}
