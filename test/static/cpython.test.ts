/**
 * Statement boundaries and global names of standard library files against CPython's own parser and symbol table.
 * SLUICE_TEST_STDLIB=all compares every file of the library instead of a sample.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findGlobalNames, parseCell } from '../../slicer/static/index.ts';
import { findTestPython, runPython } from './python.ts';

interface ExpectedStatement {
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn: number;
  readonly endColumn: number;
  readonly bound: readonly string[];
  readonly used: readonly string[];
  readonly usedInBodies: readonly string[];
}

interface ExpectedFile {
  readonly path: string;
  readonly source: string;
  readonly statements: readonly ExpectedStatement[];
}

const SAMPLE = 150;
const BATCH = 100;
/** Files of the test suite with the odd corners of the grammar: always in the sample. */
const CORNERS =
  /\/(?:test_grammar|test_patma|test_fstring|test_type_params|test_decorators|test_named_expressions|test_contextlib|dataclasses|traceback)\.py$/;

function libraryFiles(python: string): string[] {
  const script = 'import sysconfig; print(sysconfig.get_paths()["stdlib"])';
  const root = spawnSync(python, ['-c', script], { encoding: 'utf8' }).stdout.trim();
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.py') && !name.includes('site-packages'))
    .map((name) => join(root, name))
    .sort();
  if (process.env.SLUICE_TEST_STDLIB === 'all') return files;
  const step = Math.max(1, Math.floor(files.length / SAMPLE));
  return files.filter((name, i) => i % step === 0 || CORNERS.test(name));
}

const sorted = (names: Iterable<string>) => [...names].filter((name) => name !== '__class__').sort();

/** The statements of a source as this project sees them, in the authority's form. */
function describeSource(source: string): ExpectedStatement[] {
  const columnOf = (offset: number) => offset - (source.lastIndexOf('\n', offset - 1) + 1);
  return parseCell(source).statements.map((statement) => {
    const names = findGlobalNames(statement.body);
    return {
      startLine: statement.startLine,
      endLine: statement.endLine,
      startColumn: columnOf(statement.from),
      endColumn: columnOf(statement.to),
      bound: sorted(names.bound),
      used: sorted(names.used),
      usedInBodies: sorted(names.usedInBodies),
    };
  });
}

const python = findTestPython();

describe.skipIf(python === null)('the standard library', () => {
  test('statements and names agree with CPython', { timeout: 1_800_000 }, async () => {
    const files = libraryFiles(python!);
    let compared = 0;
    let statements = 0;
    const different: string[] = [];
    for (let start = 0; start < files.length; start += BATCH) {
      const batch = files.slice(start, start + BATCH).join('\n');
      const output = await runPython(python!, 'cpython_names.py', batch);
      for (const line of output.split('\n').filter((text) => text !== '')) {
        const { path, source, statements: wanted } = JSON.parse(line) as ExpectedFile;
        const found = describeSource(source);
        compared++;
        statements += wanted.length;
        const index = wanted.findIndex((want, i) => JSON.stringify(want) !== JSON.stringify(found[i]));
        if (index >= 0) {
          different.push(
            `${path}: wanted ${JSON.stringify(wanted[index])}\n  found ${JSON.stringify(found[index])}`,
          );
        } else if (found.length !== wanted.length) different.push(`${path}: ${found.length} statements`);
        if (parseCell(source).errors.length > 0) different.push(`${path}: parse errors in correct code`);
      }
    }
    console.log(
      `static analysis: ${compared} files, ${statements} statements, ${different.length} differences`,
    );
    expect(different).toEqual([]);
    expect(compared).toBeGreaterThan(100);
  });
});
