import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openServer, startKernel } from '../../runtime/kernel/index.ts';
import { type StockServer, startStockServer } from './stock-server.ts';

// Real kernels, on a machine that runs other tests at the same time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let stock: StockServer;

beforeAll(async () => {
  stock = await startStockServer();
});
afterAll(() => stock.stop());

describe('a server of the user’s own', () => {
  test('runs code, in the wanted directory if it has it', async () => {
    const kernel = await startKernel({ server: stock, cwd: tmpdir(), env: { SLUICE_TEST: 'yes' } });
    const code = "import os; print(os.getcwd(), os.environ['SLUICE_TEST'])";
    const expected = { status: 'ok', executionCount: 1, outputs: [{ text: `${tmpdir()} yes\n` }] };
    expect(await kernel.execute({ code })).toMatchObject(expected);
    await kernel.restart();
    expect(await kernel.execute({ code })).toMatchObject(expected);
    await kernel.shutdown();
  });

  test('leaves the directory alone when the server does not have it', async () => {
    const kernel = await startKernel({ server: stock, cwd: '/no/such/directory' });
    expect(await kernel.execute({ code: '1' })).toMatchObject({ status: 'ok', executionCount: 1 });
    await kernel.shutdown();
  });

  test('its address can be pasted as Jupyter prints it', async () => {
    const server = await openServer({ server: { url: `${stock.url}lab/tree/x?token=${stock.token}` } });
    expect(server).toMatchObject({ kind: 'existing', url: stock.url });
    expect((await server.kernelSpecs()).specs).toContainEqual({
      name: 'python3',
      displayName: 'Python 3 (ipykernel)',
      language: 'python',
      python: null,
    });
    await server.close();
  });

  test('does not stall small messages, although it leaves Nagle’s algorithm on', async () => {
    const kernel = await startKernel({ server: stock });
    const times: number[] = [];
    for (let run = 0; run < 25; run++) {
      const start = performance.now();
      await kernel.execute({ code: '1' });
      times.push(performance.now() - start);
    }
    await kernel.shutdown();
    expect(Math.min(...times)).toBeLessThan(30);
  });

  test('a kernel that dies is dead, although the server starts a new one', async () => {
    const kernel = await startKernel({ server: stock });
    const run = await kernel.execute({ code: 'import os\nos._exit(1)' });
    expect(run).toMatchObject({ status: 'died' });
    expect(kernel.death).toContain('died');
    await kernel.restart();
    expect(await kernel.execute({ code: 'os' })).toMatchObject({
      status: 'error',
      error: { name: 'NameError' },
    });
    await kernel.shutdown();
    const response = await fetch(`${stock.url}api/kernels`, {
      headers: { Authorization: `token ${stock.token}` },
    });
    expect(await response.json()).toEqual([]);
  });
});

test('a connection that breaks for a moment loses nothing', async () => {
  const proxy = await startProxy(stock.url);
  const kernel = await startKernel({ server: { url: proxy.url, token: stock.token } });
  const code = 'import time\nfor i in range(20):\n    print(i, flush=True)\n    time.sleep(0.05)';
  let broken = false;
  const run = await kernel.execute({
    code,
    onOutput: () => {
      if (!broken) proxy.breakConnections();
      broken = true;
    },
  });
  const lines = Array.from({ length: 20 }, (_, index) => `${index}\n`).join('');
  expect(run).toMatchObject({ status: 'ok', outputs: [{ text: lines }] });
  await kernel.shutdown();
  await proxy.close();
});

test('a run whose end is lost in a gap of the connection ends, and says so', async () => {
  const proxy = await startProxy(stock.url);
  const kernel = await startKernel({ server: { url: proxy.url, token: stock.token } });
  const run = kernel.execute({
    code: "print('begin', flush=True)\nimport time\ntime.sleep(0.5)",
    onOutput: ({ msg_type }) => msg_type === 'stream' && proxy.swallowAnswers(),
  });
  setTimeout(() => proxy.breakConnections(), 1_500);
  expect(await run).toMatchObject({
    status: 'error',
    error: { name: 'ReplyLost' },
    outputs: [{ text: 'begin\n' }, { output_type: 'error', ename: 'ReplyLost' }],
  });
  expect(await kernel.execute({ code: '1' })).toMatchObject({ status: 'ok', executionCount: 2 });
  await kernel.shutdown();
  await proxy.close();
});

describe('a server that cannot be used', () => {
  test.each([
    ['a wrong token', () => ({ url: stock.url, token: 'wrong' }), 3, /refuses the token: .*--token/],
    ['no token', () => ({ url: stock.url }), 3, /wants a token: give it with --token/],
    ['nobody there', () => ({ url: 'http://127.0.0.1:1/' }), 3, /cannot reach .*127\.0\.0\.1/],
    ['no such name', () => ({ url: 'http://sluice.invalid/' }), 3, /cannot reach .*--server is right/],
    ['not an address', () => ({ url: 'localhost:8888' }), 2, /not a web address: give one like http/],
    [
      'another path',
      () => ({ url: `${stock.url}other/`, token: 'stock-token' }),
      3,
      /not answer like a Jupyter/,
    ],
  ])('%s', async (_, server, exitCode, message) => {
    const failure = await openServer({ server: server() }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ exitCode, message: expect.stringMatching(message) });
    expect(String(failure)).not.toContain('\n');
  });

  test('an unknown kernel name', async () => {
    await expect(startKernel({ server: stock, kernelName: 'python4' })).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringContaining('did you mean python3?'),
    });
  });

  test('one that goes away during a run', async () => {
    const other = await startStockServer();
    const kernel = await startKernel({ server: other });
    const run = kernel.execute({
      code: "print('x', flush=True)\nimport time\ntime.sleep(60)",
      onOutput: () => other.process.kill('SIGKILL'),
    });
    expect(await run).toMatchObject({
      status: 'died',
      outputs: [{ text: 'x\n' }],
      error: { value: expect.stringContaining('connection to http://127.0.0.1') },
    });
    await expect(kernel.restart()).rejects.toMatchObject({ exitCode: 3 });
    await kernel.shutdown();
    await other.stop();
  });
});

/** A TCP proxy in front of `url` whose connections can be cut, at once or after swallowing the answer of the server. */
async function startProxy(url: string) {
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const upstream = connect(Number(new URL(url).port), '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => {}).on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const breakConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  const swallowAnswers = () => {
    for (const socket of sockets) {
      if (socket.localPort !== (proxy.address() as AddressInfo).port) socket.unpipe().resume();
    }
  };
  return {
    swallowAnswers,
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`,
    breakConnections,
    async close() {
      breakConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
