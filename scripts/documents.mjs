/**
 * Checks the documents: no line of prose is longer than 100 characters; the lists and tables of docs/reference that come from
 * the code, and the ways to decide a call in docs/effects.md, are those of the code; links lead somewhere; documents and doc comments
 * are in plain words. With `--write` the script wraps the lines, and writes the parts made from the code.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { approximations } from './approximations.mjs';
import { decidersTable } from './deciders-table.mjs';
import { brokenLinks } from './document-links.mjs';
import { runScript, SetupFailure } from './fail.mjs';
import { plainWords } from './plain-words.mjs';
import { queryTables } from './query-tables.mjs';
import { rulesTable } from './rules-table.mjs';
import { say } from './say.mjs';
import { root } from './setup.mjs';
import { wrapDocument } from './wrap-markdown.mjs';

const END = '<!-- end -->\n';
/** The parts made from the code, by the line above each. */
const tables = await queryTables(root);
const MADE = [
  ['<!-- approximations: npm run format writes them -->\n', approximations],
  ['<!-- rules: npm run format writes them -->\n', rulesTable],
  ['<!-- tables: npm run format writes them -->\n', () => tables],
  ['<!-- deciders: npm run format writes them -->\n', decidersTable],
];

await runScript(async () => {
  const write = process.argv.includes('--write');
  const formatted = documents().map((file) => [file, wrapDocument(withMadeParts(read(file)))]);
  const differ = formatted.filter(([file, wanted]) => wanted !== read(file));
  if (write) for (const [file, wanted] of differ) writeFileSync(join(root, file), wanted);
  const wrong = [...plainWords(root, documents()), ...brokenLinks(root, documents())];
  for (const { path, line, text } of wrong) say(`${path}:${line}: ${text}`);
  if (differ.length > 0 && !write) {
    throw new SetupFailure(
      `${differ.map(([file]) => file).join(', ')}: lines are longer than 100 characters, or a part made from the code is old; npm run format mends both`,
    );
  }
  if (wrong.length > 0) throw new SetupFailure('documents or doc comments have to be mended');
});

function read(file) {
  return readFileSync(join(root, file), 'utf8');
}

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
