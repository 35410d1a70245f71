import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  ensurePrivatePython,
  ensureServerPython,
  inspectPython,
  sluiceHome,
} from '../../runtime/python/index.ts';
import { explainPipFailure, explainWriteFailure } from '../../runtime/python/install-failures.ts';

// Virtual environments are thousands of files.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-environment-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function requirementsFile(name: string, text: string): string {
  const file = join(directory, `${name}.txt`);
  writeFileSync(file, text);
  return file;
}

test('its home can be chosen', () => {
  expect(sluiceHome({ SLUICE_HOME: '/a', XDG_CACHE_HOME: '/b' })).toBe('/a');
  expect(sluiceHome({ XDG_CACHE_HOME: '/b' })).toBe('/b/sluice');
  expect(sluiceHome({})).toMatch(/\.cache\/sluice$/);
});

describe('making the private environment', () => {
  test('several at once build one; the next time there is nothing to do', async () => {
    const home = join(directory, 'at-once');
    const requirements = requirementsFile('none', '# nothing\n');
    const lines: string[] = [];
    const ensure = () => ensurePrivatePython((line) => lines.push(line), { home, requirements });
    const [first, second, third] = await Promise.all([ensure(), ensure(), ensure()]);
    expect(second).toBe(first);
    expect(third).toBe(first);
    expect(await inspectPython(first)).not.toBeNull();
    expect(lines.filter((line) => line.startsWith('Creating'))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('Waiting'))).toHaveLength(2);
    lines.length = 0;
    expect(await ensure()).toBe(first);
    expect(lines).toEqual([]);

    // A build that was killed leaves no stamp and its lock: the lock is taken over, the environment made anew.
    const environment = join(first, '..', '..');
    rmSync(join(environment, 'sluice-complete.json'));
    writeFileSync(`${environment}.lock`, `999999999 ${hostname()} x`);
    expect(await ensure()).toBe(first);
    expect(lines.some((line) => line.startsWith('Creating'))).toBe(true);
    expect(existsSync(`${environment}.lock`)).toBe(false);
  });

  test('without a package index it fails with one line, and leaves nothing that looks complete', async () => {
    vi.stubEnv('PIP_INDEX_URL', 'http://127.0.0.1:1/simple');
    const home = join(directory, 'offline');
    const requirements = requirementsFile('something', 'sluice-test-package-that-does-not-exist\n');
    const failure = await ensurePrivatePython(() => {}, { home, requirements }).catch(
      (error: unknown) => error,
    );
    vi.unstubAllEnvs();
    expect(failure).toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/package index cannot be reached.*run again; details: (.*\.log)$/),
    });
    expect(String(failure)).not.toContain('\n');
    const log = /details: (.*)$/.exec(String(failure))?.[1] ?? '';
    expect(readFileSync(log, 'utf8')).toContain('127.0.0.1');
    expect(existsSync(join(log.replace(/\.log$/, ''), 'sluice-complete.json'))).toBe(false);
  });

  test('none is made for kernels of a Python that has a Jupyter server', async () => {
    const python = await ensurePrivatePython(() => {});
    const home = join(directory, 'with-server');
    expect(await ensureServerPython(() => {}, python, { home })).toBe(python);
    expect(existsSync(home)).toBe(false);
  });

  test.skipIf(process.platform !== 'linux').each(['/proc/sluice', '/dev/null/sluice', '/dev/full'])(
    'a home that cannot be made fails at once: %s',
    async (home) => {
      const started = performance.now();
      const failure = await ensureServerPython(() => {}, '/bin/false', { home }).catch(
        (error: Error) => error,
      );
      expect(String(failure)).toMatch(/cannot write Sluice's private environment to [^\n]*set SLUICE_HOME/);
      expect(performance.now() - started).toBeLessThan(10_000);
    },
  );

  test('a home that is no directory', async () => {
    const home = join(directory, 'file');
    writeFileSync(home, '');
    await expect(ensurePrivatePython(() => {}, { home })).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/cannot write .* set SLUICE_HOME/),
    });
  });
});

describe('what went wrong, in one line', () => {
  test.each([
    ['OSError: [Errno 28] No space left on device', /the disk is full: .*SLUICE_HOME/],
    ['NewConnectionError(...): Failed to establish a new connection', /package index cannot be reached/],
    [
      'Collecting x\nERROR: No matching distribution found for x==9\n',
      /No matching distribution found for x==9/,
    ],
    ['', /no reason was given/],
  ])('pip: %j', (output, message) => {
    const line = explainPipFailure('install Python packages', output, '/home', '/home.log');
    expect(line).toMatch(message);
    expect(line).not.toContain('\n');
  });

  test('the file system', () => {
    expect(explainWriteFailure('/x', new Error('ENOSPC: no space left on device'))).toMatch(/disk is full/);
    expect(explainWriteFailure('/x', new Error('EACCES: permission denied'))).toMatch(/set SLUICE_HOME/);
  });
});
