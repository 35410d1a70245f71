/** The agent as source text, which installs the probes when a kernel runs it. This file talks to no kernel. */

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { PackedEffects } from './effects-pack.ts';
import { findPackageRoot } from './package-root.ts';
import { MOST_OF_SETTINGS, readPlainText } from './plain-file.ts';

/**
 * How the agent behaves. `budget`: probe events per statement before tracing switches off (0: at once).
 * `probes` false loads its modules (for digests) and installs nothing. `name`: identifies the agent later.
 * `cache`: a folder where a kernel of this machine keeps the compiled modules.
 */
export interface AgentConfig {
  readonly budget?: number;
  readonly probes?: boolean;
  readonly name?: string;
  readonly cache?: string;
}

/** The agent as text: its loader, and its Python modules by their full names. */
export interface AgentSource {
  readonly loader: string;
  readonly modules: Readonly<Record<string, string>>;
}

/** Reads the agent of a checkout or installation of Sluice (default: this one). */
export function readAgent(root: string = findPackageRoot()): AgentSource {
  const folder = join(root, 'instrument', 'agent');
  const text = (file: string): string => readPlainText(join(folder, file), MOST_OF_SETTINGS);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const modules = files.filter((file) => file.endsWith('.py') && file !== LOADER);
  return {
    loader: text(LOADER),
    modules: Object.fromEntries(modules.map((file) => [moduleName(file), text(file)])),
  };
}

const LOADER = 'loader.py';

function moduleName(file: string): string {
  return ['_sluice', ...file.slice(0, -'.py'.length).split(sep)]
    .filter((part) => part !== '__init__')
    .join('.');
}

/** The name of the comm for traces of code that runs outside of cells. */
export const OUTSIDE_COMM = 'sluice.outside';

/**
 * Python code that installs the agent in a kernel, without names in the user's namespace. The trace of a run
 * comes as `sluice` in the metadata of its reply. Traces of widgets outside of cells come over the comm that
 * the other side opens under `OUTSIDE_COMM` afterwards.
 */
export function installCode(library: PackedEffects, { cache, ...config }: AgentConfig): string {
  const agent = readAgent();
  const sources = JSON.stringify(agent.modules);
  const kept = cache === undefined ? {} : { cache: compiledAgent(cache, agent) };
  const payload = `{"sources":${sources},"library":${JSON.stringify(library)},"config":${JSON.stringify({ ...config, ...kept })}}`;
  // a fifth of the text to send, to check and to look through as a cell: 0.2 s of the start of a kernel
  const packed = deflateSync(payload, { level: 4 }).toString('base64');
  const loader = pythonString(agent.loader);
  // one expression inside a function of its own: nothing is left in the user's namespace
  return (
    `(lambda scope: (exec(compile(${loader}, '<sluice loader>', 'exec'), scope), ` +
    `scope['start_in_kernel'](get_ipython(), '${OUTSIDE_COMM}')))` +
    `({'__name__': '_sluice_loader', 'PAYLOAD': ` +
    `__import__('zlib').decompress(__import__('base64').b64decode('${packed}')).decode()}) and None`
  );
}

/** The prefix of the files in a folder that keep the compiled modules of an agent. */
export function compiledAgent(folder: string, { modules }: AgentSource): string {
  return join(folder, createHash('sha256').update(JSON.stringify(modules)).digest('hex').slice(0, 16));
}

function pythonString(text: string): string {
  return `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n').replace(/\r/g, '\\r')}'`;
}
