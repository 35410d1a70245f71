/** `sluice kernelspec install | remove | list`: Sluice's kernel for JupyterLab, VS Code, nbclient and others. */

import {
  installKernelspec,
  listKernelspecs,
  removeKernelspec,
  type SpecFolder,
} from '../../companion/index.ts';
import { chooseInterpreter, runProgram } from '../../python/index.ts';
import { print, printJson } from '../terminal/print.ts';
import { progress } from '../terminal/progress.ts';
import type { KernelspecCommand } from './kernelspec-options.ts';

/** Runs the command; returns the exit code. */
export async function kernelspec(command: KernelspecCommand): Promise<number> {
  const { path: python } = await chooseInterpreter(command.python, progress);
  if (command.action === 'list') {
    const specs = await listKernelspecs(python);
    if (command.json) for (const spec of specs) printJson({ type: 'kernelspec', ...spec });
    else if (specs.length === 0) print('No kernelspec is installed; run: sluice kernelspec install');
    else for (const { name, folder, problem } of specs) print(`${name}  ${folder}  ${problem ?? 'ready'}`);
    return 0;
  }
  const { name } = command;
  const folder =
    command.action === 'remove'
      ? await removeKernelspec(python, name)
      : await installKernelspec(python, name, await placeOf(command, python));
  if (command.json) printJson({ type: command.action, name, folder });
  else print(`${command.action === 'remove' ? 'Removed' : 'Installed'} the kernelspec ${name}: ${folder}`);
  return 0;
}

async function placeOf({ place }: KernelspecCommand, python: string): Promise<SpecFolder> {
  if (place.type !== 'sys-prefix') return place;
  const { stdout } = await runProgram(python, ['-I', '-c', 'import sys; print(sys.prefix)']);
  return { type: 'prefix', path: stdout.trim() };
}
