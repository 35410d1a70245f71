/** The cause of two different outputs, from the outputs and their slice. The first rule that fits names it. */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import type { CellId } from '../records/execution-record.ts';
import { namesOfText } from '../static/index.ts';
import { ofChangedText } from './changed-text.ts';
import { ofCommands } from './command-causes.ts';
import { causeOfError, type Explained } from './error-causes.ts';
import type { ComparedCell, Evidence } from './evidence.ts';
import { differing, differingTexts, ofForm } from './shown-otherwise.ts';

const PATH = /(?:[A-Za-z]:\\|\/)(?:[\w .-]{1,255}[\\/]){1,64}[\w.-]*/g;

/** A cause, and the cell where the difference begins if it is another one. */
type Found = Explained & { readonly first?: CellId };

/** The cause of a cell's difference; `slice` has the cells that it needed (itself the last). */
export function causeOfDifference(
  cell: ComparedCell,
  slice: readonly ComparedCell[],
  evidence: Evidence,
): Found {
  const rules = [
    () => ofStoredError(cell),
    () => ofCommands(cell),
    () => ofChangedText(cell, evidence),
    () => ofChance(cell, slice, evidence),
    () => ofPaths(cell),
    () => ofForm(cell),
    () => ofNetwork(slice, evidence),
    () => ofEarlierChange(cell, evidence),
    () => ofCounts(cell, slice),
    () => ofVersions(cell, evidence),
  ];
  for (const rule of rules) {
    const found = rule();
    if (found !== null) return found;
  }
  const why = 'the same code gives another result, and nothing that was stored says why';
  return { cause: 'unknown', why };
}

/** The cause if the stored run failed, and the new run does not. */
function ofStoredError({ items }: ComparedCell): Explained | null {
  const stored = items.find(({ item, status }) => item === 'error' && status === 'missing')?.stored;
  if (stored === undefined) return null;
  const error = stored.get('error') ?? '';
  const name = /^NameError: name '(\w+)'/.exec(error)?.[1];
  if (name !== undefined) {
    return { cause: 'order', why: `when it was saved it had run before ${name} was defined` };
  }
  if (/^KeyboardInterrupt/.test(error))
    return { cause: 'unknown', why: 'it was interrupted when it was saved' };
  const known = causeOfError(error);
  if (known === null)
    return { cause: 'hidden-state', why: `the stored error does not come again: ${clip(error)}` };
  return { cause: known.cause, why: `the stored error does not come again: ${clip(error)}` };
}

/** Random numbers and clocks. Two equal runs speak against both; two different runs speak for one of them. */
function ofChance(
  { varies }: ComparedCell,
  slice: readonly ComparedCell[],
  evidence: Evidence,
): Found | null {
  if (varies === false) return null;
  const { graph, world } = evidence;
  const asks = ({ cell }: ComparedCell) => world.get(cell);
  const isSeeded = slice.some((each) => asks(each)?.seeds);
  const drawing = slice.find((each) => draws(graph, each.exec) ?? asks(each)?.draws);
  if (drawing !== undefined && (varies === true || !isSeeded)) {
    const seeds = isSeeded ? 'not from a seed alone' : 'without a seed';
    const why = `cell ${drawing.index} draws random numbers ${seeds}`;
    return { cause: 'unseeded-random', why, first: drawing.cell };
  }
  const clock = slice.find((each) => asks(each)?.asksClock);
  if (clock !== undefined) {
    return { cause: 'time', why: `cell ${clock.index} asks for the time`, first: clock.cell };
  }
  if (varies !== true) return null;
  const loose = slice.find((each) => asks(each)?.draws);
  if (loose !== undefined) {
    return { cause: 'unseeded-random', why: `two runs differ, and cell ${loose.index} uses chance` };
  }
  return ofNetwork(slice, evidence) ?? { cause: 'unknown', why: 'two runs in a row differ as well' };
}

/** Whether the run drew from a random stream; null if there is no record. */
function draws(graph: DependenceGraph, exec: number | null): boolean | null {
  const record = exec === null ? undefined : graph.execution(exec);
  if (record === undefined || record.opaque !== null) return null;
  const isStream = (object: string): boolean => /(?:^|\.)random$/.test(object);
  return (
    (record.unset ?? []).some(isStream) ||
    record.statements.some(({ reads, writes }) =>
      [...reads, ...writes].some(({ object }) => isStream(object)),
    )
  );
}

function ofPaths(cell: ComparedCell): Explained | null {
  const found = differingTexts(cell).find(([before, after]) => {
    return before !== after && before.replace(PATH, '/') === after.replace(PATH, '/');
  });
  if (found === undefined) return null;
  const [path = ''] = found[0].match(PATH) ?? [];
  return { cause: 'absolute-path', why: `it shows a place of the machine it was saved on: ${clip(path)}` };
}

function ofNetwork(slice: readonly ComparedCell[], { world }: Evidence): Explained | null {
  const found = slice.map(({ cell }) => world.get(cell)?.network ?? null).find((what) => what !== null);
  if (found === undefined || found === null) return null;
  return {
    cause: 'network',
    why: `it comes from the network (${clip(found)}), which gives other data today`,
  };
}

/** The cause if a cell that now runs later changes an input of this one, and had run before it. */
function ofEarlierChange(cell: ComparedCell, { cells, changers }: Evidence): Explained | null {
  const own = cell.executionCount;
  if (own === null) return null;
  const { live } = namesOfText(cell.source);
  for (const name of live) {
    const changed = changers.get(name) ?? [];
    const earlier = cells.find(
      ({ cell: id, exec, executionCount }) =>
        changed.includes(id) &&
        (exec ?? Number.POSITIVE_INFINITY) > (cell.exec ?? 0) &&
        executionCount !== null &&
        executionCount < own,
    );
    if (earlier === undefined) continue;
    const counts = `[${earlier.executionCount}] before [${own}]`;
    return {
      cause: 'order',
      why: `cell ${earlier.index}, which changes ${name}, had run before it (${counts})`,
    };
  }
  return null;
}

/** The stored counts as evidence: another order, cells changed afterwards, or runs of cells missing in the notebook. */
function ofCounts(cell: ComparedCell, slice: readonly ComparedCell[]): Explained | null {
  const own = cell.executionCount;
  if (own === null) return null;
  const others = slice.filter((other) => other !== cell);
  const later = others.find(({ executionCount }) => executionCount !== null && executionCount > own);
  if (later !== undefined) {
    const counts = `[${later.executionCount}] after [${own}]`;
    return { cause: 'order', why: `cell ${later.index}, which it needs, last ran after it (${counts})` };
  }
  const unrun = others.find(({ executionCount }) => executionCount === null);
  if (unrun !== undefined) {
    return {
      cause: 'hidden-state',
      why: `cell ${unrun.index}, which it needs, has no count: it changed after its run`,
    };
  }
  const before = Math.max(0, ...others.map(({ executionCount }) => executionCount ?? 0));
  const known = new Set(slice.map(({ executionCount }) => executionCount));
  const gap = own - before - 1 > 0 && !known.has(own - 1);
  const changing = slice.find(({ source }) => changesEarlierValue(source));
  if (gap && changing !== undefined) {
    return {
      cause: 'hidden-state',
      why: `runs are missing before [${own}], and cell ${changing.index} changes things in place: it may have run more than once`,
    };
  }
  return null;
}

/**
 * Whether a second run of a text finds what its first run has changed: it changes in place an object that it has
 * not made itself, or binds a name to a value made with the name.
 */
function changesEarlierValue(source: string): boolean {
  const { live, mutates, writes } = namesOfText(source);
  return [...live].some((name) => mutates.has(name) || writes.has(name));
}

function ofVersions(cell: ComparedCell, { python }: Evidence): Explained | null {
  const [stored, now] = [python.stored, python.now].map((version) =>
    version?.split('.').slice(0, 2).join('.'),
  );
  const shows = differing(cell).every(({ item }) => item === 'stderr')
    ? 'a library warns of other things'
    : 'the same code gives another result';
  if (stored !== undefined && stored !== now) {
    return { cause: 'package-version', why: `it was saved with Python ${stored}, this is ${now}: ${shows}` };
  }
  if (cell.varies !== false) return null;
  return {
    cause: 'package-version',
    why: `two runs agree, and differ from what was saved: ${shows} in other versions`,
  };
}

function clip(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
