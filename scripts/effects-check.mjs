/**
 * `npm run effects:check [-- LIBRARY …]`: the effects oracle over all libraries with shipped stubs, in an environment
 * of its own beside Sluice's. The checks are in `test/effects`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runScript, SetupFailure } from './fail.mjs';
import { say } from './say.mjs';
import { root, setUp } from './setup.mjs';

/** Where a package has another name than its module. */
const DISTRIBUTIONS = { sklearn: 'scikit-learn', PIL: 'pillow' };
/** The modules for samples and calls.txt beside their library. */
const EXTRA = ['pyarrow', 'openpyxl', 'matplotlib', 'pandas', 'scipy', 'sklearn'];

await runScript(async () => {
  await setUp();
  const named = process.argv.slice(2);
  const folder = join(root, 'test', 'effects', 'samples');
  const libraries = readdirSync(folder).map((name) => name.replace(/\.txt$/, ''));
  const unknown = named.find((name) => !libraries.includes(name));
  if (unknown)
    throw new SetupFailure(
      `test/effects/samples has no ${unknown}.txt (docs/testing.md has the format); there are: ${libraries.join(', ')}`,
    );
  const python = await environment();
  install(python, EXTRA);
  for (const name of named.length > 0 ? named : libraries) {
    const text = readFileSync(join(folder, `${name}.txt`), 'utf8');
    const packages = /^packages:\n((?: {4}.*\n)+)/m.exec(text)?.[1].trim().split(/\s+/) ?? [];
    installLibrary(python, name, packages, named.includes(name));
  }
  const vitest = spawn(
    process.execPath,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...['library', 'calls'].map((name) => `test/effects/${name}.test.ts`),
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        SLUICE_TEST_SAMPLE: 'all',
        SLUICE_EFFECTS_PYTHON: python,
        ...(named.length > 0 ? { SLUICE_EFFECTS_LIBRARIES: named.join(',') } : {}),
      },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => vitest.kill(signal));
  const [code] = await once(vitest, 'exit');
  process.exitCode = code ?? 1;
});

/** The Python of the environment, beside Sluice's own; made when it is missing. */
async function environment() {
  const { ensurePrivatePython, sluiceHome } = await import(
    pathToFileURL(join(root, 'dist', 'runtime', 'python', 'index.js')).href
  );
  const folder = join(sluiceHome(), 'effects-check');
  const python = join(folder, 'bin', 'python');
  if (existsSync(python)) return python;
  say(`Making an environment for the effects oracle in ${folder}`);
  mkdirSync(sluiceHome(), { recursive: true });
  const base = await ensurePrivatePython(say);
  const { status, stderr } = spawnSync(base, ['-m', 'venv', folder], { encoding: 'utf8' });
  if (status !== 0) throw new SetupFailure(`the environment could not be made: ${lastLine(stderr)}`);
  return python;
}

/** Installs what a library's samples import. A library with CUDA packages (gigabytes) is installed only by name. */
function installLibrary(python, name, packages, wasNamed) {
  if (packages.every((module) => imports(python, module))) return;
  if (!wasNamed) {
    const { stdout } = pip(python, ['--dry-run', '--quiet', '--report', '-', ...packages.map(distribution)]);
    if (/"name": "(nvidia|cuda)-/.test(stdout)) {
      say(
        `${name}: only a build with the CUDA packages is to be had; skipped (npm run effects:check -- ${name} takes it)`,
      );
      return;
    }
  }
  install(python, packages);
}

function install(python, modules) {
  const missing = modules.filter((name) => !imports(python, name)).map(distribution);
  if (missing.length === 0) return;
  say(`Installing ${missing.join(', ')}`);
  const { status, stderr } = pip(python, ['--quiet', ...missing]);
  if (status !== 0) say(`${missing.join(', ')}: cannot be installed (${lastLine(stderr)}); skipped`);
}

function distribution(module) {
  return DISTRIBUTIONS[module] ?? module;
}

function imports(python, module) {
  return (
    spawnSync(python, ['-c', `import importlib.util as u, sys; sys.exit(u.find_spec('${module}') is None)`])
      .status === 0
  );
}

function pip(python, args) {
  const options = ['-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '--retries', '2'];
  return spawnSync(python, [...options, ...args], { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
}

function lastLine(text) {
  return text.trim().split('\n').at(-1);
}
