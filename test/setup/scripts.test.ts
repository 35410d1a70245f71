import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { builtFile, findPackageRoot, loadEffectsLibrary } from '../../instrument/index.ts';

const root = findPackageRoot();

test('the package root is found from a source file', () => {
  expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).toMatchObject({ name: 'sluice' });
});

test('a set-up that has nothing to do says nothing and takes no time', async () => {
  const setup = () => promisify(execFile)(process.execPath, [join(root, 'scripts', 'setup.mjs')]);
  await setup();
  const start = performance.now();
  expect(await setup()).toEqual({ stdout: '', stderr: '' });
  expect(performance.now() - start).toBeLessThan(3_000);
}, 60_000);

test('the build compiles the effects library', () => {
  const text = readFileSync(builtFile('instrument/effects.json'), 'utf8');
  const { packed } = JSON.parse(text.split('\n')[0]!) as { readonly packed: object };
  expect(packed).toEqual(loadEffectsLibrary().packed);
});

describe('the closing line of the tests', () => {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporter = join(root, 'scripts', 'count-reporter.mjs');

  /** The last line and exit code of a vitest run over one file with the given text. */
  function closingLine(
    text: string,
    selection: readonly string[],
  ): { line: string | undefined; failed: boolean } {
    const directory = mkdtempSync(join(tmpdir(), 'sluice-scripts-'));
    writeFileSync(join(directory, 'a.test.mjs'), text);
    const args = [
      vitest,
      'run',
      '--root',
      directory,
      '--globals',
      '--reporter=default',
      `--reporter=${reporter}`,
      ...selection,
    ];
    try {
      const stdout = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' });
      return { line: stdout.trimEnd().split('\n').at(-1), failed: false };
    } catch (error) {
      const { stdout } = error as { readonly stdout: string };
      return { line: stdout.trimEnd().split('\n').at(-1), failed: true };
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }

  test.each<[text: string, line: string, failed: boolean, selection?: string[]]>([
    ["test('a', () => {}); test('b', () => {});", '2 passed, 0 failed', false],
    ["test('a', () => {});", 'No test has a name that matches -t "b"', true, ['-t', 'b']],
    ["test('a', () => { throw new Error('no'); }); test('b', () => {});", '1 passed, 1 failed', true],
    ["test('a', () => {}); test.skip('b', () => {});", '1 passed, 0 failed, 1 skipped', false],
    ["import './missing.mjs'; test('a', () => {});", '0 passed, 1 failed', true],
    [
      "test('a', () => { setTimeout(() => { throw new Error('late'); }, 0); return new Promise((r) => setTimeout(r, 50)); });",
      '1 passed, 1 failed',
      true,
    ],
  ])(
    '%s',
    (text, line, failed, selection = []) => {
      expect(closingLine(text, selection)).toEqual({ line, failed });
    },
    30_000,
  );
});
