/** The analysis of open notebooks by their texts: variables, and states of cells. One per version is kept. */

import { dirname } from 'node:path';
import type { Position } from 'vscode-languageserver';
import { CodeImpact, type FoundVariable, variableAt } from '../../slicer/index.ts';
import { Libraries } from '../checking/index.ts';
import { cellAt, type OpenCell, type OpenNotebook, offsetIn } from './open-notebook.ts';

/** A variable at a position. */
export interface NamedVariable extends FoundVariable {
  readonly open: OpenCell;
}

/** The analyses. */
export class Analyses {
  readonly #libraries = new Libraries();
  readonly #known = new Map<string, { readonly version: number; readonly impact: CodeImpact }>();

  /** The analysis of a notebook as it stands. @throws {SluiceError} for a mistake in the folder's declarations */
  of(notebook: OpenNotebook): CodeImpact {
    const { uri, version, path, cells } = notebook;
    const known = this.#known.get(uri);
    if (known?.version === version) return known.impact;
    const code = cells.filter(({ cell }) => cell.type === 'code');
    const runs = code
      .flatMap(({ cell, ran }) =>
        cell.type === 'code' && cell.executionCount !== null && ran !== null && ran.trim() !== ''
          ? [{ cell: cell.id, source: ran, count: cell.executionCount }]
          : [],
      )
      .sort((a, b) => a.count - b.count);
    const impact = new CodeImpact(
      { cells: code.map(({ cell: { id, source } }) => ({ cell: id, source })), runs },
      this.#libraries.around(dirname(path)),
    );
    this.#known.set(uri, { version, impact });
    return impact;
  }

  /** Drops a closed notebook. */
  closed({ uri }: OpenNotebook): void {
    this.#known.delete(uri);
  }

  /** The variable at a position; null: there is no global name. */
  variableAt(notebook: OpenNotebook, uri: string, position: Position): NamedVariable | null {
    const open = cellAt(notebook, uri, position);
    if (open === null || open.cell.type !== 'code') return null;
    const { id, source } = open.cell;
    const offset = offsetIn(open, position);
    const found = variableAt(this.of(notebook), { cell: id, source }, offset);
    return found && { ...found, open };
  }
}
