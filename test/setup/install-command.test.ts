/** The program that installs into an environment, and the line in the requirements of a project. */

import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addRequirement, distributionOfModule, requirementsToExtend } from '../../runtime/checking/index.ts';
import { type EnvironmentFacts, installCommand } from '../../runtime/python/index.ts';
import { type Folder, makeFolder } from '../cli/sluice.ts';

const PIP: EnvironmentFacts = {
  executable: '/e/bin/python',
  prefix: '/e',
  hasPip: true,
  isOfUv: false,
  isOfConda: false,
  isOfSystem: false,
};

let folder: Folder;
beforeEach(() => {
  folder = makeFolder();
  vi.stubEnv('CONDA_EXE', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

test.each([
  ['pip', PIP, [], '/e/bin/python -m pip install --disable-pip-version-check x'],
  ['uv that made it', { ...PIP, isOfUv: true }, ['uv'], 'BIN/uv pip install --python /e/bin/python x'],
  ['pip, when uv did not make it', PIP, ['uv'], '/e/bin/python -m pip install --disable-pip-version-check x'],
  ['uv, without pip', { ...PIP, hasPip: false }, ['uv'], 'BIN/uv pip install --python /e/bin/python x'],
  ['conda', { ...PIP, isOfConda: true }, ['conda'], 'BIN/conda install --yes --prefix /e x'],
  [
    'mamba before conda',
    { ...PIP, isOfConda: true },
    ['conda', 'mamba'],
    'BIN/mamba install --yes --prefix /e x',
  ],
  [
    'pip, where conda is not there',
    { ...PIP, isOfConda: true },
    [],
    '/e/bin/python -m pip install --disable-pip-version-check x',
  ],
] as const)('%s', (_, facts, programs, command) => {
  for (const name of programs) chmodSync(folder.write(name, ''), 0o755);
  const found = installCommand(facts, 'x', folder.path).join(' ');
  expect(found).toBe(command.replace('BIN', folder.path));
});

test('what cannot install says so in a sentence', () => {
  expect(() => installCommand({ ...PIP, hasPip: false }, 'x', '')).toThrow(/neither pip nor uv can install/);
  expect(() => installCommand({ ...PIP, isOfSystem: true }, 'x', '')).toThrow(/belongs to the system/);
});

test.each([
  ['cv2', 'opencv-python'],
  ['sklearn', 'scikit-learn'],
  ['pandas', 'pandas'],
  ['own_name', 'own-name'],
])('the distribution of %s', (module, distribution) => {
  expect(distributionOfModule(module)).toBe(distribution);
});

test('a line is added once, to a file of pip or a new one, and to no other form', () => {
  const file = join(folder.path, 'requirements.txt');
  expect(requirementsToExtend(folder.path)).toBe(file);
  expect(existsSync(file)).toBe(false);
  folder.write('requirements.txt', 'numpy==2.0');
  for (const each of ['scikit-learn', 'scikit-learn', 'numpy']) addRequirement(file, each);
  expect(readFileSync(file, 'utf8')).toBe('numpy==2.0\nscikit-learn\n');
  const other = makeFolder({ 'pyproject.toml': '[project]\nname = "x"\ndependencies = ["numpy"]\n' });
  expect(requirementsToExtend(other.path)).toBeNull();
  other.remove();
});
