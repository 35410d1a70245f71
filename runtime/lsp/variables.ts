/** Answers about variables: hover, definition, references, and renaming over all cells of a notebook. */

import {
  type Hover,
  type Location,
  LSPErrorCodes,
  MarkupKind,
  type Range,
  ResponseError,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { definitionsAt, isVariableName, type VariableRange, type VariableUse } from '../../slicer/index.ts';
import type { Analyses, NamedVariable } from './analyses.ts';
import { editsTo, type OpenCell, type OpenNotebook, rangeIn } from './open-notebook.ts';

/** The writers and readers of a variable. */
export function hoverOf(notebook: OpenNotebook, { name, open, variable, here }: NamedVariable): Hover {
  const lines = [
    `**${name}**`,
    ...listOf('set or changed by', variable.writers, notebook),
    ...listOf('read by', variable.readers, notebook),
  ];
  return {
    contents: { kind: MarkupKind.Markdown, value: lines.join('\n\n') },
    range: rangeIn(open, here.from, here.to),
  };
}

function listOf(words: string, uses: readonly VariableUse[], notebook: OpenNotebook): string[] {
  if (uses.length === 0) return [];
  const cells = uses.map(({ cell, line, why }) => `- cell ${numberOf(notebook, cell)}, line ${line}: ${why}`);
  return [`${words}\n${cells.join('\n')}`];
}

/** The position of a cell among the code cells, from 1. */
export function numberOf({ cells }: OpenNotebook, id: string): number {
  return cells.filter(({ cell }) => cell.type === 'code').findIndex(({ cell }) => cell.id === id) + 1;
}

/** Where the value at a position was bound: by the cell itself above the position, or by cells above. */
export function definitionsOf(notebook: OpenNotebook, { variable, here }: NamedVariable): Location[] {
  return locations(notebook, definitionsAt(variable, here));
}

/** All places of a variable. */
export function referencesOf(
  notebook: OpenNotebook,
  { variable }: NamedVariable,
  withBindings: boolean,
): Location[] {
  return locations(
    notebook,
    variable.places.filter(({ binds }) => withBindings || !binds),
  );
}

function locations(notebook: OpenNotebook, places: readonly VariableRange[]): Location[] {
  return places.map(({ cell, from, to }) => {
    const open = openCell(notebook, cell);
    return { uri: open.uri, range: rangeIn(open, from, to) };
  });
}

function openCell({ cells }: OpenNotebook, id: string): OpenCell {
  return cells.find(({ cell }) => cell.id === id)!;
}

/** The range of the name to rename. */
export function renameRange({ open, here }: NamedVariable): Range {
  return rangeIn(open, here.from, here.to);
}

/** The edits of a renaming. @throws {ResponseError} for a name that clashes, with the cells and reasons */
export function renameEdits(
  notebook: OpenNotebook,
  { name, open }: NamedVariable,
  to: string,
  analyses: Analyses,
): WorkspaceEdit {
  if (!isVariableName(to))
    throw new ResponseError(LSPErrorCodes.RequestFailed, `${to} cannot be the name of a variable`);
  const renaming = analyses.of(notebook).rename({ cell: open.cell.id, name, to });
  if (renaming === null)
    throw new ResponseError(LSPErrorCodes.RequestFailed, `no cell has a variable ${name} any more`);
  const clashes = renaming.clashes.map(
    ({ cell, line, why }) => `cell ${numberOf(notebook, cell)}, line ${line}, ${why}`,
  );
  if (clashes.length > 0)
    throw new ResponseError(LSPErrorCodes.RequestFailed, `${to}: ${clashes.join('; ')}`);
  return workspaceEdit(notebook, renaming.sources);
}

/** The edits that give cells other texts. Null deletes a text. */
export function workspaceEdit(
  notebook: OpenNotebook,
  sources: ReadonlyMap<string, string | null>,
): WorkspaceEdit {
  const changes: Record<string, TextEdit[]> = {};
  for (const [id, source] of sources) {
    const open = openCell(notebook, id);
    changes[open.uri] = [...(changes[open.uri] ?? []), ...editsTo(open, source)];
  }
  return { changes };
}
