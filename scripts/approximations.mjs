/**
 * The list of docs/reference/known-approximations.md, from the comments in the code that begin `Unsound:` (a slice may lack
 * something), `Unsound, of the run itself:`, or `Imprecise:`. documents.mjs writes the file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['instrument', 'runtime', 'slicer', 'web-ui'];

/** The kinds and their meanings, in the order of the list. */
const KINDS = [
  ['Unsound', 'A slice may lack something, and say `complete`'],
  [
    'Unsound, static analysis only',
    'The same, with `--trace static`, and for the staleness of what has not run',
  ],
  ['Unsound, of the run itself', 'A cell may do something else than without Sluice'],
  ['Imprecise', 'A slice may be too large, or an answer weaker than it could be'],
];
const MARK = new RegExp(
  `\\b(${KINDS.map(([kind]) => kind)
    .sort((a, b) => b.length - a.length)
    .join('|')}): `,
);

/** The list as Markdown; lines may be of any length. */
export function approximations(root) {
  const found = FOLDERS.flatMap((folder) => sourcesIn(root, folder)).flatMap((file) =>
    commentsIn(readFileSync(join(root, file), 'utf8'), file).map((entry) => ({ file, ...entry })),
  );
  return KINDS.map(([kind, meaning]) => {
    const entries = found.filter((entry) => entry.kind === kind);
    const lines = entries.map(({ file, text }) => `- [${nameOf(file)}](../../${file}): ${text}`);
    return `**${meaning}** (\`${kind}:\`)\n\n${lines.join('\n')}\n`;
  }).join('\n');
}

/** The text of each comment, up to the end of its paragraph or the next mark. */
function commentsIn(text, file) {
  const found = [];
  let open = null;
  for (const line of text.split('\n')) {
    // a mark is in a comment of TypeScript, or in one or a docstring of Python
    const body = line.replace(/^\s*(?:\/\*\*?|\*\/|\*|\/\/|#)?\s*/, '').replace(/\s*(?:\*\/|""")\s*$/, '');
    const parts = body.split(MARK);
    const goesOn = body !== '' && /^\s*(?:\*(?!\/)|\/\/|#)/.test(line) === (open?.marked ?? false);
    if (open !== null && goesOn) open.text += ` ${parts[0]}`;
    for (let at = 1; at < parts.length; at += 2) {
      open = { kind: parts[at], text: parts[at + 1], marked: /^\s*(?:\/?\*|\/\/|#)/.test(line) };
      found.push(open);
    }
    if (!goesOn && parts.length === 1) open = null;
    if (/\*\/\s*$|"""\s*$/.test(line)) open = null;
  }
  const sentences = found.map(({ kind, text }) => ({ kind, text: text.trim().replace(/[.;]?$/, '.') }));
  const strange = /\b(?:Unsound|Imprecise)\b(?!:|, (?:of|static))/.exec(text.replace(/`[^`\n]*`/g, ''));
  if (strange) throw new Error(`${file}: write "Unsound: …" or "Imprecise: …", so that it is listed`);
  return sentences;
}

/** A path as people say it: without the folder that all of a kind share. */
function nameOf(file) {
  return file.replace(/^(?:instrument|runtime|slicer)\/(?=.*\/)/, '');
}

function sourcesIn(root, folder) {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(?:py|tsx?|pyi)$/.test(name))
    .map((name) => join(folder, name))
    .sort();
}
