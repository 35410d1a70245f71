/**
 * A vitest reporter that ends the output with `N passed, N failed`, alone on a line, for machines to read. A run in which `-t` selects
 * no test fails, and the line names the pattern. The default reporter reports everything else.
 */
export default class CountReporter {
  /** Called by vitest before the run. */
  onInit(vitest) {
    this.vitest = vitest;
  }

  /** Called by vitest when all tests have ended. */
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) {
        const { state } = test.result();
        if (state in counts) counts[state] += 1;
      }
      // A file that cannot be loaded has no tests to fail.
      if (module.state() === 'failed' && !tests.some((test) => test.result().state === 'failed')) {
        counts.failed += 1;
      }
    }
    counts.failed += unhandledErrors.length;
    const pattern = this.vitest.config.testNamePattern;
    if (pattern !== undefined && counts.passed + counts.failed === 0) {
      console.log(`No test has a name that matches -t "${pattern.source}"`);
      process.exitCode = 1;
      return;
    }
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
  }
}
