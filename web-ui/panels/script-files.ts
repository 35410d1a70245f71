/** Saves a gathered script beside the notebook, as a Python file or as a notebook, under a name that is free. */

import { notebookPath } from '../page/notebook-state.ts';
import { say } from '../page/notices.ts';

const TRIES = 100;

/** Saves; says where, or why not. */
export async function saveScript(cell: string, script: string, kind: 'py' | 'ipynb'): Promise<void> {
  const stem = notebookPath.replace(/\.ipynb$/i, '');
  const body = kind === 'py' ? script : scriptNotebook(script);
  for (let n = 1; n < TRIES; n += 1) {
    const path = `${stem}-${cell.replace(/[^\w-]/g, '')}${n === 1 ? '' : `-${n}`}.${kind}`;
    const response = await fetch(`/api/files?path=${encodeURIComponent(path)}`, { method: 'PUT', body });
    if (response.ok) {
      say(`Saved ${path}`);
      return;
    }
    const { error } = (await response.json()) as { error: string };
    if (!error.startsWith('there is a')) {
      say(error, 'problem');
      return;
    }
  }
}

/** The text of a notebook: a cell for each part that the script marks with `# %%`, what is said before them as text. */
export function scriptNotebook(script: string): string {
  const [head = '', ...parts] = script.split(/^# %%.*\n/m);
  const said = head.replace(/^# ?/gm, '').trim();
  const cells = [
    ...(said === '' ? [] : [{ cell_type: 'markdown', metadata: {}, source: lines(said) }]),
    ...parts.map((part) => ({
      cell_type: 'code',
      execution_count: null,
      metadata: {},
      outputs: [],
      source: lines(part.trim()),
    })),
  ];
  const withIds = cells.map((cell) => ({ ...cell, id: crypto.randomUUID().slice(0, 8) }));
  const metadata = { language_info: { name: 'python' } };
  return `${JSON.stringify({ cells: withIds, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}

function lines(text: string): string[] {
  return text.split(/(?<=\n)/);
}
