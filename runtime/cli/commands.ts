/** All commands, in the order of the help. Each is loaded on demand, because a start needs one of them. */

import type { CommandDeclaration } from './command-declaration.ts';

/** The declarations of the commands, by name. */
export const COMMANDS = {
  open: async () => (await import('./open/open-options.ts')).OPEN,
  mcp: async () => (await import('./mcp/mcp-options.ts')).MCP,
  start: async () => (await import('./start/start-options.ts')).START,
  run: async () => (await import('./run/run-options.ts')).RUN,
  session: async () => (await import('./session/session-options.ts')).SESSION,
  store: async () => (await import('./store/store-options.ts')).STORE,
  sweep: async () => (await import('./sweep/sweep-options.ts')).SWEEP,
  export: async () => (await import('./export/export-options.ts')).EXPORT,
  watch: async () => (await import('./run/run-options.ts')).WATCH,
  reproduce: async () => (await import('./reproduce/reproduce-options.ts')).REPRODUCE,
  study: async () => (await import('./study/study-options.ts')).STUDY,
  replay: async () => (await import('./replay/replay-options.ts')).REPLAY,
  slice: async () => (await import('./slice/slice-options.ts')).SLICE,
  graph: async () => (await import('./graph/graph-options.ts')).GRAPH,
  worker: async () => (await import('./worker/worker-options.ts')).WORKER,
  lsp: async () => (await import('./lsp/lsp-options.ts')).LSP,
  'what-if': async () => (await import('./what-if/what-if-options.ts')).WHAT_IF,
  gather: async () => (await import('./gather/gather-options.ts')).GATHER,
  check: async () => (await import('./check/check-options.ts')).CHECK,
  diff: async () => (await import('./diff/diff-options.ts')).DIFF,
  affected: async () => (await import('./affected/affected-options.ts')).AFFECTED,
  'merge-driver': async () => (await import('./diff/diff-options.ts')).MERGE_DRIVER,
  query: async () => (await import('./query/query-options.ts')).QUERY,
  kernelspec: async () => (await import('./kernelspec/kernelspec-options.ts')).KERNELSPEC,
  doctor: async () => (await import('./doctor/doctor-options.ts')).DOCTOR,
} as const satisfies Record<string, () => Promise<CommandDeclaration>>;

export type CommandName = keyof typeof COMMANDS;

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

/** The declarations of all commands, by name. */
export async function allCommands(): Promise<ReadonlyMap<string, CommandDeclaration>> {
  const loading = Object.entries(COMMANDS).map(async ([name, load]) => [name, await load()] as const);
  return new Map<string, CommandDeclaration>(await Promise.all(loading));
}
