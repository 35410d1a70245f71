// Stands for a Sluice process in orphans.test.ts: starts two kernels, prints process ids as JSON, and stays busy.
import { openServer } from '../../dist/runtime/kernel/index.js';

const server = await openServer();
const kernels = await Promise.all([server.startKernel(), server.startKernel()]);
const ids = [];
for (const kernel of kernels) {
  const { outputs } = await kernel.execute({ code: 'import os\nprint(os.getpid(), os.getppid())' });
  ids.push(...outputs[0].text.trim().split(' ').map(Number));
}
// One kernel is idle and one busy when the end comes.
void kernels[1].execute({ code: 'while True: pass' });
const [idle, launcher, busy] = ids;
console.log(JSON.stringify({ idle, busy, launcher }));
if (process.argv[2] === 'close') {
  await server.close();
  console.log('closed');
} else if (process.argv[2] === 'crash') {
  throw new Error('a bug');
}
