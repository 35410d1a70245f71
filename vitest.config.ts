/**
 * The projects of the tests. `npx vitest run FILE` picks the project of the file by itself. A busy machine is no failure: a test has
 * half a minute unless the test says otherwise.
 */

import { spawnSync } from 'node:child_process';
import { defineConfig, type Plugin } from 'vitest/config';

/** Pure tests start no process and need no build: a pure test begins at once. */
const PURE = [
  'test/check/{edits,formats,rules,settings}.test.ts',
  'test/cli/{kernel-choices,same-command}.test.ts',
  'test/code-impact/{events,renamings}.test.ts',
  'test/difference/*.test.ts',
  'test/documents/!(atomic-save).test.ts',
  'test/effects/{compiled,parse,reference}.test.ts',
  'test/kernel/{output-fold,server-address}.test.ts',
  'test/platform/platform.test.ts',
  'test/query/queries.test.ts',
  'test/reactive/{plain-mode,replayed-session,run-history,settlement}.test.ts',
  'test/research/reproduce/comparisons.test.ts',
  'test/server/own-hosts.test.ts',
  'test/session/{cell-liveness,line-ends,log-fold,log-length,trials}.test.ts',
  'test/setup/{build-lock,plain-words,sample}.test.ts',
  'test/{slicer,slices}/*.test.ts',
  'test/cli/help.test.ts',
  'test/sources/{cell-named,sessions}.test.ts',
  'test/static/!(bounds|cpython|flow).test.ts',
  'test/variants/branch.test.ts',
  'test/research/study/{outside,predictive-power,statistics}.test.ts',
  'test/web-ui/{catalogues,folds,terminal-text,texts}.test.ts',
];
/** These tests measure times, or replace a module. */
const ALONE = [
  'test/kernel/round-trip.test.ts',
  'test/documents/atomic-save.test.ts',
  'test/faults/saving.test.ts',
];
const PAGES = ['test/web-ui/**/*.test.ts', 'test/security/pages/**/*.test.ts', 'test/editors/*.test.ts'];
const ALL = ['test/**/*.test.ts'];
/** Builds the bundles. */
const BUILD = 'scripts/built-tests.mjs';
/** Runs a part of the tests of slow files, another one each day. */
const DAILY = 'test/harness/daily.ts';
/** A test waits for an event, or fails: a longer limit costs nothing. */
const PATIENT = { poll: { timeout: 15_000 } };

/** Tells the tests the facts that choose their sample (test/harness/sample.ts). */
const SAMPLE: Plugin = {
  name: 'sample',
  configureVitest: ({ project, vitest }) => {
    // a case that `-t` selects runs also outside the sample
    project.provide('byName', vitest.config.testNamePattern !== undefined);
    project.provide('committed', lastCommit() ?? Date.now());
  },
};

/** The time of the last commit in milliseconds; null: this is no checkout. */
function lastCommit(): number | null {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '' ? Number(stdout) * 1_000 : null;
}

export default defineConfig({
  test: {
    reporters: ['default', 'scripts/count-reporter.mjs'],
    // a second run reads compiled sources from node_modules/.experimental-vitest-cache
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          name: 'pure',
          include: PURE,
          setupFiles: 'test/harness/no-processes.ts',
          maxWorkers: 4,
          isolate: false,
          // a pure test waits for nothing: only a busy machine makes a test slow
          testTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [SAMPLE],
        test: {
          name: 'together',
          include: ALL,
          globalSetup: BUILD,
          setupFiles: DAILY,
          exclude: [...PURE, ...ALONE, ...PAGES],
          // half of the time is waiting for kernels: two cores are busy with four
          maxWorkers: 4,
          isolate: false,
          testTimeout: 30_000,
          expect: PATIENT,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'alone',
          include: ALONE,
          globalSetup: BUILD,
          maxWorkers: 1,
          testTimeout: 30_000,
          expect: PATIENT,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [SAMPLE],
        test: {
          name: 'pages',
          include: PAGES,
          globalSetup: BUILD,
          setupFiles: DAILY,
          exclude: PURE,
          maxWorkers: 3,
          isolate: false,
          // a key that is pressed within milliseconds of a change of focus may go to the wrong place, as no person presses it
          retry: 1,
          // many steps of a person, each with a kernel's answer
          testTimeout: 90_000,
          expect: PATIENT,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
