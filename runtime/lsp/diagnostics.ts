/** Problems of a notebook as diagnostics of its documents. */

import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import type { Problem, ProblemKey } from '../live/index.ts';
import type { OpenCell, OpenNotebook } from './open-notebook.ts';

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

/** The name of the server beside each diagnostic. */
export const SOURCE = 'sluice';

/** By document, the diagnostics of all documents of a notebook. */
export function diagnosticsOf(
  notebook: OpenNotebook,
  problems: readonly Problem[],
): ReadonlyMap<string, readonly Diagnostic[]> {
  const found = new Map<string, Diagnostic[]>(notebook.cells.map(({ uri }) => [uri, []]));
  const cells = new Map(notebook.cells.map((each) => [each.cell.id, each]));
  for (const problem of problems) {
    // a problem of the whole notebook stands at its first cell
    const open = problem.cell === null ? notebook.cells[0] : cells.get(problem.cell);
    if (open !== undefined) found.get(open.uri)!.push(diagnosticOf(problem, open, cells));
  }
  return found;
}

function diagnosticOf(problem: Problem, open: OpenCell, cells: ReadonlyMap<string, OpenCell>): Diagnostic {
  const { code, severity, message, why, cell, path } = problem;
  const data: ProblemKey = { code, cell, message };
  return {
    range: rangeOf(problem, open),
    severity: SEVERITIES[severity],
    code,
    source: SOURCE,
    message: why === null ? message : `${message}\n${why}`,
    relatedInformation: path.flatMap(({ cell: other, line, what }) => {
      const place = cells.get(other);
      if (place === undefined) return [];
      return [{ location: { uri: place.uri, range: wholeLine(place, line) }, message: what }];
    }),
    data,
  };
}

function rangeOf({ line, from, to }: Problem, open: OpenCell): Diagnostic['range'] {
  if (line === null) return wholeLine(open, 1);
  const at = open.firstLine + line - 1;
  return { start: { line: at, character: from }, end: { line: at, character: to } };
}

/** A line of a cell, from 1. */
function wholeLine({ cell, firstLine }: OpenCell, line: number): Diagnostic['range'] {
  const at = firstLine + line - 1;
  const text = cell.source.split('\n')[line - 1] ?? '';
  const start = text.length - text.trimStart().length;
  return { start: { line: at, character: start }, end: { line: at, character: text.length } };
}
