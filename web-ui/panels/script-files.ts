/** Saves a gathered script beside the notebook, as a Python file or as a notebook, under a name that is free. */

import { listFolder, uploadText } from '../files/files-api.ts';
import { notebookPath } from '../page/notebook-state.ts';
import { say } from '../page/notices.ts';

/** Saves the text of a script; says where, or why not. `name`: what it makes. */
export async function saveScript(name: string, body: string, kind: 'py' | 'ipynb'): Promise<void> {
  const [, folder = '', file = ''] = /^(.*\/)?([^/]*)$/.exec(notebookPath.peek()) ?? [];
  const stem = `${file.replace(/\.[^.]+$/, '')}-${name.replace(/[^\w-]/g, '')}`;
  try {
    const { entries } = await listFolder(folder.replace(/\/$/, ''));
    const taken = new Set(entries.map((entry) => entry.name));
    let free = `${stem}.${kind}`;
    for (let n = 2; taken.has(free); n += 1) free = `${stem}-${n}.${kind}`;
    await uploadText(`${folder}${free}`, body);
    say(`Saved ${folder}${free}`);
  } catch (error) {
    say((error as Error).message, 'problem');
  }
}
