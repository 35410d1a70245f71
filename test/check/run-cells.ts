/** Runs cells in a plain Python and tells what each shows: enough to compare a notebook before and after a fix. */

import { spawnSync } from 'node:child_process';
import { testPython } from '../setup/python.ts';

const RUNNER = `
import ast, contextlib, io, json, sys, tempfile, os
cells = json.load(sys.stdin)
os.chdir(tempfile.mkdtemp())
space, shown = {'__name__': '__main__'}, []
for source in cells:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        tree = ast.parse(source)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, 'cell', 'exec'), space)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), 'cell', 'eval'), space)
            if value is not None:
                print(repr(value))
    shown.append(out.getvalue())
print(json.dumps([text for text in shown if text]))
`;

/** What the cells show, blanks left out; null: they cannot run here (a file or package is missing). */
export function runCells(sources: readonly string[]): unknown {
  const run = spawnSync(testPython(), ['-c', RUNNER], { input: JSON.stringify(sources), encoding: 'utf8' });
  return run.status === 0 ? JSON.parse(run.stdout) : null;
}
