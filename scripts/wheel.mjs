/**
 * `npm run wheel`: builds `dist/sluice_notebook-VERSION-py3-none-any.whl` from the files of the npm package, its dependencies, and
 * the Python package in `wheel/`. pip makes the wheel with flit, which pip gets from the registry.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { runScript, SetupFailure } from './fail.mjs';
import { ensureNpmPackages, npmCommand } from './npm-packages.mjs';
import { say } from './say.mjs';

const MOST_BYTES = 10_000_000;

/** Builds the wheel from a built checkout, into the folder `out`; returns the path of the wheel. */
export async function buildWheel(root, out = join(root, 'dist')) {
  const stage = join(root, 'node_modules', `.sluice-wheel-${process.pid}`);
  rmSync(stage, { recursive: true, force: true });
  try {
    const { version, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    cpSync(join(root, 'wheel'), stage, { recursive: true, filter: (path) => !/__pycache__/.test(path) });
    const project = join(stage, 'pyproject.toml');
    writeFileSync(project, readFileSync(project, 'utf8').replace('VERSION', version));
    for (const name of ['LICENSE', 'README.md']) cpSync(join(root, name), join(stage, name));
    const files = [
      ...packedFiles(root),
      ...Object.keys(dependencies).map((name) => join('node_modules', name)),
    ];
    // pip copies these files into the environment, where JupyterLab looks for extensions
    cpSync(join(root, 'dist', 'jupyter'), join(stage, 'data', 'share', 'jupyter'), { recursive: true });
    for (const file of files) {
      cpSync(join(root, file), join(stage, 'sluice', 'package', file), { recursive: true, filter: isNeeded });
    }
    const door = (name) => import(pathToFileURL(join(root, 'dist', 'runtime', name, 'index.js')).href);
    const [{ findPython, installEnvironment }, { pythonIn }] = [await door('python'), await door('platform')];
    const [made, tools, env] = [join(stage, 'made'), join(stage, 'tools'), installEnvironment()];
    // an environment of its own has pip, which a system's Python may lack
    run((await findPython()).path, ['-m', 'venv', tools], { cwd: stage, env });
    const build = ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', made, '.'];
    run(pythonIn(tools), build, { cwd: stage, env });
    const [name] = readdirSync(made);
    const { size } = statSync(join(made, name));
    if (size > MOST_BYTES) throw new SetupFailure(`${name} has ${size} bytes, more than ${MOST_BYTES}`);
    mkdirSync(out, { recursive: true });
    cpSync(join(made, name), join(out, name));
    return join(out, name);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** The files of the npm package, as npm itself lists them. */
function packedFiles(root) {
  const [file, first] = npmCommand();
  const told = run(file, [...first, 'pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root });
  return JSON.parse(told)[0].files.map(({ path }) => path);
}

/** Declarations of types and maps are of no use to a program that runs. */
function isNeeded(path) {
  return !/\.d\.m?ts$|\.map$/.test(path);
}

function run(file, args, options) {
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    ...options,
  });
  if (status === 0) return stdout;
  const why = error?.message ?? (stderr.trim().split('\n').at(-1) || `exit code ${status}`);
  throw new SetupFailure(`${[file, ...args.slice(0, 3)].join(' ')} failed: ${why}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(process.argv[1]));
  await runScript(async () => {
    ensureNpmPackages(root, say);
    await ensureBuilt(root, say);
    say(`Built ${await buildWheel(root)}`);
  });
}
