/** Installs a module that a cell has missed into the kernel's Python, if a person asks for it. */

import { basename, dirname } from 'node:path';
import { checkJson, flag, object, type Schema, text } from '../../../instrument/index.ts';
import { addRequirement, distributionOfModule, requirementsToExtend } from '../../checking/index.ts';
import type { KernelClient } from '../../kernel/index.ts';
import { type EnvironmentFacts, installCommand, installPackage } from '../../python/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { InstallAnswer, InstallQuestion } from '../messages/install-messages.ts';

/** Runs in a namespace of its own; prints JSON. */
const PROGRAM = `
import json, os, sys, sysconfig
from importlib.util import find_spec
def holds(name, what):
    try:
        with open(os.path.join(sys.prefix, name)) as file:
            return what in file.read()
    except OSError:
        return False
in_venv = sys.prefix != sys.base_prefix
print(json.dumps({
    'executable': sys.executable,
    'prefix': sys.prefix,
    'hasPip': find_spec('pip') is not None,
    'isOfUv': holds('pyvenv.cfg', '\\nuv = '),
    'isOfConda': os.path.isdir(os.path.join(sys.prefix, 'conda-meta')),
    'isOfSystem': not in_venv and os.path.exists(os.path.join(sysconfig.get_path('stdlib'), 'EXTERNALLY-MANAGED')),
}))
`;

const FACTS: Schema<EnvironmentFacts> = object<EnvironmentFacts>({
  executable: text,
  prefix: text,
  hasPip: flag,
  isOfUv: flag,
  isOfConda: flag,
  isOfSystem: flag,
});

/** The name of a module, which becomes an argument of an installer. */
const MODULE = /^[A-Za-z_]\w*(?:\.\w+)*$/;

/** The means of installing. `isHere`: whether the kernel runs on this machine. */
export interface InstallMeans {
  readonly client: KernelClient;
  readonly notebook: string;
  readonly isHere: boolean;
  readonly signal: AbortSignal;
  readonly tell: (line: string) => void;
}

/** The answer. @throws {SluiceError} with the reason why nothing can be installed. */
export async function installAnswer(question: InstallQuestion, means: InstallMeans): Promise<InstallAnswer> {
  const { module } = question;
  const { client, notebook, isHere, signal, tell } = means;
  if (!MODULE.test(module)) throw new SluiceError('that is no name of a module');
  if (!isHere) throw new SluiceError('the kernel runs on another server: install the module there');
  const distribution = distributionOfModule(module);
  const command = installCommand(await factsOf(client), distribution);
  const requirements = requirementsToExtend(dirname(notebook));
  if (question.ask === 'install-plan') {
    const file = requirements === null ? null : basename(requirements);
    return { to: 'install-plan', plan: { distribution, command: command.join(' '), requirements: file } };
  }
  const problem = await installPackage(command, distribution, tell, signal);
  if (problem === null) {
    const code = "__import__('importlib').invalidate_caches()";
    await client.execute({ code, silent: true, storeHistory: false });
    if (question.declares && requirements !== null) addRequirement(requirements, distribution);
  }
  return { to: 'install', problem };
}

async function factsOf(client: KernelClient): Promise<EnvironmentFacts> {
  const code = `exec(${JSON.stringify(PROGRAM)}, {})`;
  const { outputs } = await client.execute({ code, silent: true, storeHistory: false });
  const said = outputs.map((output) => (output.output_type === 'stream' ? output.text : '')).join('');
  const found = checkJson(FACTS, said);
  if (found.type === 'ok') return found.value;
  throw new SluiceError('the kernel does not tell its Python: restart it');
}
