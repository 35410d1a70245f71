/**
 * Checks the documents: no line of prose is longer than 100 characters; the list of known approximations in docs/soundness.md, the
 * table of rules in docs/checking.md and the tables of docs/query.md are those of the code. With `--write` it wraps the lines and writes both. It judges no content.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { approximations } from './approximations.mjs';
import { runScript, SetupFailure } from './fail.mjs';
import { queryTables } from './query-tables.mjs';
import { rulesTable } from './rules-table.mjs';
import { root } from './setup.mjs';
import { wrapDocument } from './wrap-markdown.mjs';

const END = '<!-- end -->\n';
/** What is made from the code, by the line that it stands under. */
const tables = await queryTables(root);
const MADE = [
  ['<!-- approximations: npm run format writes them -->\n', approximations],
  ['<!-- rules: npm run format writes them -->\n', rulesTable],
  ['<!-- tables: npm run format writes them -->\n', () => tables],
];

await runScript(async () => {
  const write = process.argv.includes('--write');
  const differ = documents().filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const wanted = wrapDocument(withMadeParts(text));
    if (wanted !== text && write) writeFileSync(join(root, file), wanted);
    return wanted !== text;
  });
  if (differ.length > 0 && !write) {
    throw new SetupFailure(
      `${differ.join(', ')}: lines are longer than 100 characters, or what is made from the code is old; npm run format mends both`,
    );
  }
});

function documents() {
  const within = (folder, recursive) =>
    readdirSync(join(root, folder), { recursive, encoding: 'utf8' }).map((name) => join(folder, name));
  const files = [...within('.', false), ...within('docs', true), ...within('samples', false)];
  return files.filter((name) => name.endsWith('.md')).sort();
}

function withMadeParts(text) {
  return MADE.reduce((made, [begin, make]) => {
    const [from, to] = [made.indexOf(begin), made.indexOf(END)];
    if (from < 0 || to < 0) return made;
    return `${made.slice(0, from)}${begin}\n${make(root)}\n${made.slice(to)}`;
  }, text);
}
