/** The Pythons of this installation: the interpreter of cells, its packages, and the private environment. Nothing is made. */

import { existsSync } from 'node:fs';
import { checkJson, orNull, record, text } from '../../instrument/index.ts';
import { pythonIn } from '../platform/index.ts';
import {
  findPython,
  inspectPython,
  isSupported,
  madeEnvironment,
  ownPython,
  runProgram,
  SUPPORTED,
  sluiceHome,
  versionText,
} from '../python/index.ts';
import { messageOf } from '../words/index.ts';
import { type Finding, missing, ok, optional } from './finding.ts';

/** The packages of a kernel's environment. */
const PACKAGES = ['ipykernel', 'jupyter_server', 'jupyter_client'] as const;
const QUESTION = `import importlib.metadata as m, json
def version(name):
    try: return m.version(name)
    except m.PackageNotFoundError: return None
print(json.dumps({name: version(name) for name in ${JSON.stringify(PACKAGES)}}))`;

/** The findings, and the Python that runs cells, if there is one. */
export interface PythonFindings {
  readonly findings: readonly Finding[];
  readonly python: string | null;
}

/** Looks for the Pythons. `given`: the value of `--python`. */
export async function findPythons(given: string | undefined): Promise<PythonFindings> {
  const python = given ?? (await chosen());
  if (python === null) return { findings: [await withoutEnvironment()], python };
  const facts = await inspectPython(python);
  if (facts === null) {
    const advice = 'give --python PATH the path of a Python 3.10 or newer';
    return { findings: [missing('Python', `${python} does not run`, advice)], python: null };
  }
  const text = `${python}, Python ${versionText(facts)}`;
  if (!isSupported(facts)) {
    return {
      findings: [missing('Python', text, `give --python PATH the path of ${SUPPORTED}`)],
      python: null,
    };
  }
  const found = ok('Python', text);
  return { findings: [found, ...(await packagesOf(python))], python };
}

/** The Python that `sluice run` would choose, without the making of an environment. */
async function chosen(): Promise<string | null> {
  for (const prefix of [process.env.VIRTUAL_ENV, process.env.CONDA_PREFIX]) {
    const path = prefix ? pythonIn(prefix) : null;
    if (path !== null && existsSync(path) && (await inspectPython(path))?.hasIpykernel) return path;
  }
  return ownPython() ?? madeEnvironment(sluiceHome());
}

async function withoutEnvironment(): Promise<Finding> {
  try {
    const { path, version } = await findPython();
    const advice =
      'the first run makes a private environment of about 600 MB, or: pip install sluice_notebook';
    return optional(
      'Python',
      `${path}, Python ${version.join('.')}; no environment with ipykernel yet`,
      advice,
    );
  } catch (error) {
    return missing('Python', messageOf(error), 'install Python 3.10 or newer with its venv module');
  }
}

async function packagesOf(python: string): Promise<readonly Finding[]> {
  const { stdout } = await runProgram(python, ['-I', '-c', QUESTION], { timeoutMs: 20_000 });
  const told = checkJson(record(orNull(text)), stdout.trim());
  const versions = told.type === 'ok' ? told.value : {};
  return PACKAGES.map((name) => {
    const version = versions[name] ?? null;
    const advice = `${python} -m pip install ${name}`;
    if (version !== null) return ok(name, version);
    return name === 'ipykernel'
      ? missing(name, 'not installed', advice)
      : optional(name, 'not installed: Sluice makes a small environment of 83 MB for it', advice);
  });
}
