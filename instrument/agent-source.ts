/**
 * The agent as source text: what has to be run in a kernel to install the probes. It talks to no kernel.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackedEffects } from './effects-pack.ts';
import { findPackageRoot } from './package-root.ts';

/**
 * How the agent behaves. `budget`: probe events per statement before tracing switches off (0: at once). `probes` false
 * loads its modules (for fingerprints) and installs nothing. `name`: by which it is known again.
 */
export interface AgentConfig {
  readonly budget?: number;
  readonly probes?: boolean;
  readonly name?: string;
}

/** The agent's Python modules by name. */
export function readAgentModules(): Readonly<Record<string, string>> {
  const folder = join(findPackageRoot(), 'instrument', 'agent');
  const names = readdirSync(folder).filter((name) => name.endsWith('.py') && name !== '__init__.py');
  return Object.fromEntries(
    names.map((name) => [name.slice(0, -3), readFileSync(join(folder, name), 'utf8')]),
  );
}

/** The name of the comm on which traces come. */
export const TRACE_COMM = 'sluice.trace';

/**
 * Python code that installs the agent in the kernel it is run in, leaving no names in the user's namespace. Traces are
 * sent over the comm that the other side opens under `TRACE_COMM` afterwards.
 */
export function installCode(library: PackedEffects, config: AgentConfig): string {
  const sources = readAgentModules();
  const payload = pythonString(JSON.stringify({ sources, library, config }));
  const loader = pythonString(sources.loader ?? '');
  // one expression inside a function of its own: nothing is left in the user's namespace
  return (
    `(lambda scope: (exec(compile(${loader}, '<sluice loader>', 'exec'), scope), ` +
    `scope['start_in_kernel'](get_ipython(), '${TRACE_COMM}')))` +
    `({'__name__': '_sluice_loader', 'PAYLOAD': ${payload}}) and None`
  );
}

function pythonString(text: string): string {
  return `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n').replace(/\r/g, '\\r')}'`;
}
