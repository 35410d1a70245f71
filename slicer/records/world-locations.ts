/**
 * World locations that rules about runs name, as the agent calls them: `instrument/agent/world/table.py` has all of
 * them, and `test/agent/world.test.ts` compares the two.
 */

/** Global random streams whose state the agent compares. */
export const STREAMS = ['random', 'numpy.random', 'torch.random'] as const;

/** World state that callbacks use in passing: a result of a cell should not depend on it. */
export const PASSING: ReadonlySet<string> = new Set([
  ...STREAMS,
  'matplotlib.figure',
  'display',
  'modules',
  'Out',
]);

/** World state that a notebook closes at the end of each cell, and shows there. */
export const ENDS_WITH_CELL: ReadonlySet<string> = new Set(['matplotlib.figure']);

/** Random streams, which nobody may have seeded; numba's stream cannot be seen. */
export const BY_CHANCE: ReadonlySet<string> = new Set([...STREAMS, 'numba.random']);

/** World state that a run from the top would not find otherwise: modules that load once, results, and numbers of open files. */
export const INDIFFERENT: ReadonlySet<string> = new Set([
  'modules',
  'modules loaded again',
  'Out',
  'descriptors',
]);

/** The numbers by which `multiprocessing` names processes: each process that starts takes one. */
export const PROCESSES = 'processes.names';

/** Libraries that were loaded under an earlier environment: who reads it imports one, and only a restart loads it anew. */
export const LOADED_UNDER = 'environment of libraries';

const CHAINS: ReadonlySet<string> = new Set([
  'sqlite3',
  'h5py',
  'pandas.io.pytables',
  'lxml.etree',
  'duckdb',
  'pyarrow.streams',
]);

/**
 * Whether a location is state that a library shares between all its objects. A new object starts without such
 * state, except in files. (`.objects`: objects of compiled libraries without a stub.)
 */
export function isChain(object: string): boolean {
  return CHAINS.has(object) || object.endsWith('.objects');
}

/** All names of this file. */
export const NAMED: readonly string[] = [
  ...PASSING,
  ...ENDS_WITH_CELL,
  ...BY_CHANCE,
  ...INDIFFERENT,
  PROCESSES,
  LOADED_UNDER,
  ...CHAINS,
];
