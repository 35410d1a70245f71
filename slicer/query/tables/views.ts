/** Queries with names, for frequent questions. */

import { columnsOf, type View } from '../table.ts';

/** Closures over likely flows of the analysis. */
export const needs: View = {
  name: 'needs',
  what: 'a cell that another one needs, directly or through others, by analysis',
  columns: columnsOf(`
    cell text the cell
    number integer its position among the code cells, from 1
    needs text a needed cell
    needs_number integer the position of the needed cell
  `),
  sql: `WITH RECURSIVE closure(file, cell, needs) AS (
    SELECT file, cell, needs FROM dependencies WHERE known = 'static'
    UNION
    SELECT closure.file, closure.cell, d.needs FROM closure
    JOIN dependencies d ON d.file = closure.file AND d.cell = closure.needs AND d.known = 'static'
  ) SELECT closure.file, closure.cell, one.number, needs, other.number AS needs_number FROM closure
    JOIN cells one ON one.file = closure.file AND one.cell = closure.cell
    JOIN cells other ON other.file = closure.file AND other.cell = needs`,
};

export const reaches: View = {
  name: 'reaches',
  what: 'a way of data from one cell to another, directly or through others, by analysis; each cell reaches itself',
  columns: columnsOf(`
    from_cell text the first cell of the way
    from_number integer its position among the code cells, from 1
    to_cell text the last cell of the way
    to_number integer its position
  `),
  sql: `WITH RECURSIVE closure(file, from_cell, to_cell) AS (
    SELECT file, cell, cell FROM cells WHERE type = 'code'
    UNION
    SELECT closure.file, closure.from_cell, f.to_cell FROM closure
    JOIN flows f ON f.file = closure.file AND f.from_cell = closure.to_cell
    WHERE f.likely AND f.kind = 'data' AND f.known = 'static'
  ) SELECT closure.file, from_cell, one.number AS from_number, to_cell, other.number AS to_number FROM closure
    JOIN cells one ON one.file = closure.file AND one.cell = from_cell
    JOIN cells other ON other.file = closure.file AND other.cell = to_cell`,
};
