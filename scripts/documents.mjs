/**
 * Checks the documents: no line of prose is longer than 100 characters, and the list of known approximations in
 * docs/soundness.md is that of the code. With `--write` it wraps the lines and writes the list. It judges no content.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { approximations } from './approximations.mjs';
import { runScript, SetupFailure } from './fail.mjs';
import { root } from './setup.mjs';
import { wrapDocument } from './wrap-markdown.mjs';

const [BEGIN, END] = ['<!-- approximations: npm run format writes them -->\n', '<!-- end -->\n'];

await runScript(async () => {
  const write = process.argv.includes('--write');
  const differ = documents().filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const wanted = wrapDocument(withApproximations(text));
    if (wanted !== text && write) writeFileSync(join(root, file), wanted);
    return wanted !== text;
  });
  if (differ.length > 0 && !write) {
    throw new SetupFailure(
      `${differ.join(', ')}: lines are longer than 100 characters, or the list of approximations is old; npm run format mends both`,
    );
  }
});

function documents() {
  const within = (folder, recursive) =>
    readdirSync(join(root, folder), { recursive, encoding: 'utf8' }).map((name) => join(folder, name));
  const files = [...within('.', false), ...within('docs', true), ...within('samples', false)];
  return files.filter((name) => name.endsWith('.md')).sort();
}

function withApproximations(text) {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < 0) return text;
  return `${text.slice(0, from)}${BEGIN}\n${approximations(root)}\n${text.slice(to)}`;
}
