/** Whether a cell shows something when it runs, as far as its text and its saved outputs tell. When in doubt, it does. */

import type { CellStatement } from '../static/parse.ts';
import type { CheckedCell, FoundCall } from './facts.ts';

const SHOWS =
  /^(?:print|pprint|display|input|help)$|(?:^|\.)(?:show|display|print|pprint|plot\w*|hist\w*|boxplot|scatter\w*|bar\w*|imshow|subplots?|figure|savefig|\w*plot|heatmap|pie|info|summary|evaluate|fit\w*|run|write\w*|log|warn\w*|debug)$|^matplotlib\.|^seaborn\.|^plotly\.|^logging\./;

/** Whether a cell prints, draws, or ends with a value that is shown. */
export function showsSomething(
  cell: CheckedCell & {
    readonly parsed: { readonly statements: readonly CellStatement[]; readonly opaque: boolean };
    readonly calls: readonly FoundCall[];
  },
): boolean {
  if (cell.outputs.length > 0) return true;
  if (cell.executionCount !== null) return false;
  const { statements, opaque } = cell.parsed;
  if (opaque || statements.some(({ magics }) => magics.length > 0)) return true;
  if (endsWithValue(cell.source, statements)) return true;
  return cell.calls.some(({ path }) => path === null || SHOWS.test(path));
}

/** Whether IPython shows the value of the cell's last statement, if it is not None. */
export function endsWithValue(source: string, statements: readonly CellStatement[]): boolean {
  const last = statements.at(-1);
  if (last === undefined) return false;
  const rest = source.slice(last.to).replace(/#[^\n]*/g, '');
  return last.body.at(-1)?.type === 'expression' && !/;\s*$/.test(last.text + rest.trim());
}
