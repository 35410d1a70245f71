/** Whether a cell displays something when it runs, by its text and its saved outputs. In doubt, it does. */

import type { CellStatement, ParsedCell } from '../static/parse.ts';
import type { CheckedCell, FoundCall } from './facts.ts';

/** The notebook's facts about displays. */
export interface ShowingNotebook {
  /** Whether the notebook has saved outputs: then a cell that has run without any displays nothing. */
  readonly keepsOutputs: boolean;
  /** Functions of the notebook that print or draw. */
  readonly loud: ReadonlySet<string>;
}

const SHOWS =
  /^(?:print|pprint|display|input|help)$|(?:^|\.)(?:show|display|print|pprint|plot\w*|hist\w*|boxplot|scatter\w*|bar\w*|imshow|subplots?|figure|savefig|\w*plot|heatmap|pie|info|summary|evaluate|fit\w*|run|write\w*|log|warn\w*|debug)$|^(?:matplotlib|seaborn|plotly|logging|tqdm)\./;

/** Whether a call with this path displays something, by its name. */
export function isDisplay(path: string): boolean {
  return SHOWS.test(path);
}

/** Whether a cell prints, draws, or ends with a displayed value. */
export function showsSomething(
  cell: CheckedCell & { readonly parsed: ParsedCell; readonly calls: readonly FoundCall[] },
  { keepsOutputs, loud }: ShowingNotebook,
): boolean {
  if (cell.outputs.length > 0) return true;
  if (cell.executionCount !== null && keepsOutputs) return false;
  const { statements, opaque } = cell.parsed;
  if (opaque || statements.some(({ magics }) => magics.length > 0)) return true;
  if (endsWithValue(cell.source, statements)) return true;
  return cell.calls.some(
    ({ path, node }) =>
      path === null || SHOWS.test(path) || (node.callee.type === 'name' && loud.has(node.callee.id)),
  );
}

/** A cell's functions and classes whose text displays something. */
export function functionsThatShow({ statements }: ParsedCell): string[] {
  return statements.flatMap(({ body, text }) =>
    body.flatMap((statement) =>
      (statement.type === 'function' || statement.type === 'class') &&
      statement.name !== null &&
      /\b(?:print|display|plt|show|plot\w*|hist|sns|write)\b/.test(text)
        ? [statement.name.id]
        : [],
    ),
  );
}

/** Whether IPython displays the value of the cell's last statement, if it is not None. */
export function endsWithValue(source: string, statements: readonly CellStatement[]): boolean {
  const last = statements.at(-1);
  if (last === undefined) return false;
  const rest = source.slice(last.to).replace(/#[^\n]*/g, '');
  return last.body.at(-1)?.type === 'expression' && !/;\s*$/.test(last.text + rest.trim());
}
