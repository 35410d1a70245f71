/** Runs cells in a plain Python and returns their outputs, to compare a notebook before and after a fix. */

import { spawnSync } from 'node:child_process';
import { testPython } from '../harness/host.ts';

const RUNNER = `
import ast, contextlib, io, json, os, sys, tempfile, warnings
warnings.simplefilter('ignore')
os.chdir(tempfile.mkdtemp())
def shown(cells):
    space, texts = {'__name__': '__main__'}, []
    for source in cells:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            tree = ast.parse(source)
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, 'cell', 'exec'), space)
            value = None if last is None else eval(compile(ast.Expression(last.value), 'cell', 'eval'), space)
            if value is not None:
                print(repr(value))
        texts.append(out.getvalue())
    return [text for text in texts if text]
def tried(cells):
    try:
        return shown(cells)
    except Exception:
        return None
print(json.dumps([tried(cells) for cells in json.load(sys.stdin)]))
`;

/** The outputs of each notebook's cells without empty outputs; null for a notebook that cannot run (a file or package is missing). */
export async function runNotebooks(
  notebooks: readonly (readonly string[])[],
): Promise<readonly (readonly string[] | null)[]> {
  const python = await testPython();
  const run = spawnSync(python, ['-c', RUNNER], { input: JSON.stringify(notebooks), encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as (readonly string[] | null)[];
}
