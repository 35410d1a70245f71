/**
 * Files whose tests take long for what they find from day to day: each day runs one part of them (`sample.ts`), so that `npm test` stays
 * under 15 minutes. Their tests do not depend on each other.
 */
import { relative } from 'node:path';
import { beforeEach } from 'vitest';
import { Sample } from './sample.ts';

/** In how many parts the tests of a file are divided. */
const PARTS: Readonly<Record<string, number>> = {
  'adversarial.test.ts': 2,
  'agent/memory.test.ts': 3,
  'agent/versions.test.ts': 3,
  'cli/bad-input.test.ts': 2,
  'cli/gather.test.ts': 3,
  'cli/minimize.test.ts': 3,
  'cli/replay.test.ts': 2,
  'cli/run.test.ts': 3,
  'cli/running.test.ts': 8,
  'cli/study.test.ts': 2,
  'kernel/existing-server.test.ts': 2,
  'reproduce/causes.test.ts': 2,
  'reproduce/corpus.test.ts': 3,
  'reproduce/environments.test.ts': 3,
  'setup/private-environment.test.ts': 2,
  'study/notebooks.test.ts': 2,
  'web-ui/accessibility.test.ts': 3,
  'web-ui/drafts.test.ts': 2,
  'web-ui/editing.test.ts': 2,
  'web-ui/problems-panel.test.ts': 2,
  'web-ui/reactive.test.ts': 2,
  'web-ui/reproduce.test.ts': 2,
  'web-ui/running.test.ts': 3,
  'web-ui/slices.test.ts': 2,
  'web-ui/stumbles.test.ts': 3,
  'web-ui/tables.test.ts': 2,
  'web-ui/widgets.test.ts': 2,
};

const sample = Sample.ofRun();

beforeEach(({ task, skip }) => {
  const parts = PARTS[relative(new URL('..', import.meta.url).pathname, task.file.filepath)];
  if (parts !== undefined && !sample.has(task.name, parts, 'daily ')) skip();
});
