/** Processes: real ones, as the branch of each system tells of them where its programs exist. */

import { execFileSync, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import {
  askToEnd,
  endWhenAsked,
  killProcess,
  runningProcesses,
  startOf,
} from '../../runtime/platform/index.ts';
import { testPython } from '../harness/host.ts';

const python = await testPython();
const sleeper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
  env: { ...process.env, TMPDIR: '/tmp/of-the-sleeper/inner' },
  stdio: 'ignore',
});
afterAll(() => void sleeper.kill('SIGKILL'));

function ask(expression: string): unknown {
  const code = `import json, sys, socket, signal, types\nsys.path.append(sys.argv[1])\nimport processes\nprint(json.dumps(${expression}))`;
  const folder = join(findPackageRoot(), 'runtime', 'platform');
  return JSON.parse(execFileSync(python, ['-c', code, folder], { encoding: 'utf8' }));
}

test.each(['linux', 'darwin', 'win32'] as const)('on %s Node and Python tell the same start', (system) => {
  const start = startOf(sleeper.pid!, system);
  expect(start).toMatch(
    system === 'linux' ? /^\d+$/ : system === 'darwin' ? /^\w{3} \w{3} +\d+ [\d:]{8} \d{4}$/ : /^0$/,
  );
  expect(ask(`processes.start_of(${sleeper.pid}, "${system}")`)).toBe(start);
});

test.each(['linux', 'darwin', 'win32'] as const)(
  'on %s a process that has ended has no start',
  async (system) => {
    const child = spawn(process.execPath, ['-e', '0']);
    await new Promise((resolve) => child.once('exit', resolve));
    expect(startOf(child.pid!, system)).toBeNull();
  },
);

test('the table of processes has the parent and the temporary folder of a child', () => {
  const found = runningProcesses().find(({ pid }) => pid === sleeper.pid);
  expect(found?.parent()).toBe(process.pid);
  expect(found?.usesTemporary('/tmp/of-the-sleeper')).toBe(true);
  expect(found?.usesTemporary('/tmp/of-the-sleep')).toBe(false);
});

test('a process of Windows is asked by a message, of others by a signal', () => {
  const child = { connected: true, sent: [] as unknown[], signals: [] as unknown[] };
  const asked = Object.assign(child, {
    send: (message: unknown) => child.sent.push(message),
    kill: (name: unknown) => child.signals.push(name),
  }) as never;
  askToEnd(asked, 'darwin');
  askToEnd(asked, 'win32');
  expect([child.signals, child.sent]).toEqual([['SIGTERM'], [{ type: 'end' }]]);
  const own = new EventEmitter();
  const heard: string[] = [];
  own.on('SIGTERM', (name: string) => heard.push(name));
  endWhenAsked('win32', own as never);
  own.emit('message', { type: 'start' });
  own.emit('message', child.sent[0]);
  expect(heard).toEqual(['SIGTERM']);
});

test('without taskkill a process is killed by itself', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  killProcess(child, 'win32');
  expect(await ended).toBe('SIGKILL');
});

test('the kernel server knows the parts of Windows', () => {
  expect(ask('processes.python_in("C:\\\\v", "win32")')).toBe('C:\\v\\Scripts\\python.exe');
  expect(ask('processes.python_in("/v", "darwin")')).toBe('/v/bin/python');
  expect(ask('len(processes.signals_of_terminal(types.SimpleNamespace(SIGINT=2)))')).toBe(1);
  expect(ask('len(processes.signals_of_terminal())')).toBe(2);
  expect(ask('processes.has_unix_sockets(types.SimpleNamespace())')).toBe(false);
  expect(ask('processes.has_unix_sockets(socket)')).toBe(true);
});

test.each(['linux', 'win32'])('on %s a kernel that is left is killed', (system) => {
  const code = `(lambda p: (processes.end_tree(p, "${system}"), p.wait(10))[1])(__import__("subprocess").Popen([sys.executable, "-c", "import time; time.sleep(60)"], start_new_session=True))`;
  expect(ask(code)).toBe(-9);
});
