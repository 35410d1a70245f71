/** Formats code with the `black` or `ruff` of the kernel's own environment, in a process beside the kernel. */

import { checkJson, maybe, object, orNull, type Schema, text as said } from '../../../instrument/index.ts';
import type { KernelClient } from '../../kernel/index.ts';
import type { Answer } from '../messages/messages.ts';

/** Runs in a namespace of its own; prints JSON. */
const PROGRAM = `
import json, os, subprocess, sys
found = None
here = os.path.realpath(os.getcwd())
path = [entry for entry in sys.path if os.path.realpath(entry) != here]
# -I, and the path without the notebook's folder: a module of that name in it is none that anybody has asked for
start = 'import sys; sys.path[:] = %r; import runpy; runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)' % path
for tool in (['black', '-q', '-'], ['ruff', 'format', '-']):
    if wanted not in (None, tool[0]):
        continue
    command = [sys.executable, '-I', '-c', start, *tool]
    done = subprocess.run(command, input=source, capture_output=True, text=True, encoding='utf-8')
    if done.returncode == 0:
        found = {'code': done.stdout}
        break
    if 'No module named' not in done.stderr:
        found = {'failure': (done.stderr.strip().splitlines() or ['it could not be formatted'])[-1]}
        break
print(json.dumps(found))
`;

interface Formatted {
  readonly code?: string;
  readonly failure?: string;
}

const FORMATTED: Schema<Formatted | null> = orNull(
  object<Formatted>({ code: maybe(said), failure: maybe(said) }),
);

/** The formatted code; `failed` when there is no formatter (or not the wanted `tool`), or the code is not plain Python. */
export async function formatCode(
  client: KernelClient,
  code: string,
  tool?: 'black' | 'ruff',
): Promise<Answer> {
  const wanted = tool === undefined ? 'None' : `'${tool}'`;
  const run = `exec(${JSON.stringify(PROGRAM)}, {'source': ${JSON.stringify(code)}, 'wanted': ${wanted}})`;
  const { outputs } = await client.execute({ code: run, silent: true, storeHistory: false });
  const text = outputs.map((output) => (output.output_type === 'stream' ? output.text : '')).join('');
  const checked = checkJson(FORMATTED, text || 'null');
  if (checked.type === 'malformed') {
    return { to: 'failed', message: `the formatter has answered out of turn: ${checked.reason}` };
  }
  const found = checked.value;
  if (found === null) {
    const missing = tool === undefined ? 'neither black nor ruff is' : `${tool} is not`;
    return { to: 'failed', message: `${missing} installed in the kernel's environment` };
  }
  if (found.code === undefined)
    return { to: 'failed', message: found.failure ?? 'it could not be formatted' };
  return { to: 'format', code: found.code.replace(/\n$/, '') };
}
