/** A notebook as a Python file for plain Python. */

import { basename } from 'node:path';
import { commentLines, type Gathered, pythonScript } from '../../slicer/index.ts';
import type { Notebook } from '../documents/index.ts';

/** A file that runs in plain Python: texts are comments, IPython commands are calls. */
export function pythonText(notebook: Notebook): string {
  const cells: Gathered['cells'][number][] = [];
  const texts = new Map<string, string>();
  let before: string[] = [];
  let number = 0;
  for (const cell of notebook.cells) {
    if (cell.type === 'code') number += 1;
    if (cell.source.trim() === '') continue;
    if (cell.type !== 'code') {
      before.push(commentLines(cell.source));
      continue;
    }
    texts.set(cell.id, [...before, `# cell ${number}`].join('\n#\n'));
    before = [];
    const draws = /\b(?:plt|pyplot)\.|\.plot\b/.test(cell.source);
    cells.push({ exec: number, cell: cell.id, source: cell.source, startsTasks: false, draws });
  }
  const header = { lines: [basename(notebook.path)], titleOf: (id: string) => texts.get(id)! };
  const script = pythonScript({ target: null, imports: [], cells, statements: 0 }, header);
  return before.length === 0 ? script : `${script}\n${before.join('\n#\n')}\n`;
}
