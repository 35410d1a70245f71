import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type KernelClient,
  type KernelServer,
  OUTPUT_LIMIT,
  openServer,
  type RunResult,
} from '../../runtime/kernel/index.ts';

// Real kernels, on a machine that runs other tests at the same time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let server: KernelServer;
let kernel: KernelClient;

beforeAll(async () => {
  server = await openServer();
  kernel = await server.startKernel({ cwd: '/', env: { SLUICE_TEST: 'yes' } });
});
afterAll(() => server.close());

/** The standard output of some code. */
async function printed(code: string, client = kernel): Promise<string> {
  return textOf(await client.execute({ code, storeHistory: false }));
}

function textOf(result: RunResult): string {
  return result.outputs.map((output) => (output.output_type === 'stream' ? output.text : '')).join('');
}

describe('running code', () => {
  test('text, displays, the result and the number come back', async () => {
    const code =
      "import sys\nprint('out')\nprint('err', file=sys.stderr)\ndisplay({'text/plain': 'd'}, raw=True)\n6 * 7";
    const result = await kernel.execute({ code });
    expect(result).toMatchObject({ status: 'ok', error: null, timedOut: false });
    expect(result.executionCount).toBeGreaterThan(0);
    // stdout and stderr are different pipes in the kernel, so only their order among themselves is certain.
    expect(result.outputs).toEqual(
      expect.arrayContaining([
        { output_type: 'stream', name: 'stdout', text: 'out\n' },
        { output_type: 'stream', name: 'stderr', text: 'err\n' },
        { output_type: 'display_data', data: { 'text/plain': 'd' }, metadata: {} },
        {
          output_type: 'execute_result',
          execution_count: result.executionCount,
          data: { 'text/plain': '42' },
          metadata: {},
        },
      ]),
    );
  });

  test('an error has a name, a value and a coloured traceback, and does not cancel what is queued', async () => {
    const [failed, next] = await Promise.all([
      kernel.execute({ code: '1 / 0' }),
      kernel.execute({ code: "print('still here')" }),
    ]);
    expect(failed).toMatchObject({
      status: 'error',
      error: { name: 'ZeroDivisionError', value: 'division by zero' },
    });
    expect(failed.outputs).toMatchObject([{ output_type: 'error', ename: 'ZeroDivisionError' }]);
    expect(failed.error?.traceback.join('')).toContain('\u001b[');
    expect(next.status).toBe('ok');
  });

  test('metadata and the cell id reach the kernel', async () => {
    await kernel.execute({
      code: "seen = []\nget_ipython().events.register('pre_run_cell', lambda info: seen.append(info.cell_id))",
    });
    const code = "import json\nprint(json.dumps([get_ipython().kernel.get_parent()['metadata'], seen[-1]]))";
    const result = await kernel.execute({ code, cellId: 'cell-7', metadata: { sluice: { exec: 3 } } });
    const metadata = { sluice: { exec: 3 }, cellId: 'cell-7' };
    expect(JSON.parse(textOf(result))).toEqual([
      { ...metadata, sluice_output: { limit: OUTPUT_LIMIT, file: null } },
      'cell-7',
    ]);
  });

  test('it runs in the directory and with the environment it was given', async () => {
    expect(await printed("import os; print(os.getcwd(), os.environ['SLUICE_TEST'])")).toBe('/ yes\n');
  });

  test('input() is answered by the callback', async () => {
    const prompts: unknown[] = [];
    const result = await kernel.execute({
      code: "import getpass\nprint(input('name? '), getpass.getpass('secret? '))",
      onInput: async (prompt) => {
        prompts.push(prompt);
        return `answer ${prompts.length}`;
      },
    });
    expect(textOf(result)).toBe('name? answer 1\nsecret? ········\nanswer 1 answer 2\n');
    expect(prompts).toEqual([
      { prompt: 'name? ', password: false },
      { prompt: 'secret? ', password: true },
    ]);
  });

  test('input() without a callback fails and does not hang', async () => {
    const result = await kernel.execute({ code: 'input()' });
    expect(result).toMatchObject({ status: 'error', error: { name: 'StdinNotImplementedError' } });
  });

  test('what a callback throws is not swallowed', async () => {
    const run = kernel.execute({
      code: 'print(1)',
      onOutput: () => {
        throw new Error('mine');
      },
    });
    await expect(run).rejects.toThrow('mine');
    const asked = kernel.execute({
      code: 'input()',
      onInput: () => Promise.reject(new Error('nobody there')),
    });
    await expect(asked).rejects.toThrow('nobody there');
  });

  test('help with ? is an output', async () => {
    const { outputs } = await kernel.execute({ code: 'len?' });
    expect(outputs).toMatchObject([{ output_type: 'display_data' }]);
    expect(JSON.stringify(outputs)).toContain('len(obj, /)');
  });

  test('large output is neither limited nor reordered', async () => {
    const lines = 20_000;
    const text = await printed(`for i in range(${lines}):\n    print(i)`);
    expect(text.trimEnd().split('\n')).toHaveLength(lines);
    expect(text.endsWith(`${lines - 1}\n`)).toBe(true);
  });
});

describe('displays across runs', () => {
  test('an update for an earlier cell is handed over', async () => {
    const first = await kernel.execute({ code: "handle = display('old', display_id='shown')" });
    const updates: unknown[] = [];
    const second = await kernel.execute({
      code: "handle.update('new')",
      onOutput: (message) => updates.push(message),
    });
    expect(first.outputs).toMatchObject([{ data: { 'text/plain': "'old'" } }]);
    expect(second.outputs).toEqual([]);
    expect(updates).toMatchObject([
      { content: { data: { 'text/plain': "'new'" }, transient: { display_id: 'shown' } } },
    ]);
  });

  test('output of a thread after the end of its run is reported as late', async () => {
    const late: unknown[] = [];
    const stop = kernel.onLateOutput((output) => late.push(output));
    const code =
      "import threading, time\ndef work():\n    time.sleep(0.3)\n    print('late', flush=True)\nthreading.Thread(target=work).start()";
    const { requestId, outputs } = await kernel.execute({ code });
    await vi.waitFor(() => expect(late).toHaveLength(1), { timeout: 5_000 });
    stop();
    expect(outputs).toEqual([]);
    expect(late).toMatchObject([{ requestId, message: { msg_type: 'stream', content: { text: 'late\n' } } }]);
  });
});

test('hidden requests leave no trace', async () => {
  await kernel.execute({ code: "'visible'" });
  const traces = `import json\nip = get_ipython()\nprint(json.dumps([len(In), sorted(Out), repr(_), ip.execution_count,
    [line for _, _, line in ip.history_manager.get_range()]]))`;
  const before = await kernel.execute({ code: traces, storeHistory: false });
  const hidden = await kernel.execute({ code: 'secret = 99\nsecret', silent: true });
  const after = await kernel.execute({ code: traces, storeHistory: false });
  expect(hidden).toMatchObject({ status: 'ok', outputs: [] });
  expect(textOf(after)).toBe(textOf(before));
  expect(await printed('print(secret)')).toBe('99\n');
});

describe('comms', () => {
  const echo = `
def _target(comm, message):
    comm.send({'hello': message['content']['data']})
    comm.on_msg(lambda m: comm.send({'echo': m['content']['data']}, metadata={'m': 1}, buffers=[b'ab']))
    get_ipython().events.register('post_run_cell', lambda *_: comm.send({'ran': True}))
get_ipython().kernel.comm_manager.register_target('sluice-test', _target)`;

  test('messages of a run come before its result, and answers before the end of send()', async () => {
    const client = await server.startKernel();
    await client.execute({ code: echo, silent: true });
    const messages: { data: unknown; parentId: string; buffers: readonly unknown[] }[] = [];
    const comm = await client.openComm('sluice-test', (message) => messages.push(message), {
      data: { v: 1 },
    });
    expect(messages.map((message) => message.data)).toEqual([{ hello: { v: 1 } }]);
    for (let run = 0; run < 20; run++) {
      messages.length = 0;
      const { requestId } = await client.execute({ code: `print(${run})` });
      expect(messages).toMatchObject([{ data: { ran: true }, parentId: requestId }]);
    }
    messages.length = 0;
    await comm.send({ x: [1, null] });
    expect(messages).toMatchObject([{ data: { echo: { x: [1, null] } }, metadata: { m: 1 } }]);
    expect(messages[0]?.buffers).toHaveLength(1);
    let restarts = 0;
    client.onRestart(() => restarts++);
    await client.restart();
    expect(restarts).toBe(1);
    await client.shutdown();
    await expect(comm.send({})).rejects.toThrow('closed');
  });

  test('an unknown target is an error', async () => {
    await expect(kernel.openComm('nobody', () => {})).rejects.toThrow('no comm target named nobody');
  });

  test('comms that others open are left alone', async () => {
    const closed = "from comm import create_comm\nc = create_comm(target_name='widget')\nc._closed";
    await kernel.execute({ code: closed });
    expect(await printed('print(c._closed)')).toBe('False\n');
  });
});

describe('interrupting and time limits', () => {
  test('interrupt() ends a run as interrupted', async () => {
    const started = deferred();
    const run = kernel.execute({
      code: "import time\nprint('started', flush=True)\ntime.sleep(60)",
      onOutput: () => started.resolve(),
    });
    await started.promise;
    await kernel.interrupt();
    expect(await run).toMatchObject({
      status: 'interrupted',
      timedOut: false,
      error: { name: 'KeyboardInterrupt' },
    });
  });

  test('interrupt() ends a pending input()', async () => {
    const asked = deferred();
    const run = kernel.execute({
      code: 'input()',
      onInput: () => {
        asked.resolve();
        return new Promise(() => {});
      },
    });
    await asked.promise;
    await kernel.interrupt();
    expect((await run).status).toBe('interrupted');
  });

  test('a run over its limit is interrupted', async () => {
    const run = await kernel.execute({ code: 'import time\ntime.sleep(60)', timeoutMs: 200 });
    expect(run).toMatchObject({ status: 'interrupted', timedOut: true });
  });

  test('a run that ignores interrupts loses its kernel', async () => {
    const client = await server.startKernel();
    const code =
      'import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nprint(1, flush=True)\ntime.sleep(60)';
    const run = await client.execute({ code, timeoutMs: 500 });
    expect(run).toMatchObject({ status: 'died', timedOut: true, outputs: [{ text: '1\n' }] });
    expect(client.death).toContain('limit of 0.5 s');
  });
});

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
