/** The texts of `sluice help`: each command has its own; this file adds the parts of several. */

import { capital } from '../../slicer/index.ts';
import type { CommandDeclaration } from './command-declaration.ts';
import { allCommands, COMMANDS, isCommand } from './commands.ts';

const SOURCE = `SOURCE is a notebook (.ipynb: its code cells run once, top to bottom), a session (.jsonl, one event per line), or an
IPython history.sqlite (choose one with --session N; without it, replay lists the sessions). It runs in a private copy of
its folder, so that its cells change nothing there.`;

const COPIES = `Where the folder is too large for a private copy, and the system has no overlays (docs/compatibility.md):
  --copy-limit SIZE   copy up to SIZE (500M, 8G) all the same
  --in-place          run the cells in the folder itself, which they can then change; a script that is verified finds what
                      the session has left there`;

const OPTIONS = `Options of every command that runs notebooks:
  --python PATH       the Python that runs the cells (default: the active environment's, if it has ipykernel, else
                      Sluice's own)
  --kernel NAME       an installed Jupyter kernel
  --server URL        an existing Jupyter server, hub or gateway, instead of the embedded one
  --token-file FILE   its token, in a file; or in the variable SLUICE_SERVER_TOKEN; or as --token T, which other users of the
                      machine may see in the list of processes
  --trace on|off|static
                      on: probes in the cells (default); static: dependences from the text alone; off: none
  --effects FILE.pyi  your own library effects, added to the shipped ones and to those of sluice-effects.pyi beside the
                      source (may be repeated)
  --output-limit N    of what a cell prints, keep the first N million characters (2) and a quarter as many of the last`;

const JSON_LINES = '  --json              JSON lines on standard output';

const EXIT_CODES = `Exit code: 0 done; 1 done, and something was found (see the command); 2 wrong usage or bad input;
3 the kernel could not be started, or died. Results go to standard output, everything else to standard error.`;

/** The help text of a command, or an overview of all. */
export async function helpText(command: string | null): Promise<string> {
  if (command !== null && isCommand(command)) return helpOf(await COMMANDS[command]());
  const usages = [...(await allCommands()).values()].map(
    ({ help: { usage, does } }) => `  ${usage}\n      ${does}`,
  );
  return [
    'Sluice runs notebooks and knows what depends on what.',
    usages.join('\n'),
    '  sluice help COMMAND\n      the options of one command',
    SOURCE,
    `${OPTIONS}\n${JSON_LINES} (not of start and mcp)`,
    EXIT_CODES,
  ].join('\n\n');
}

function helpOf({ help, options }: CommandDeclaration): string {
  const does = `${capital(help.does)}.`;
  const source = help.takesSource === true ? [SOURCE] : [];
  const copies = 'in-place' in options ? [COPIES] : [];
  const lines = 'json' in options ? [OPTIONS, JSON_LINES] : [OPTIONS];
  const common = 'kernel' in options ? [lines.join('\n'), EXIT_CODES] : [];
  return [help.usage, does, help.more, ...source, ...copies, ...common].join('\n\n');
}
