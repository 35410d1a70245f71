import { expect, test, vi } from 'vitest';
import { makeFolder, notebookText } from '../cli/sluice.ts';
import { Choices } from '../generator/random.ts';
import { AttackedServer } from '../security/attacked-server.ts';
import { killWhileTyping, leftBeside } from './kills.ts';

vi.setConfig({ testTimeout: 180_000 });

test('a server that is killed leaves whole notebooks, with all but the last letters', async () => {
  const folder = makeFolder({ 'book.ipynb': notebookText(['x = 1', 'y = 2']) });
  try {
    folder.write('.book.ipynb.999999999-abcdefgh.tmp', 'half');
    for (const seed of [1, 2]) expect(await killWhileTyping(folder.path, new Choices(seed))).toEqual([]);
    const server = await AttackedServer.start(folder.path);
    const [name] = Object.keys(folder.snapshot()).filter((path) => path.endsWith('.ipynb'));
    await server.page(name!.slice(folder.path.length + 1));
    await expect.poll(() => leftBeside(folder.path)).toEqual([]);
    await server.end();
  } finally {
    folder.remove();
  }
});
