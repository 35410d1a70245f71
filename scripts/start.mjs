/**
 * `npm start`: the set-up, then the command line's `open` with the given arguments, in this process, so that signals, standard
 * streams and the exit code are its own. With `--print`, and where nobody watches a terminal, `start`, which prints. Both commands
 * do the rest.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runScript } from './fail.mjs';
import { root, setUp } from './setup.mjs';

await runScript(async () => {
  await setUp();
  // npm runs scripts in the package's directory; relative paths are meant from where the person is.
  if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
  const main = join(root, 'dist', 'runtime', 'cli', 'main.js');
  const args = process.argv.slice(2);
  const rest = args.filter((arg) => arg !== '--print');
  // who says how pages are to be served wants pages, also in the background
  const serves = rest.some((arg) => /^--(?:no-browser|port|host)(?:=|$)/.test(arg));
  const prints = rest.length < args.length || (process.stdout.isTTY !== true && !serves);
  process.argv = [process.execPath, main, prints ? 'start' : 'open', ...rest];
  await import(pathToFileURL(main).href);
});
