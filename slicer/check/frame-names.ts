/** The names of a notebook that probably stand for pandas' frames, by their values and by the members that cells use. */

import type { CodeCell } from './facts.ts';
import { perCell } from './per-cell.ts';
import { walkSyntax } from './walk-syntax.ts';

/** Calls whose result is a frame. */
const MAKES =
  /^pandas\.(?:DataFrame|read_(?:csv|table|excel|json|parquet|sql\w*|feather|pickle|fwf|hdf|stata)|concat|merge|crosstab|pivot_table|get_dummies|json_normalize)$/;
/** Members that only frames have. */
const MEMBERS =
  /^(?:iloc|loc|iterrows|itertuples|groupby|merge|isnull|isna|dropna|fillna|drop_duplicates|sort_values|reset_index|set_index|to_csv|value_counts|describe|columns|dtypes|select_dtypes|pivot_table|query|assign|nunique|corr)$/;

/** Names bound to frames. A name with another surely known value is none. */
export function frameNames(code: readonly CodeCell[]): ReadonlySet<string> {
  const cells = code.map(frameNamesIn);
  const frames = new Set(cells.flatMap(({ frames }) => [...frames]));
  for (const { others } of cells) for (const name of others) frames.delete(name);
  return frames;
}

/** The names that stand for frames by a cell's text, and names with another value. */
const frameNamesIn = perCell((cell) => {
  const frames = new Set<string>();
  const others = new Set<string>();
  for (const statement of cell.statements) {
    if (statement.type !== 'assign') continue;
    for (const target of statement.targets) {
      if (target.type !== 'name') continue;
      const { value } = statement;
      const call = value.type === 'call' ? cell.calls.find(({ node }) => node === value) : undefined;
      if (call?.path != null && MAKES.test(call.path)) frames.add(target.id);
      else if (value.type === 'display' || value.type === 'constant' || value.type === 'comprehension')
        others.add(target.id);
    }
  }
  walkSyntax(
    cell.parsed.statements.map(({ body }) => body),
    (node) => {
      if (node.type === 'attribute' && node.object.type === 'name' && MEMBERS.test(node.attribute))
        frames.add(node.object.id);
    },
  );
  return { frames, others };
});
