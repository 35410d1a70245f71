/** An output inside of an output: those that an `Output` widget captured. It does not know how: `outputs.tsx`, which leads to widgets, says so. */

import type { FunctionComponent } from 'preact';
import type { Output } from '../../runtime/index.ts';

type OneOutput = FunctionComponent<{ output: Output; cell: string }>;

let component: OneOutput | null = null;

/** Says how an output is shown. */
export function showInnerOutputs(by: OneOutput): void {
  component = by;
}

/** An output inside of another one, in the same cell. */
export function InnerOutput({ output, cell }: { output: Output; cell: string }) {
  const Shown = component;
  return Shown && <Shown output={output} cell={cell} />;
}
