/** All commands. Each is loaded on demand, because most need little of the others' code. */

import { spareMemory } from '../processes/index.ts';
import type { Command } from './arguments.ts';
import { executeQuick, version } from './quick-commands.ts';

/** Executes any command. */
export async function execute(command: Command): Promise<number> {
  switch (command.type) {
    case 'lsp':
      return (await import('./lsp/lsp-command.ts')).serveEditor(command.phase, version());
    case 'run':
      return (await import('./run/run-command.ts')).runNotebook(command);
    case 'session':
      return (await import('./session/session-command.ts')).sessionCommand(command);
    case 'store':
      return (await import('./store/store-command.ts')).storeCommand(command);
    case 'worker':
      return (await import('./worker/worker-command.ts')).work();
    case 'sweep':
      return (await import('./sweep/sweep-command.ts')).sweep(command);
    case 'export':
      return (await import('./export/export-command.ts')).exportCommand(command);
    case 'watch':
      return (await import('./run/watch-command.ts')).watchNotebook(command);
    case 'reproduce':
      return (await import('./reproduce/reproduce-command.ts')).reproduce(command);
    case 'replay':
      return (await import('./replay/replay-command.ts')).replay(command);
    case 'slice':
      return (await import('./slice/slice-command.ts')).slice(command);
    case 'gather':
      return (await import('./gather/gather-command.ts')).gatherCommand(command);
    case 'mcp':
      spareMemory();
      return (await import('./mcp/mcp-command.ts')).mcp(command);
    case 'study':
      return (await import('./study/study-command.ts')).study(command);
    case 'open':
      spareMemory();
      return (await import('./open/open-command.ts')).openCommand(command);
    case 'kernelspec':
      return (await import('./kernelspec/kernelspec-command.ts')).kernelspec(command);
    case 'doctor':
      return (await import('./doctor/doctor-command.ts')).doctor(command);
    case 'start':
      return (await import('./start/start-command.ts')).start(command);
    case 'graph':
      return (await import('./graph/graph-command.ts')).graph(command);
    case 'query':
      return (await import('./query/query-command.ts')).query(command);
    default:
      return (await executeQuick(command))!;
  }
}
