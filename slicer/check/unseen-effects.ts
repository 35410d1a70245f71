/** Whether a cell may do something that neither names nor outputs show. When in doubt, it may. */

import { worldMentions } from '../static/index.ts';
import type { CodeCell } from './facts.ts';

/** Calls whose whole point is a setting or a change outside of the notebook's names. */
const EFFECTS =
  /(?:^|\.)(?:seed|set_\w+|setup|use|style|filterwarnings|simplefilter|basicConfig|chdir|update|register\w*|enable\w*|disable\w*|init\w*|config\w*|connect\w*|login|authenticate\w*|mount|download|install|sleep|request\w*|get|post|put|delete|urlretrieve|extractall|close|start|join|send\w*|makedirs|mkdir|environ\w*|autolog|watch|clear_session|theme|apply|run|main)$/;

/** It has commands, imports, unknown names, or calls that may change files, settings, services or streams. */
export function hasUnseenEffects(cell: CodeCell): boolean {
  return (
    cell.opaque ||
    /^\s*%%/.test(cell.source) ||
    cell.parsed.opaque ||
    cell.parsed.errors.length > 0 ||
    cell.imports.length > 0 ||
    cell.parsed.statements.some(({ magics }) => magics.length > 0) ||
    cell.calls.some(({ path, inFunction }) => !inFunction && (path === null || EFFECTS.test(path))) ||
    storesIntoModule(cell) ||
    worldMentions(cell.source).length > 0
  );
}

/** `pd.options.display.max_rows = 99`, `os.environ['X'] = …`, `plt.rcParams[…] = …`: a target of which no name is bound or changed. */
function storesIntoModule(cell: CodeCell): boolean {
  return cell.statements.some(
    (statement) =>
      (statement.type === 'assign' || statement.type === 'delete') &&
      statement.targets.some(({ type }) => type === 'attribute' || type === 'subscript'),
  );
}
