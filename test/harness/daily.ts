/**
 * Runs a part of the tests of slow files each day (`sample.ts`), so that `npm test` takes at most 12 minutes on two idle cores. As many
 * days as a file has parts run all tests of the file. The tests of these files do not depend on each other.
 */
import { relative } from 'node:path';
import { beforeEach, type RunnerTask, type RunnerTestSuite } from 'vitest';
import { Sample } from './sample.ts';

/** The number of parts of a file. `effects/library` draws one in eight by itself: five parts have no common factor with eight. */
const PARTS: Readonly<Record<string, number>> = {
  'adversarial.test.ts': 6,
  'agent/interrupts.test.ts': 2,
  'agent/memory.test.ts': 9,
  'agent/versions.test.ts': 5,
  'check.test.ts': 3,
  'check/going-back.test.ts': 3,
  'check/witness.test.ts': 2,
  'ci/pytest-plugin.test.ts': 3,
  'cli/affected.test.ts': 4,
  'cli/bad-input.test.ts': 4,
  'cli/check.test.ts': 3,
  'cli/export.test.ts': 2,
  'cli/gather.test.ts': 5,
  'cli/graph.test.ts': 3,
  'cli/minimize.test.ts': 5,
  'cli/opening.test.ts': 2,
  'cli/percent.test.ts': 2,
  'cli/query.test.ts': 3,
  'cli/replay.test.ts': 3,
  'cli/run.test.ts': 4,
  'cli/running.test.ts': 12,
  'cli/slice.test.ts': 2,
  'cli/study.test.ts': 2,
  'cli/sweep.test.ts': 2,
  'companion/front-ends.test.ts': 3,
  'effects/library.test.ts': 5,
  'faults/damaged-files.test.ts': 3,
  'faults/kept-kernels.test.ts': 4,
  'faults/kills-of-runs.test.ts': 3,
  'faults/output.test.ts': 4,
  'freshness/freshness.test.ts': 2,
  'kernel/existing-server.test.ts': 2,
  'kernel/kernel-death.test.ts': 2,
  'kernel/orphans.test.ts': 3,
  'lsp/lsp.test.ts': 2,
  'mcp/tasks.test.ts': 3,
  'precision.test.ts': 2,
  'programs.test.ts': 4,
  'reactive/changed-files.test.ts': 3,
  'reactive/faults.test.ts': 2,
  'reactive/gates.test.ts': 2,
  'reactive/reactive.test.ts': 3,
  'research/reproduce/causes.test.ts': 6,
  'research/reproduce/corpus.test.ts': 3,
  'research/reproduce/environments.test.ts': 4,
  'research/reproduce/reports.test.ts': 2,
  'security/deep-cells.test.ts': 3,
  'security/hostile-contracts.test.ts': 4,
  'security/hostile-requirements.test.ts': 8,
  'security/hostile-terminal.test.ts': 3,
  'security/opening.test.ts': 2,
  'security/pages/untrusted.test.ts': 3,
  'security/planted-files.test.ts': 4,
  'security/private-copy.test.ts': 3,
  'security/strays.test.ts': 3,
  'session/session-log.test.ts': 2,
  'session/widgets.test.ts': 3,
  'setup/private-environment.test.ts': 4,
  'static/flow.test.ts': 2,
  'research/study/notebooks.test.ts': 2,
  'transparency/samples.test.ts': 2,
  'web-ui/accessibility.test.ts': 3,
  'web-ui/apps.test.ts': 2,
  'web-ui/attachments.test.ts': 2,
  'web-ui/changed-files.test.ts': 2,
  'web-ui/code-help.test.ts': 5,
  'web-ui/console.test.ts': 2,
  'web-ui/documents.test.ts': 3,
  'web-ui/drafts.test.ts': 3,
  'web-ui/editing.test.ts': 2,
  'web-ui/exported.test.ts': 2,
  'web-ui/files.test.ts': 2,
  'web-ui/flow.test.ts': 2,
  'web-ui/foreign-widgets.test.ts': 3,
  'web-ui/history.test.ts': 3,
  'web-ui/joined-widgets.test.ts': 2,
  'web-ui/kernels.test.ts': 3,
  'web-ui/long-notebooks.test.ts': 2,
  'web-ui/much-output.test.ts': 3,
  'web-ui/opening.test.ts': 2,
  'web-ui/problems-panel.test.ts': 3,
  'web-ui/problems.test.ts': 2,
  'web-ui/proofs.test.ts': 2,
  'web-ui/reactive.test.ts': 3,
  'web-ui/reproduce.test.ts': 2,
  'web-ui/running.test.ts': 4,
  'web-ui/sessions.test.ts': 2,
  'web-ui/settings.test.ts': 2,
  'web-ui/shared-frame.test.ts': 4,
  'web-ui/slices.test.ts': 2,
  'web-ui/stumbles.test.ts': 4,
  'web-ui/tables.test.ts': 2,
  'web-ui/terminal.test.ts': 3,
  'web-ui/tools.test.ts': 3,
  'web-ui/widgets.test.ts': 3,
};

const sample = Sample.ofRun();

beforeEach(({ task, skip }) => {
  const file = relative(new URL('..', import.meta.url).pathname, task.file.filepath);
  const parts = PARTS[file];
  if (parts !== undefined && !sample.hasPosition(file, testsOf(task.file).indexOf(task), parts)) skip();
});

function testsOf(suite: RunnerTestSuite): RunnerTask[] {
  return suite.tasks.flatMap((task) => (task.type === 'suite' ? testsOf(task) : [task]));
}
