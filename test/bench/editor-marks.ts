/**
 * How soon an editor gets what is wrong: from the change of a name, in the middle of a script of many cells, to the diagnostics that
 * mark it. All cells below use the result. It asserts nothing.
 */

import { Editor } from '../lsp/editor.ts';
import { median } from './median.ts';

/** Milliseconds by the clock. */
export interface EditorMarkTimes {
  readonly cells: number;
  readonly diagnostics: number;
  readonly longest: number;
}

/** People type no faster, and the slow rules begin in a pause. */
const BETWEEN_MS = 420;

/** Measures a script of so many cells. */
export async function timeEditorMarks(cells: number, turns: number): Promise<EditorMarkTimes> {
  const editor = new Editor();
  await editor.start();
  const edited = Math.floor(cells / 2);
  await editor.openScript('/cells.py', scriptOf(cells, edited, 'x'));
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    const isWrong = turn % 2 === 0;
    const begin = performance.now();
    await editor.typeScript(0, scriptOf(cells, edited, isWrong ? 'missing' : 'x'));
    await editor.until(
      () => isWrong === editor.diagnostics(0).some(({ message }) => /missing/.test(message)),
    );
    times.push(performance.now() - begin);
  }
  await editor.end();
  return { cells, diagnostics: median(times), longest: Math.max(...times) };
}

/** Each cell uses the cell above; the edited one adds `name`. */
function scriptOf(cells: number, edited: number, name: string): string {
  const above = ['# %%', 'import pandas as pd', 'x = 1', 'x0 = 1'];
  const rest = Array.from({ length: cells - 1 }, (_, i) => [
    '# %%',
    `x${i + 1} = x${i} + ${i + 1 === edited ? name : '1'}`,
    `df${i + 1} = pd.DataFrame({'a': [x${i + 1}]})`,
    `print(df${i + 1}['a'].sum())`,
  ]);
  return [...above, ...rest.flat()].join('\n');
}
