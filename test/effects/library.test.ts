import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadEffectsLibrary, readShippedStubs } from '../../instrument/effects-library.ts';
import { testPython } from '../harness/host.ts';
import { Sample } from '../harness/sample.ts';
import { checkLibrary, checkRoles, type LibraryReport, sampledLibraries } from './run-oracle.ts';

const here = import.meta.dirname;
const python = await testPython();

/**
 * Libraries with one call in eight in a test run; `npm run effects:check` sets a Python with more libraries, and makes all calls.
 */
const CORE = ['builtins', 'numpy', 'pandas', 'sklearn'];
const other = process.env.SLUICE_EFFECTS_PYTHON;
const wanted = process.env.SLUICE_EFFECTS_LIBRARIES?.split(',');

describe('the shipped effects library', () => {
  test('has no mistakes', () => {
    const files = readShippedStubs();
    expect(files.flatMap((file) => file.problems)).toEqual([]);
    const modules = files.flatMap((file) => file.modules);
    expect(modules).toEqual(expect.arrayContaining(['builtins', 'numpy', 'pandas']));
    const folder = join(here, '..', '..', 'instrument', 'effects');
    const names = readdirSync(folder).filter((name) => name.endsWith('.pyi'));
    expect(files).toHaveLength(names.length);
  });

  test('reports a user file that cannot be read, and goes on', () => {
    const { packed, problems } = loadEffectsLibrary([join(here, 'no-such-file.pyi')]);
    expect(problems.map((problem) => problem.message)).toEqual([expect.stringContaining('cannot be read')]);
    expect(packed.builtins).toBeDefined();
  });
});

describe('the effects oracle', () => {
  test('calls do with rows what their roles claim', { timeout: 180_000 }, () => {
    const { checked, missing, wrong, failed } = checkRoles(other ?? python!);
    console.log(`roles oracle: ${checked} calls; not there: ${missing.join(', ')}`);
    expect(wrong).toEqual([]);
    expect(failed).toEqual([]);
    expect(checked).toBeGreaterThan(140);
  });

  const libraries = wanted ?? (other ? sampledLibraries() : CORE);
  test.for(libraries)(
    'calls of %s change what the stubs claim',
    { timeout: 3_000_000 },
    (library, { skip }) => {
      const report = checkLibrary(other ?? python!, library, other ? null : Sample.ofRun().among(8));
      console.log(row(report));
      skip(report.missing !== undefined, `${library} is not installed`);
      if (process.env.SLUICE_DEBUG) console.log(report.failed.join('\n'));
      expect(report.wrong).toEqual([]);
    },
  );
});

/** A line of the table by `npm run effects:check`. */
function row({ library, missing, callees, checked, wrong, unchanged }: LibraryReport): string {
  if (missing) return `| ${library} | not installed: ${missing.join(', ')} |`;
  const cells = [library, callees, checked, wrong.length, unchanged.length];
  return `| ${cells.join(' | ')} |`;
}
