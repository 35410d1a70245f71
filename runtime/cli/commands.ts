/** All commands, in the order of the help. */

import { AFFECTED } from './affected-options.ts';
import { CHECK } from './check-options.ts';
import { DIFF, MERGE_DRIVER } from './diff-options.ts';
import { DOCTOR } from './doctor-options.ts';
import { EXPORT } from './export-options.ts';
import { GATHER } from './gather-options.ts';
import { GRAPH } from './graph-options.ts';
import { KERNELSPEC } from './kernelspec-options.ts';
import { LSP } from './lsp-options.ts';
import { MCP } from './mcp-options.ts';
import { OPEN } from './open-options.ts';
import { QUERY } from './query-options.ts';
import { REPLAY } from './replay-options.ts';
import { REPRODUCE } from './reproduce-options.ts';
import { RUN, WATCH } from './run-options.ts';
import { SLICE } from './slice-options.ts';
import { START } from './start-options.ts';
import { STUDY } from './study-options.ts';
import { SWEEP } from './sweep-options.ts';
import { WHAT_IF } from './what-if-options.ts';
import { WORKER } from './worker-options.ts';

/** The commands by name. */
export const COMMANDS = {
  open: OPEN,
  mcp: MCP,
  start: START,
  run: RUN,
  sweep: SWEEP,
  export: EXPORT,
  watch: WATCH,
  reproduce: REPRODUCE,
  study: STUDY,
  replay: REPLAY,
  slice: SLICE,
  graph: GRAPH,
  worker: WORKER,
  lsp: LSP,
  'what-if': WHAT_IF,
  gather: GATHER,
  check: CHECK,
  diff: DIFF,
  affected: AFFECTED,
  'merge-driver': MERGE_DRIVER,
  query: QUERY,
  kernelspec: KERNELSPEC,
  doctor: DOCTOR,
} as const;

export type CommandName = keyof typeof COMMANDS;

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}
