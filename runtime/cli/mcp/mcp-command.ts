/** `sluice mcp`: serves agents over standard input and output. It joins the server of the folder, or starts one. */

import { join } from 'node:path';
import { findPackageRoot, MOST_OF_SETTINGS, readPlainText } from '../../../instrument/index.ts';
import { serveAgents } from '../../mcp/index.ts';
import { sluiceHome } from '../../python/index.ts';
import { findServer } from '../../server/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { Command } from '../arguments.ts';
import { serveFolder } from '../open/serve-folder.ts';
import { isFolder } from '../options/is-folder.ts';
import { progress } from '../terminal/progress.ts';

type McpCommand = Extract<Command, { readonly type: 'mcp' }>;

const OWN = { port: null, host: '127.0.0.1', allowedHosts: [] } as const;

/** A person can open its pages too. */
const WITH_AGENTS = { kernels: 'end', hasTerminals: true, store: 'setting' } as const;

/** Runs the command, until the client closes the input. */
export async function mcp(settings: McpCommand): Promise<number> {
  const { folder } = settings;
  if (!isFolder(folder))
    throw new SluiceError(`${folder} is no folder: sluice mcp serves the notebooks of a folder`);
  let own: Promise<string> | null = null;
  const server = async () => {
    if (own !== null) return { url: await own, folder };
    const found = findServer(sluiceHome(), folder);
    if (found !== null) return found;
    own = start(settings);
    return { url: await own, folder };
  };
  const manifest = readPlainText(join(findPackageRoot(), 'package.json'), MOST_OF_SETTINGS);
  const { version } = JSON.parse(manifest) as { version: string };
  await serveAgents({ folder, version, server });
  return 0;
}

async function start(settings: McpCommand): Promise<string> {
  const { folder } = settings;
  const server = await serveFolder(settings, folder, folder, WITH_AGENTS).start(OWN, 'mcp');
  progress(`agents work on the notebooks of ${folder}; to see them: sluice open ${folder}`);
  return server.url('/');
}
