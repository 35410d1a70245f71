/** Whether a cell may have an effect that neither names nor outputs show. In doubt, it may. */

import { worldMentions } from '../static/index.ts';
import type { CodeCell, NotebookFacts } from './facts.ts';

/** Whether the cell has commands, imports, unknown calls, or calls that change files, settings, services or streams. */
export function hasUnseenEffects({ world }: NotebookFacts, cell: CodeCell): boolean {
  return (
    cell.opaque ||
    /^\s*%%/.test(cell.source) ||
    cell.parsed.opaque ||
    cell.parsed.errors.length > 0 ||
    cell.imports.length > 0 ||
    cell.parsed.statements.some(({ magics }) => magics.length > 0) ||
    storesIntoModule(cell) ||
    worldMentions(cell.source).length > 0 ||
    world.isOpen(cell) ||
    world.actions.some((action) => action.cell === cell && action.does !== 'reads')
  );
}

/**
 * `pd.options.display.max_rows = 99`, `os.environ['X'] = …`, `plt.rcParams[…] = …`: a store into a target
 * without a bound or changed name.
 */
function storesIntoModule(cell: CodeCell): boolean {
  return cell.statements.some(
    (statement) =>
      (statement.type === 'assign' || statement.type === 'delete') &&
      statement.targets.some(({ type }) => type === 'attribute' || type === 'subscript'),
  );
}
