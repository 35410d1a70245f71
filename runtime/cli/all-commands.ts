/** All commands. Each is loaded on demand, because most need little of the others' code. */

import { spareMemory } from '../processes/index.ts';
import type { Command } from './arguments.ts';
import { executeQuick, version } from './quick-commands.ts';

/** Executes any command. */
export async function execute(command: Command): Promise<number> {
  switch (command.type) {
    case 'lsp':
      return (await import('./lsp-command.ts')).serveEditor(command.phase, version());
    case 'run':
      return (await import('./run-command.ts')).runNotebook(command);
    case 'session':
      return (await import('./session-command.ts')).sessionCommand(command);
    case 'store':
      return (await import('./store-command.ts')).storeCommand(command);
    case 'worker':
      return (await import('./worker-command.ts')).work();
    case 'sweep':
      return (await import('./sweep-command.ts')).sweep(command);
    case 'export':
      return (await import('./export-command.ts')).exportCommand(command);
    case 'watch':
      return (await import('./watch-command.ts')).watchNotebook(command);
    case 'reproduce':
      return (await import('./reproduce-command.ts')).reproduce(command);
    case 'replay':
      return (await import('./replay-command.ts')).replay(command);
    case 'slice':
      return (await import('./slice-command.ts')).slice(command);
    case 'gather':
      return (await import('./gather-command.ts')).gatherCommand(command);
    case 'mcp':
      spareMemory();
      return (await import('./mcp-command.ts')).mcp(command);
    case 'study':
      return (await import('./study-command.ts')).study(command);
    case 'open':
      spareMemory();
      return (await import('./open-command.ts')).openCommand(command);
    case 'kernelspec':
      return (await import('./kernelspec-command.ts')).kernelspec(command);
    case 'doctor':
      return (await import('./doctor-command.ts')).doctor(command);
    case 'start':
      return (await import('./start-command.ts')).start(command);
    case 'graph':
      return (await import('./graph-command.ts')).graph(command);
    case 'query':
      return (await import('./query-command.ts')).query(command);
    default:
      return (await executeQuick(command))!;
  }
}
