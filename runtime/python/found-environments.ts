/**
 * Finds the Python environments of a person and of a project by their files. It runs none of them: an
 * environment in a stranger's folder could be a program of the stranger.
 */

import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, join, relative, sep } from 'node:path';
import { MOST_OF_SETTINGS, readPlainText } from '../../instrument/index.ts';
import { HERE, programFile, pythonIn } from '../platform/index.ts';
import { OLDEST_PYTHON } from './inspect-python.ts';

export interface FoundEnvironment {
  /** The absolute path of its interpreter. */
  readonly python: string;
  /** For people: `.venv`, `conda: base`, `pyenv: 3.12.1`. */
  readonly name: string;
  /** `3.11`. */
  readonly version: string;
  /** Why it cannot run cells, as a part of a sentence; null: it can. */
  readonly unusable: string | null;
}

/** The environments of the folders from `folder` up to `root`, and of the person. */
export function foundEnvironments(
  folder: string,
  root: string,
  env: NodeJS.ProcessEnv = process.env,
  home = homedir(),
): readonly FoundEnvironment[] {
  const places = [
    ...ofProject(folder, root),
    ...[env.VIRTUAL_ENV].flatMap((prefix) => (prefix ? [{ prefix, name: basename(prefix) }] : [])),
    ...ofConda(env, home),
    ...inside(env.WORKON_HOME ?? join(home, '.virtualenvs'), 'virtualenv'),
    ...inside(join(env.PYENV_ROOT ?? join(home, '.pyenv'), 'versions'), 'pyenv'),
    ...inside(env.UV_PYTHON_INSTALL_DIR ?? join(home, '.local', 'share', 'uv', 'python'), 'uv'),
    ...onPath(env.PATH ?? ''),
  ];
  const found = new Map<string, FoundEnvironment>();
  for (const { prefix, name } of places) {
    const environment = environmentAt(prefix, name);
    if (environment !== null && !found.has(environment.python)) found.set(environment.python, environment);
  }
  return [...found.values()];
}

interface FoundPrefix {
  readonly prefix: string;
  readonly name: string;
}

/** Any folder with a virtual environment, as uv, venv and poetry make them in a project. */
function ofProject(folder: string, root: string): FoundPrefix[] {
  const places: FoundPrefix[] = [];
  for (let at = folder; ; at = dirname(at)) {
    for (const name of entriesOf(at)) {
      const prefix = join(at, name);
      if (existsSync(join(prefix, 'pyvenv.cfg')))
        places.push({ prefix, name: relative(root, prefix) || name });
    }
    if (at === root || !at.startsWith(root + sep)) return places;
  }
}

function ofConda(env: NodeJS.ProcessEnv, home: string): FoundPrefix[] {
  const bases = [
    ...(env.CONDA_EXE ? [dirname(dirname(env.CONDA_EXE))] : []),
    ...['miniconda3', 'anaconda3', 'miniforge3', 'mambaforge', 'micromamba'].map((name) => join(home, name)),
  ];
  const listed = textOf(join(home, '.conda', 'environments.txt')).split('\n');
  return [
    ...[env.CONDA_PREFIX ?? '', ...listed.map((line) => line.trim())]
      .filter((prefix) => prefix !== '')
      .map((prefix) => ({ prefix, name: `conda: ${basename(prefix)}` })),
    ...bases.flatMap((prefix) => [{ prefix, name: 'conda: base' }, ...inside(join(prefix, 'envs'), 'conda')]),
  ];
}

function inside(folder: string, kind: string): FoundPrefix[] {
  return entriesOf(folder).map((name) => ({ prefix: join(folder, name), name: `${kind}: ${name}` }));
}

function onPath(path: string): FoundPrefix[] {
  const folders = path.split(delimiter).filter((folder) => existsSync(pythonOnPath(folder)));
  return folders.map((folder) => {
    const above = dirname(realOf(pythonOnPath(folder)));
    // (Windows has no folder `bin`)
    const prefix = basename(above) === 'bin' ? dirname(above) : above;
    return existsSync(join(dirname(folder), 'pyvenv.cfg'))
      ? { prefix: dirname(folder), name: basename(dirname(folder)) }
      : { prefix, name: prefix };
  });
}

function pythonOnPath(folder: string): string {
  return programFile(folder, HERE === 'win32' ? 'python' : 'python3');
}

function environmentAt(prefix: string, name: string): FoundEnvironment | null {
  const python = pythonIn(prefix);
  if (!existsSync(python)) return null;
  const stated = /^version(?:_info)?\s*=\s*(3\.\d+)/m.exec(textOf(join(prefix, 'pyvenv.cfg')))?.[1];
  const version = stated ?? versionIn(prefix);
  if (version === null) return null;
  const libraries = [join(prefix, 'lib', `python${version}`), join(prefix, 'Lib')];
  const packages = libraries.flatMap((library) =>
    ['site-packages', 'dist-packages'].map((part) => join(library, part)),
  );
  const hasIpykernel = packages.some((folder) => existsSync(join(folder, 'ipykernel')));
  return { python, name, version, unusable: whyUnusable(version, hasIpykernel) };
}

/** The version of an environment by its folder of libraries, or by conda's note of the package `python`. */
function versionIn(prefix: string): string | null {
  const libraries = entriesOf(join(prefix, 'lib')).map((entry) => /^python(3\.\d+)$/.exec(entry)?.[1]);
  const noted = entriesOf(join(prefix, 'conda-meta')).map((entry) => /^python-(3\.\d+)\./.exec(entry)?.[1]);
  return [...libraries, ...noted].findLast((version) => version !== undefined) ?? null;
}

function whyUnusable(version: string, hasIpykernel: boolean): string | null {
  const [major, minor] = OLDEST_PYTHON;
  if (Number(version.split('.')[1]) < minor) return `Sluice needs Python ${major}.${minor} or newer`;
  return hasIpykernel ? null : 'it has no ipykernel';
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readPlainText(file, MOST_OF_SETTINGS);
  } catch {
    return '';
  }
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
