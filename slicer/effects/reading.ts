/** The state of reading a file of stubs, and its list of mistakes. */

import type { SyntaxNode } from '@lezer/common';
import type { AttributeStub, Stub, StubProblem } from './model.ts';

/** The state of reading a file: the sections, and the definitions that can be copied. */
export interface Reading {
  readonly file: string;
  readonly text: string;
  readonly modules: string[];
  readonly stubs: Map<string, Stub>;
  readonly attributes: AttributeStub[];
  readonly lineEnds: readonly number[];
  readonly problems: StubProblem[];
  module: string | null;
}

/** The text of a node. */
export function textOf(reading: Reading, node: SyntaxNode): string {
  return reading.text.slice(node.from, node.to);
}

/** The line of a node, from 1. */
export function lineOf(reading: Reading, node: SyntaxNode): number {
  let [low, high] = [0, reading.lineEnds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reading.lineEnds[middle]! < node.from) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}

/** Reports a mistake, the first of its line. */
export function report(reading: Reading, node: SyntaxNode, message: string): void {
  const line = lineOf(reading, node);
  if (reading.problems.some((problem) => problem.line === line)) return;
  reading.problems.push({ file: reading.file, line, message });
}
