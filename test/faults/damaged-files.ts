/** Reads damaged notebooks and session files, from a seed. Returns faults other than a clear refusal; empty: none. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSource } from '../../runtime/sources/index.ts';
import { SluiceError } from '../../runtime/words/index.ts';
import { notebookText, sessionText } from '../cli/sluice.ts';
import type { Choices } from '../generator/random.ts';
import { bogusText, bogusValue } from '../security/bogus.ts';

const NOTEBOOK = notebookText(['x = 1\nprint(x)', 'y = x']);
const SESSION = sessionText(['x = 1', 'y = x', 'print(y)']);

/** Writes a damaged file into the folder and reads it. */
export async function readDamaged(folder: string, choices: Choices): Promise<string[]> {
  const isNotebook = choices.chance(0.6);
  const path = join(folder, isNotebook ? 'damaged.ipynb' : 'damaged.jsonl');
  const text = isNotebook ? damaged(choices, NOTEBOOK) : damagedLines(choices);
  writeFileSync(path, choices.chance(0.1) ? Buffer.from(text, 'latin1') : text);
  try {
    await readSource(path);
    return [];
  } catch (error) {
    const isClear = error instanceof SluiceError && error.exitCode === 2 && !error.message.includes('\n');
    return isClear ? [] : [`${String(error)}: ${text.slice(0, 500)}`];
  }
}

function damaged(choices: Choices, text: string): string {
  if (choices.chance(0.05)) return `${'['.repeat(choices.int(1, 200_000))}`;
  if (choices.chance(0.5)) return bogusText(choices, text);
  return JSON.stringify(bogusValue(choices, JSON.parse(text)));
}

function damagedLines(choices: Choices): string {
  const lines = SESSION.trimEnd().split('\n');
  const at = choices.int(0, lines.length - 1);
  return `${lines.with(at, damaged(choices, lines[at]!)).join('\n')}\n`;
}
