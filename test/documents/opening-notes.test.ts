/** Which kernels a notebook may name without a word, and which are told. */

import { expect, test } from 'vitest';
import { otherKernelNote } from '../../runtime/documents/index.ts';

const RUNS = { version: '3.11.7', python: '/env/bin/python' };

test.each([null, '', 'python3', 'python', 'Python3', 'ipython3', 'python3.11', 'python311'])(
  'nothing is said of %j',
  (named) => {
    expect(otherKernelNote(named, 'a.ipynb', RUNS)).toBeNull();
  },
);

test.each(['python2', 'python3.8', 'python38', 'conda-env-ml-py', 'myenv', 'pysparkkernel', 'conda-base-py'])(
  'what runs instead of %s is said',
  (named) => {
    expect(otherKernelNote(named, 'a.ipynb', RUNS)).toBe(
      `a.ipynb is for the kernel "${named}"; it runs on Python 3.11.7 (/env/bin/python) instead`,
    );
  },
);

test('a kernel that was chosen by that name is the right one', () => {
  expect(otherKernelNote('myenv', 'a.ipynb', { version: '3.11.7', kernelName: 'myenv' })).toBeNull();
  expect(otherKernelNote('myenv', 'This notebook', { version: '3.11.7', kernelName: 'other' })).toBe(
    'This notebook is for the kernel "myenv"; it runs on Python 3.11.7 instead',
  );
});
