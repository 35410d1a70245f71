import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileEffects } from '../../instrument/effects-compile.ts';
import { loadEffectsLibrary, readShippedStubs } from '../../instrument/effects-library.ts';
import type { Stub, StubFile } from '../../instrument/effects-model.ts';
import { testPython } from '../harness/host.ts';

/** The report of oracle.py; the lists hold what is wrong. */
interface OracleReport {
  readonly resolve: readonly string[];
  readonly signatures: readonly string[];
  readonly calls: readonly string[];
  readonly automatic: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

const here = import.meta.dirname;
const python = await testPython();

describe('the shipped effects library', () => {
  test('has no mistakes', () => {
    const { effects, problems } = loadEffectsLibrary();
    expect(problems).toEqual([]);
    expect(Object.keys(effects.modules)).toEqual(expect.arrayContaining(['builtins', 'numpy', 'pandas']));
    const folder = join(here, '..', '..', 'instrument', 'effects');
    const names = readdirSync(folder).filter((name) => name.endsWith('.pyi'));
    expect(readShippedStubs()).toHaveLength(names.length);
  });

  test('reports a user file that cannot be read, and goes on', () => {
    const { effects, problems } = loadEffectsLibrary([join(here, 'no-such-file.pyi')]);
    expect(problems.map((problem) => problem.message)).toEqual([expect.stringContaining('cannot be read')]);
    expect(effects.modules.builtins).toBeDefined();
  });
});

describe('the effects oracle', () => {
  test('the real libraries do what the stubs claim', { timeout: 90_000 }, () => {
    const report = runOracle([join(here, 'calls.txt')], null);
    expect(report.resolve).toEqual([]);
    expect(report.signatures).toEqual([]);
    expect(report.calls).toEqual([]);
  });

  // Thousands of calls with arguments tried in turn: about a minute, so only with SLUICE_TEST_EFFECTS=all.
  test.runIf(process.env.SLUICE_TEST_EFFECTS === 'all').each(['objects', 'estimators'] as const)(
    'automatic calls: %s',
    { timeout: 300_000 },
    (group) => {
      expect(runOracle([], group).automatic).toEqual([]);
    },
  );
});

function runOracle(calls: readonly string[], automatic: 'objects' | 'estimators' | null): OracleReport {
  const { effects } = loadEffectsLibrary();
  const stubs = readShippedStubs().flatMap((file) => file.stubs.map((stub) => describeStub(file, stub)));
  const input = JSON.stringify({ effects, stubs, automatic });
  const args = [join(here, 'oracle.py'), ...calls];
  const output = execFileSync(python!, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
  const report = JSON.parse(output) as OracleReport;
  console.log(`effects oracle: ${JSON.stringify(report.counts)}`);
  return report;
}

function describeStub(file: StubFile, stub: Stub) {
  const { module, className, name, line, versions } = stub;
  const compiled = compileEffects([{ ...file, modules: [module], stubs: [stub] }]).modules[module]!;
  const spec = className === null ? compiled.functions[name] : compiled.classes[className]?.[name];
  return { file: file.file, module, className, name, line, versions, ...spec };
}
