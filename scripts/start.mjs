/**
 * `npm start`: the set-up, then the command line's `start` with the given arguments, in this process, so that
 * signals, standard streams and the exit code are its own. It knows nothing of what `start` does.
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
  process.argv = [process.execPath, main, 'start', ...process.argv.slice(2)];
  await import(pathToFileURL(main).href);
});
