/**
 * One variable of a notebook: its places in the texts, the cells that write and read it. Cells use the same
 * variable if one finds the other's value in a run from the top.
 */

import type { PageOrder } from './expected-runs.ts';
import { findNamePlaces, type NameRange } from './name-places.ts';

/** A variable; `cell` selects the variable that this cell uses, if the notebook has several; null: all of the name. */
export interface VariableName {
  readonly cell: string | null;
  readonly name: string;
}

export interface VariableRange {
  readonly cell: string;
  readonly from: number;
  readonly to: number;
  readonly binds: boolean;
}

/** The use of a variable by a cell. */
export interface VariableUse {
  readonly cell: string;
  /** 1-based line of the cell. */
  readonly line: number;
  /** Words to follow the name of the cell: `changes train: fillna with inplace=True`. */
  readonly why: string;
}

export interface Variable {
  /** In page order. */
  readonly places: readonly VariableRange[];
  /** For the cell that was asked about: where the value that it finds at its beginning was bound. */
  readonly definitions: readonly VariableRange[];
  readonly writers: readonly VariableUse[];
  readonly readers: readonly VariableUse[];
}

/** Describes the variable that a cell uses. Null: the cell does not have the name. */
export function describeVariable(page: PageOrder, cell: string, name: string): Variable | null {
  const found = placesOfVariable(page, { cell, name });
  if (found === null) return null;
  const places = found.map((own, at) =>
    own.map(({ from, to, binds }): VariableRange => ({ cell: page.cells[at]!.cell, from, to, binds })),
  );
  const isMeant = (_: unknown, at: number): boolean => found[at]!.length > 0;
  const meant = page.cells.filter(isMeant);
  return {
    places: places.flat(),
    definitions: page
      .bindersAbove(name, page.placeOf(cell))
      .flatMap((at) => places[at]!.findLast(({ binds }) => binds) ?? []),
    writers: meant.flatMap(({ cell: writer, changes, binds }): VariableUse[] => {
      const change = changes.get(name);
      if (change !== undefined) return [{ cell: writer, line: change.line, why: change.why }];
      return binds.has(name) ? [{ cell: writer, line: 1, why: `imports ${name}` }] : [];
    }),
    readers: meant.flatMap(({ cell: reader, reads }) => {
      const use = reads.get(name);
      return use === undefined ? [] : [{ cell: reader, line: use.line, why: use.why }];
    }),
  };
}

/** For each cell of the page, its places of the variable. Null: no cell has the name, or this cell does not. */
export function placesOfVariable(
  page: PageOrder,
  { cell, name }: VariableName,
): readonly (readonly NameRange[])[] | null {
  const places = page.cells.map(({ source }) => findNamePlaces(source, name));
  const meaning = meaningOfName(page, name, places);
  const at = cell === null ? -1 : page.placeOf(cell);
  const group = at < 0 ? null : meaning[at]!;
  if (cell !== null && group === null) return null;
  return places.map((own, place) =>
    meaning[place] !== null && (group === null || meaning[place] === group) ? own : [],
  );
}

/** For each cell, a number shared by the cells with the same variable; null: the cell does not have the name. */
function meaningOfName(
  page: PageOrder,
  name: string,
  places: readonly (readonly NameRange[])[],
): (number | null)[] {
  const group = page.cells.map((_, at) => at);
  const root = (at: number): number => (group[at] === at ? at : root(group[at]!));
  const join = (a: number, b: number) => {
    group[root(a)] = root(b);
  };
  const hasIt = page.cells.map(
    ({ reads, needs, gives, deletes }, at) =>
      places[at]!.length > 0 || reads.has(name) || needs.has(name) || gives.has(name) || deletes.has(name),
  );
  const mentioned = hasIt.flatMap((has, at) => (has && places[at]!.length > 0 ? [at] : []));
  for (const [at, { reads, needs, gives, replaces, deletes }] of page.cells.entries()) {
    if (!hasIt[at]) continue;
    const isTaken = reads.has(name) || needs.has(name) || deletes.has(name);
    const isNew = gives.has(name) && replaces.has(name) && !isTaken;
    if (!isNew) for (const writer of page.bindersAbove(name, at)) join(at, writer);
    // the cell has the name only through functions, or only in functions
    if (places[at]!.length === 0 || (!isTaken && !gives.has(name))) {
      for (const other of mentioned) join(at, other);
    }
  }
  return hasIt.map((has, at) => (has ? root(at) : null));
}

/** The places where the value at a place was bound: in its own cell above, or by cells above. */
export function definitionsAt(variable: Variable, here: VariableRange): readonly VariableRange[] {
  const own = variable.places.filter(({ cell }) => cell === here.cell);
  const above = own.findLast(({ binds, from }) => binds && from <= here.from);
  if (above !== undefined) return [above];
  if (variable.definitions.length > 0) return variable.definitions;
  // a function that is called later finds the bindings below
  return variable.places.filter(({ binds }) => binds);
}

const NAME = /[\p{L}_][\p{L}\p{N}_]*/gu;

/** The name at an offset of a text; null: there is none. */
export function nameAt(source: string, offset: number): string | null {
  const start = source.lastIndexOf('\n', offset - 1) + 1;
  const end = source.indexOf('\n', offset);
  const line = source.slice(start, end < 0 ? undefined : end);
  const at = offset - start;
  const found = [...line.matchAll(NAME)].find(
    ({ 0: name, index }) => index <= at && at <= index + name.length,
  );
  return found?.[0] ?? null;
}

/** A variable at an offset of a cell. */
export interface FoundVariable {
  readonly name: string;
  readonly variable: Variable;
  readonly here: VariableRange;
}

/** The variable at an offset of a cell; null: there is no global name. */
export function variableAt(
  notebook: { variable(cell: string, name: string): Variable | null },
  { cell, source }: { readonly cell: string; readonly source: string },
  offset: number,
): FoundVariable | null {
  const name = nameAt(source, offset);
  if (name === null) return null;
  const variable = notebook.variable(cell, name);
  const here = variable?.places.find(
    (place) => place.cell === cell && place.from <= offset && offset <= place.to,
  );
  return variable && here ? { name, variable, here } : null;
}
