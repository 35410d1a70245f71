/** The number of the run in the outputs of a cell: only a result has it. */

/** The outputs of the run with this number; null: without a number, so that two runs can be compared. */
export function withCount<T extends { readonly output_type?: unknown }>(
  outputs: readonly T[],
  count: number | null,
): readonly T[] {
  return outputs.map((each) =>
    each.output_type === 'execute_result' ? { ...each, execution_count: count } : each,
  );
}
