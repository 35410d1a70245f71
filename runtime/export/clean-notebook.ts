/** A notebook for others to run: without outputs, counts, and what front ends have left. */

import { asJupyterNotebook, type JsonObject, type Notebook, serializeMended } from '../documents/index.ts';

/** Metadata of cells that tells how they ran or looked. */
const OF_RUNS = new Set([
  'collapsed',
  'execution',
  'ExecuteTime',
  'scrolled',
  'papermill',
  'executionInfo',
  'outputId',
  'collapsed_sections',
]);

/** The text of the clean notebook. */
export function cleanNotebook(notebook: Notebook): string {
  const { widgets: _, ...metadata } = notebook.metadata;
  const cells = notebook.cells.map((cell) => {
    const kept: JsonObject = Object.fromEntries(
      Object.entries(cell.metadata).filter(([key]) => !OF_RUNS.has(key)),
    );
    const changed = Object.keys(kept).length === Object.keys(cell.metadata).length ? cell.metadata : kept;
    return cell.type === 'code'
      ? { ...cell, metadata: changed, outputs: [], executionCount: null }
      : { ...cell, metadata: changed };
  });
  return serializeMended(asJupyterNotebook({ ...notebook, metadata, cells }));
}
