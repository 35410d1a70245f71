/** Tables of the document: notebooks, cells, tags, outputs. */

import { columnsOf, type Table } from '../table.ts';

export const notebooks: Table = {
  name: 'notebooks',
  what: 'a notebook or session',
  columns: columnsOf(`
    kind text notebook, session (a .jsonl) or history (of IPython)
    cells integer number of cells
    code_cells integer number of code cells
    has_run flag whether any of its cells has run
  `),
  *rows({ source: { kind, checked }, facts }) {
    const { code, hasRun } = facts;
    yield { kind, cells: checked.cells.length, code_cells: code.length, has_run: hasRun };
  },
};

export const cells: Table = {
  name: 'cells',
  what: 'a cell',
  columns: columnsOf(`
    cell text its id
    position integer its position among all cells, from 1
    number integer its position among the code cells, from 1; null: a text cell
    type text code, markdown or raw
    source text its text
    lines integer number of lines of the text
    execution_count integer the kernel's count of its last run; null: has not run
    shows flag whether the cell has outputs, prints, draws, or ends with a value
    cut_off flag whether the analysis took too long, so facts may be missing
  `),
  *rows({ source: { checked }, facts, interpreted }) {
    const code = new Map(facts.code.map((cell) => [cell.id, cell]));
    for (const [at, { id, type, source, executionCount }] of checked.cells.entries()) {
      const own = code.get(id);
      yield {
        cell: id,
        position: at + 1,
        number: own?.index ?? null,
        type,
        source,
        lines: source.split('\n').length,
        execution_count: executionCount,
        shows: own?.shows ?? false,
        cut_off: own !== undefined && interpreted.facts[own.index - 1]!.isCutOff,
      };
    }
  },
};

export const tags: Table = {
  name: 'tags',
  what: 'a tag of a cell, as notebooks keep them',
  columns: columnsOf(`
    cell text the cell
    tag text the tag
  `),
  *rows({ source: { details } }) {
    for (const [cell, { tags: own }] of details) for (const tag of own) yield { cell, tag };
  },
};

export const outputs: Table = {
  name: 'outputs',
  what: 'a saved output',
  columns: columnsOf(`
    cell text the cell
    output integer its position among the outputs of the cell, from 1
    type text stream, display_data, execute_result or error
    media text its richest media type, image/png say; stdout or stderr of a stream
    figure flag whether the output is a picture or a chart
    text text its readable text, up to 10 000 characters
  `),
  *rows({ source: { details } }) {
    for (const [cell, { outputs: own }] of details) {
      for (const [at, output] of own.entries()) yield { cell, output: at + 1, ...output };
    }
  },
};
