/** Tables of flows: reads, writes, flows, dependencies, files; from analysis and from observed runs. */

import type { DependenceGraph } from '../../graph/dependence-graph.ts';
import { buildInformationFlow, type Flow, type NameFact } from '../../information-flow/index.ts';
import type { AccessKind, Exec } from '../../records/execution-record.ts';
import { FILE, pathOf } from '../../records/file-locations.ts';
import { symbolOf } from '../../words/symbols.ts';
import type { QueriedNotebook } from '../queried-notebook.ts';
import { columnsOf, type RowFacts, type Table } from '../table.ts';

const KNOWN = `known text static: by analysis of the text; observed: seen in a run, whose log is beside the notebook`;
const BY = `by text who says so: text (the code alone), effects (what is declared of libraries), default (the rule that is right most often), observed`;

const ACCESS_COLUMNS = columnsOf(`
  cell text the cell
  line integer the line in the cell, from 1
  name text the name; of observed facts also a part (df['a']) or a world location (the file x.csv)
  kind text data; code: functions and classes of the notebook; import: what an import has bound
  own flag of reads, whether the cell itself has bound the name before
  alias flag whether the cell has only another name for the same object, or for an object inside
  certain flag whether the fact holds on every path through the cell
  likely flag whether the resolved answer is yes; else the fact is only possible
  ${BY}
  ${KNOWN}
  exec integer of observed facts the execution, from 1
  why text in words
`);

export const reads: Table = {
  name: 'reads',
  what: 'a name that a cell reads',
  columns: ACCESS_COLUMNS,
  *rows(notebook) {
    for (const { cell, reads: found, nearReads } of notebook.interpreted.facts) {
      yield* accessRows(cell, found);
      for (const { name, line, isImport, isOwn, certain } of nearReads) {
        const why = isOwn ? `reads ${name}, which the cell has bound` : `uses ${name}`;
        const kind = isImport ? 'import' : 'data';
        const row = { cell, line, name, kind, own: isOwn, alias: false, certain, likely: true };
        yield { ...row, by: 'text', known: 'static', why };
      }
    }
    yield* seenAccesses(notebook, 'reads');
  },
};

export const writes: Table = {
  name: 'writes',
  what: 'a name that a cell binds, or whose object the cell changes',
  columns: ACCESS_COLUMNS,
  *rows(notebook) {
    for (const { cell, changes } of notebook.interpreted.facts) yield* accessRows(cell, changes);
    yield* seenAccesses(notebook, 'writes');
  },
};

export const flows: Table = {
  name: 'flows',
  what: 'a value that goes from one cell to another under a name',
  columns: columnsOf(`
    from_cell text the cell with the last binding or change
    to_cell text the reading cell
    name text the name
    kind text data, or code: functions and classes of the notebook
    alias flag whether the flow exists only through another name for the same object, or for an object inside
    certain flag whether the flow exists on every path through the cells
    likely flag whether the resolved graph has the flow; else the flow is only possible
    ${BY}
    ${KNOWN}
    why text in words
  `),
  *rows(notebook) {
    const { facts } = notebook.interpreted;
    const keyOf = ({ from, to, name }: Flow) => JSON.stringify([from, to, name]);
    const resolved = new Map(
      buildInformationFlow(facts, 'resolved').flows.map((flow) => [keyOf(flow), flow]),
    );
    const upper = buildInformationFlow(facts, 'upper').flows.filter((flow) => !resolved.has(keyOf(flow)));
    for (const flow of resolved.values()) yield flowRow(flow, true);
    for (const flow of upper) yield flowRow(flow, false);
    const { graph } = notebook.seen;
    if (graph !== null) yield* seenFlows(graph);
  },
};

export const dependencies: Table = {
  name: 'dependencies',
  what: 'a cell that another one needs directly',
  columns: columnsOf(`
    cell text the cell
    needs text the needed cell
    ${KNOWN}
  `),
  *rows(notebook) {
    for (const { cell, needs } of buildInformationFlow(notebook.interpreted.facts, 'resolved').dependencies) {
      for (const other of needs) yield { cell, needs: other, known: 'static' };
    }
    const { graph } = notebook.seen;
    if (graph === null) return;
    const seen = [...seenFlows(graph)].map(({ from_cell, to_cell }) => ({
      cell: to_cell!,
      needs: from_cell!,
    }));
    for (const row of distinct(seen)) yield { ...row, known: 'observed' };
  },
};

export const files: Table = {
  name: 'files',
  what: 'a file that a cell reads or writes',
  columns: columnsOf(`
    cell text the cell
    line integer the line in the cell, from 1
    path text the path in the code (observed: the whole path); null: unknown
    does text reads or writes
    certain flag whether the access happens on every path through the cell
    ${KNOWN}
  `),
  *rows(notebook) {
    const { code } = notebook.facts;
    const found = notebook.interpreted.calls.actions.filter(({ world }) => world === 'file');
    const rows = found.map(({ cell, line, path, does, certain }) => {
      return { cell: code[cell - 1]!.id, line, path, does, certain };
    });
    for (const row of distinct(rows)) yield { ...row, known: 'static' };
    const { graph } = notebook.seen;
    if (graph === null) return;
    const seen = [...seenStatements(graph)].flatMap(({ cell, line, reads: read, writes: written }) =>
      (['reads', 'writes'] as const).flatMap((does) =>
        (does === 'reads' ? read : written)
          .filter(({ object, field }) => object === FILE && field.includes('/'))
          .map(({ field, kind }) => ({ cell, line, path: pathOf(field), does, certain: isCertain(kind) })),
      ),
    );
    for (const row of distinct(seen)) yield { ...row, known: 'observed' };
  },
};

function* accessRows(cell: string, facts: readonly NameFact[]): Generator<RowFacts> {
  for (const { name, kind, alias, certain, answer, by, line, why } of facts)
    yield { cell, line, name, kind, own: false, alias, certain, likely: answer, by, known: 'static', why };
}

function flowRow({ from, to, name, kind, alias, certain, by, why }: Flow, likely: boolean): RowFacts {
  return { from_cell: from, to_cell: to, name, kind, alias, certain, likely, by, known: 'static', why };
}

const isCertain = (kind: AccessKind): boolean => kind === 'observed' || kind === 'compared';

function* seenStatements(graph: DependenceGraph) {
  for (const { exec, cell, statements } of graph.executions()) {
    for (const { line, reads: read, writes: written } of statements)
      yield { exec, cell, line, reads: read, writes: written };
  }
}

function* seenAccesses({ seen }: QueriedNotebook, which: 'reads' | 'writes'): Generator<RowFacts> {
  const { graph } = seen;
  if (graph === null) return;
  const rows = [...seenStatements(graph)].flatMap(({ exec, cell, line, [which]: accesses }) =>
    accesses.flatMap((access) => {
      const name = symbolOf(graph, exec, access);
      if (name === null) return [];
      const certain = isCertain(access.kind);
      return [{ cell, line, name, kind: 'data', own: false, alias: false, certain, likely: true, exec }];
    }),
  );
  for (const row of distinct(rows)) yield { ...row, by: 'observed', known: 'observed' };
}

/** Reads of an execution from executions of other cells. */
function* seenFlows(graph: DependenceGraph): Generator<RowFacts> {
  const cellOf = (exec: Exec) => graph.execution(exec)?.cell ?? null;
  const rows: RowFacts[] = [];
  graph.graph.forEachEdge((_, dependence, _source, _target, from, to) => {
    const [from_cell, to_cell] = [cellOf(from.exec), cellOf(to.exec)];
    const name = symbolOf(graph, to.exec, dependence);
    if (name === null || from_cell === to_cell) return;
    rows.push({ from_cell, to_cell, name, certain: isCertain(dependence.kind) });
  });
  for (const row of distinct(rows))
    yield { ...row, kind: 'data', alias: false, likely: true, by: 'observed', known: 'observed' };
}

/** Each row once. */
function distinct<Row extends RowFacts>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [JSON.stringify(Object.values(row)), row])).values()];
}
