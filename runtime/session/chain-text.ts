/** Prints a chain of dependences between two executions. */

import { type ChainLink, type DependenceGraph, type Exec, symbolOf } from '../../slicer/index.ts';

function place(graph: DependenceGraph, key: string): { exec: Exec; line: number } {
  const { exec, record } = graph.graph.getNodeAttributes(key);
  return { exec, line: record.line };
}

/** A chain for programs; null if there is none. `said` replaces the copy's paths by the originals'. */
export function chainFacts(
  graph: DependenceGraph,
  chain: readonly ChainLink[] | null,
  said: (text: string) => string,
): object[] | null {
  if (chain === null) return null;
  return chain.map(({ user, writer, object, field, kind }) => {
    const from = place(graph, writer);
    const symbol = symbolOf(graph, from.exec, { object, field });
    return {
      user: place(graph, user),
      writer: from,
      symbol: symbol === null ? null : said(symbol),
      kind,
    };
  });
}

/** A chain for people, the user first. `numberOf`: people's number of an execution; by default its own. */
export function chainText(
  graph: DependenceGraph,
  chain: readonly ChainLink[] | null,
  user: Exec,
  writer: Exec,
  numberOf: (exec: Exec) => number = (exec) => exec,
): string {
  if (chain === null) {
    return `# no chain of statements leads from execution ${numberOf(user)} to execution ${numberOf(writer)}`;
  }
  const lines = chain.flatMap((link) => {
    const from = place(graph, link.writer);
    const symbol = symbolOf(graph, from.exec, link) ?? 'an object without a name';
    return [textOf(graph, link.user, numberOf), `    uses ${symbol} (${link.kind}), changed by`];
  });
  const last = chain.at(-1)?.writer;
  return [...lines, ...(last === undefined ? [] : [textOf(graph, last, numberOf)])].join('\n');
}

/** A statement with its execution and line. */
function textOf(graph: DependenceGraph, key: string, numberOf: (exec: Exec) => number): string {
  const { exec, record } = graph.graph.getNodeAttributes(key);
  const source = graph.execution(exec)?.source.split('\n') ?? [];
  return `execution ${numberOf(exec)}, line ${record.line}: ${(source[record.line - 1] ?? '').trim()}`;
}
