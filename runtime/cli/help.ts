/** The texts of `sluice help`. */

const COMMON = `Options of every command:
  --python PATH       the Python that runs the cells (default: the active environment with ipykernel, else Sluice's own)
  --kernel NAME       an installed Jupyter kernel
  --server URL --token T
                      an existing Jupyter server, hub or gateway instead of the embedded one
  --trace on|off|static
                      probes in the cells (default), none, or dependences from the text alone
  --effects FILE.pyi  your own library effects, added to the shipped ones (may be repeated)
  --json              JSON lines on standard output

Exit code: 0 done; 1 done, and a cell failed or a verification did not succeed; 2 wrong usage or bad input;
3 the kernel could not be started or died.`;

const SOURCE =
  'SOURCE is a notebook (.ipynb: its code cells run once, top to bottom), a session (.jsonl), or an IPython\n' +
  'history.sqlite (with --session N; without it, its sessions are listed). It is run in a private copy of its folder.';

const TEXTS: Readonly<Record<string, string>> = {
  run: `sluice run FILE.ipynb [-o OUT.ipynb]
  Runs the notebook top to bottom and saves the outputs into FILE.ipynb, or OUT.ipynb. Stops at the first error.`,
  replay: `sluice replay SOURCE [--session N] [--order in-order|any-order]
  Runs a session event by event and prints what each execution read, wrote and depends on.
  --order in-order    a cell sees only the cells above it (default); any-order: whatever ran before
${SOURCE}`,
  slice: `sluice slice SOURCE --exec K [--direction backward|forward] [--level cell|statement] [--session N]
  What execution K needed (backward, default), or what it affected (forward).
${SOURCE}`,
  gather: `sluice gather SOURCE --exec K | --cell ID | --symbol NAME
              [--level cell|statement] [--verify] [-o FILE.py|FILE.ipynb] [--session N]
  The smallest script that makes the outputs and values of an execution, a cell or a symbol again.
  --verify            run it in a new kernel and compare: verified, differs, or cannot run here
${SOURCE}`,
  start: `sluice start [FILE.ipynb]
  Runs a notebook (default: a sample), prints its cells with their outputs, and the verified script of its last output.`,
};

/** The help text of a command, or of all. */
export function helpText(command: string | null): string {
  const text = command === null ? undefined : TEXTS[command];
  if (text !== undefined) return `${text}\n\n${COMMON}`;
  return `Sluice runs notebooks and knows what depends on what.\n\n${Object.values(TEXTS).join('\n\n')}\n\n${COMMON}`;
}
