/** All commands, in the order of the help. Each is loaded on demand, because a start needs one of them. */

import type { CommandDeclaration } from './command-declaration.ts';

/** The declarations of the commands, by name. */
export const COMMANDS = {
  open: async () => (await import('./open-options.ts')).OPEN,
  mcp: async () => (await import('./mcp-options.ts')).MCP,
  start: async () => (await import('./start-options.ts')).START,
  run: async () => (await import('./run-options.ts')).RUN,
  session: async () => (await import('./session-options.ts')).SESSION,
  store: async () => (await import('./store-options.ts')).STORE,
  sweep: async () => (await import('./sweep-options.ts')).SWEEP,
  export: async () => (await import('./export-options.ts')).EXPORT,
  watch: async () => (await import('./run-options.ts')).WATCH,
  reproduce: async () => (await import('./reproduce-options.ts')).REPRODUCE,
  study: async () => (await import('./study-options.ts')).STUDY,
  replay: async () => (await import('./replay-options.ts')).REPLAY,
  slice: async () => (await import('./slice-options.ts')).SLICE,
  graph: async () => (await import('./graph-options.ts')).GRAPH,
  worker: async () => (await import('./worker-options.ts')).WORKER,
  lsp: async () => (await import('./lsp-options.ts')).LSP,
  'what-if': async () => (await import('./what-if-options.ts')).WHAT_IF,
  gather: async () => (await import('./gather-options.ts')).GATHER,
  check: async () => (await import('./check-options.ts')).CHECK,
  diff: async () => (await import('./diff-options.ts')).DIFF,
  affected: async () => (await import('./affected-options.ts')).AFFECTED,
  'merge-driver': async () => (await import('./diff-options.ts')).MERGE_DRIVER,
  query: async () => (await import('./query-options.ts')).QUERY,
  kernelspec: async () => (await import('./kernelspec-options.ts')).KERNELSPEC,
  doctor: async () => (await import('./doctor-options.ts')).DOCTOR,
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
