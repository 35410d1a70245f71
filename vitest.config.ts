/** A busy machine is no failure: tests have half a minute where they say nothing else. They run a few files at a time, one after another in the same process; those that measure times, or put something in the place of a module, are alone. */

import { defineConfig, type Plugin } from 'vitest/config';

const ALONE = [
  'test/kernel/round-trip.test.ts',
  'test/documents/atomic-save.test.ts',
  'test/faults/saving.test.ts',
];
const PAGES = ['test/web-ui/**/*.test.ts', 'test/security/pages/**/*.test.ts'];
const ALL = ['test/**/*.test.ts'];
/** Runs a part of the tests of slow files each day. */
const DAILY = 'test/harness/daily.ts';
/** What is waited for comes, or the test fails: it costs nothing to wait longer. */
const PATIENT = { poll: { timeout: 15_000 } };

/** A case that is asked for by its name runs also when it is not in the sample (test/harness/sample.ts). */
const BY_NAME: Plugin = {
  name: 'by-name',
  configureVitest: ({ project, vitest }) =>
    project.provide('byName', vitest.config.testNamePattern !== undefined),
};

export default defineConfig({
  test: {
    globalSetup: 'scripts/built-tests.mjs',
    projects: [
      {
        plugins: [BY_NAME],
        test: {
          name: 'together',
          include: ALL,
          setupFiles: DAILY,
          exclude: [...ALONE, ...PAGES],
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
          maxWorkers: 1,
          testTimeout: 30_000,
          expect: PATIENT,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [BY_NAME],
        test: {
          name: 'pages',
          include: PAGES,
          setupFiles: DAILY,
          maxWorkers: 3,
          isolate: false,
          // a key that is pressed within milliseconds of a change of focus may go to the wrong place, as no person presses it
          retry: 1,
          testTimeout: 30_000,
          expect: PATIENT,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
