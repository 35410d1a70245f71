/** Which sessions are left out because they are decided outside of them. */

import { expect, test } from 'vitest';
import { outsideOf } from '../../../runtime/research/study/sessions/outside.ts';

const session = (...sources: string[]) =>
  sources.map((source, i) => ({ type: 'run', cell: `c${i}`, source }) as const);

test.each([
  ['%run setup.py', 'execution 2 uses %run'],
  ['%%time\n%load code.py', 'execution 2 uses %load'],
  ['!python modules/cli.py 1', 'execution 2 uses !python'],
  ['files = !ls *.csv', 'execution 2 uses !ls'],
  ['%%bash\nls', 'execution 2 uses %bash'],
  ['import os\nos.system("ls")', 'execution 2 uses os.system'],
  ['from glob import glob', 'execution 2 uses glob'],
])('%j', (source, found) => {
  expect(outsideOf(session('x = 1', source))).toBe(found);
});

test.each([
  'running = 5 % run',
  '![a picture](a.png)',
  'a != b',
  'df.request',
  '%matplotlib inline',
  'globals()',
  'x = os.path.join(a)',
])('%j is not', (source) => expect(outsideOf(session(source))).toBe(null));
