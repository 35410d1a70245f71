/** Saves a gathered script beside the notebook, as a Python file or as a notebook, under a name of the person's choice. */

import { uploadText } from '../files/files-api.ts';
import { notebookPath } from '../page/notebook-state.ts';
import { say } from '../page/notices.ts';
import { notebookName } from '../page/place.ts';

/** A name for the script of something. */
export function scriptName(of: string, kind: 'py' | 'ipynb'): string {
  return `${notebookName(notebookPath.peek())}-${of.replace(/[^\w-]+/g, '-')}.${kind}`;
}

/** Saves the text of a script beside the notebook; reports the path or the failure. Returns whether the file was saved. */
export async function saveScript(name: string, body: string): Promise<boolean> {
  const folder = notebookPath.peek().replace(/[^/]*$/, '');
  try {
    await uploadText(`${folder}${name}`, body);
    say(`Saved ${folder}${name}`);
    return true;
  } catch (error) {
    say((error as Error).message, 'problem');
    return false;
  }
}
