/** Tables of what is in the document: notebooks, cells, tags, outputs. */

import { columnsOf, type Table } from '../table.ts';

export const notebooks: Table = {
  name: 'notebooks',
  what: 'a notebook or session',
  columns: columnsOf(`
    kind text notebook, session (a .jsonl) or history (of IPython)
    cells integer how many cells it has
    code_cells integer how many of them are code
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
    position integer its place among all cells, from 1
    number integer its place among the code cells, from 1; null: it is text
    type text code, markdown or raw
    source text its text
    lines integer how many lines that has
    execution_count integer the kernel's count of its last run; null: it has not run
    shows flag whether it shows something: it has outputs, prints, draws, or ends with a value
    cut_off flag whether it took too long to analyse, so that something may be missing
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
  what: 'an output that is saved in the notebook',
  columns: columnsOf(`
    cell text the cell
    output integer its place among the outputs of the cell, from 1
    type text stream, display_data, execute_result or error
    media text its richest media type, image/png say; stdout or stderr of a stream
    figure flag whether it is a picture, or a chart that a page draws
    text text what there is to read in it, up to 10 000 characters
  `),
  *rows({ source: { details } }) {
    for (const [cell, { outputs: own }] of details) {
      for (const [at, output] of own.entries()) yield { cell, output: at + 1, ...output };
    }
  },
};
