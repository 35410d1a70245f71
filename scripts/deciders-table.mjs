/** The table of docs/effects.md with the ways to decide a call, from DECIDERS of the agent. documents.mjs writes the file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'instrument/agent/calls/deciding.py';

/** The table as Markdown. */
export function decidersTable(root) {
  const text = readFileSync(join(root, FILE), 'utf8');
  const table = /^DECIDERS = \(\n(.*?)^\)/ms.exec(text)?.[1] ?? '';
  const rows = [...table.matchAll(/\(\s*"_\w+",\s*"([^"]+)",\s*"([^"]+)",?\s*\)/g)];
  if (rows.length === 0) throw new Error(`${FILE}: DECIDERS has no lines of (method, name, when it decides)`);
  const lines = rows.map(([, name, when], i) => `| ${i + 1} | ${name} | ${when} |`);
  return `${['| | decided by | when |', '|---|---|---|', ...lines].join('\n')}\n`;
}
