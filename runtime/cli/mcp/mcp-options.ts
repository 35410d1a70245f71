/** The options of `sluice mcp`. */

import type { CommandDeclaration } from '../command-declaration.ts';
import { COPIES, type CommonOptions, commonOptions, TEXT_ONLY } from '../options/common-options.ts';
import { atMostOne } from '../options/path-arguments.ts';

/** `sluice mcp`. */
export interface McpCommand extends CommonOptions {
  readonly type: 'mcp';
  readonly folder: string;
}

/** The declaration of the command. */
export const MCP = {
  options: { ...TEXT_ONLY, ...COPIES },
  help: {
    usage: 'sluice mcp [FOLDER]',
    does: 'tools for agents on live notebooks, by the Model Context Protocol over standard input and output',
    more: `FOLDER is the working directory by default; agents reach the notebooks in it and below it, and nothing else. If sluice open serves
the folder already, agents work on the same notebooks with the same kernels, and the person sees each change at once; else sluice
mcp starts a server of its own, which sluice open FOLDER then shows. Notebooks run in their own folder. It ends when its client
closes the standard input. The tools and an example are in docs/agents.md.`,
  },
  read(values, positionals): McpCommand {
    const folder = atMostOne('mcp', positionals) ?? process.cwd();
    return { type: 'mcp', ...commonOptions(values), folder };
  },
} satisfies CommandDeclaration;
