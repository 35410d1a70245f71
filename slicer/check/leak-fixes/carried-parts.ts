/** Follows treated data to their division. It gives up if a statement on the way uses anything but their columns. */

import type { DividedPart, Division } from './division.ts';
import { takes } from './kept-columns.ts';
import { assignmentAt, boundBy, mentions, namesIn, type PageStatement } from './page-statements.ts';
import type { DataStep, Steps } from './steps.ts';

/**
 * The part of the division that receives the data of a step. Null: several parts do, the text does not tell,
 * or other statements use the data.
 */
export function carriedPart(
  page: readonly PageStatement[],
  { learns, data }: Steps,
  division: Division,
): DividedPart | null {
  const places = [...(learns === null ? [] : [learns.place]), ...data.map(({ place }) => place)];
  const first = { ...data[0], columns: columnsFor(data[0], places) };
  const isNew = (column: string) =>
    !page.slice(0, data[0].place.at).some((each) => columnsIn(each).includes(column));
  const made = namesOf(data[0]).filter((column) => isNew(column) && !readBy(data[0]).includes(column));
  // a selection by its name, which then stands before the column
  const namesNew = ({ cell, statement }: PageStatement) =>
    made.some((column) =>
      new RegExp(`(['"])${column}\\1`).test(cell.source.slice(statement.from, statement.to)),
    );
  if (page.slice(data[0].place.at + 1, division.place.at + 1).some(namesNew)) return null;
  const held = new Set([first.target]);
  const needed = new Set(
    [learns?.place.statement, ...data.map(({ place }) => place.statement)].flatMap((each) =>
      each === undefined ? [] : namesIn(each.body).map(({ id }) => id),
    ),
  );
  const steps = new Set([learns?.place, ...data.map(({ place }) => place)]);
  for (const each of page.slice((learns?.place ?? first.place).at + 1, division.place.at)) {
    if (steps.has(each)) continue;
    if ([...boundBy(each)].some((name) => needed.has(name))) return null;
    if (mentions(each.statement.body, held) && !follow(each, held, first, page)) return null;
  }
  const parts = division.parts.filter(({ whole }) => takenOf(whole, held, first, page) === 'columns');
  const others = division.parts.filter(({ whole }) => takenOf(whole, held, first, page) === null);
  const [part] = parts;
  if (part === undefined || parts.length > 1 || others.some(({ whole }) => mentions(whole, held)))
    return null;
  // a later use of all rows must not get untreated rows
  for (const name of boundBy(division.place)) held.delete(name);
  const isUsed = page.slice(division.place.at + 1).some(({ statement }) => mentions(statement.body, held));
  return isUsed ? null : part;
}

/** A column by name: `d['a']`, `groupby('a')`. */
const COLUMN = /(?:\[\s*|\bgroupby\(\s*)(['"])([^'"]*)\1/g;

const namesOf = ({ columns }: DataStep): readonly string[] =>
  columns === 'all' || columns === 'array' ? [] : columns;

/** The columns on the right of a step's assignment. */
const readBy = ({ place }: DataStep): readonly string[] => {
  const [, ...values] = place.cell.source
    .slice(place.statement.from, place.statement.to)
    .split(/(?<![=!<>])=(?!=)/);
  return [...values.join('=').matchAll(COLUMN)].map((match) => match[2]!);
};

const columnsIn = ({ cell, statement }: PageStatement): readonly string[] =>
  [...cell.source.slice(statement.from, statement.to).matchAll(COLUMN)].map((match) => match[2]!);

/** The columns of a step, and the other columns that the steps read: a part without them cannot be treated. */
function columnsFor({ columns }: DataStep, places: readonly PageStatement[]): DataStep['columns'] {
  if (columns === 'all' || columns === 'array') return columns;
  return [...new Set([...columns, ...places.flatMap(columnsIn)])];
}

function takenOf(
  expression: DividedPart['whole'],
  held: ReadonlySet<string>,
  { columns }: DataStep,
  page: readonly PageStatement[],
): 'columns' | 'others' | null {
  if (expression.type === 'name') return held.has(expression.id) ? 'columns' : 'others';
  return columns === 'array' ? null : takes(expression, held, columns, page);
}

/**
 * Adds the names that a statement gives to columns of the data; returns false if the statement uses the data
 * in another way.
 */
function follow(
  place: PageStatement,
  held: Set<string>,
  step: DataStep,
  page: readonly PageStatement[],
): boolean {
  const assignment = assignmentAt(place);
  if (assignment === null) return false;
  const { target, value } = assignment;
  const [names, values] =
    target.type === 'display' && value.type === 'display'
      ? [target.elements, value.elements]
      : [[target], [value]];
  if (names.length !== values.length) return false;
  const taken = values.map((each) =>
    mentions(each, held) ? takenOf(each, held, step, page) : ('others' as const),
  );
  return names.every((name, i) => {
    if (name.type !== 'name' || taken[i] === null) return false;
    if (taken[i] === 'columns') held.add(name.id);
    else held.delete(name.id);
    return true;
  });
}
