/**
 * An output inside another output: captured by an `Output` widget. `outputs.tsx`, which imports widgets, sets
 * the component for it.
 */

import type { FunctionComponent } from 'preact';
import type { Output } from '../../runtime/index.ts';

type OneOutput = FunctionComponent<{ output: Output; cell: string }>;

let component: OneOutput | null = null;

/** Sets the component that shows an output. */
export function showInnerOutputs(by: OneOutput): void {
  component = by;
}

/** An output inside another one, in the same cell. */
export function InnerOutput({ output, cell }: { output: Output; cell: string }) {
  const Shown = component;
  return Shown && <Shown output={output} cell={cell} />;
}
