/**
 * Holds documents and doc comments to plain words: at most 5 vague words in 100, 1 500 words in a document, as `wc -w` counts them
 * outside of blocks of code, and 40 words in a cell of a table. Documents of docs/reference may be longer.
 * This file writes nothing; documents.mjs does.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { docCommentLines } from './doc-comments.mjs';
import { proseLines, sourceLines, tableCells } from './markdown-prose.mjs';
import { countVague, wordsIn } from './vague-words.mjs';

const VAGUE_PER_100 = 5;
const WORDS_OF_DOCUMENT = 1500;
const WORDS_OF_CELL = 40;
/** The folder of documents in which a reader looks one thing up. */
const REFERENCE = 'docs/reference';

const CODE = ['editors', 'instrument', 'runtime', 'scripts', 'slicer', 'test', 'web-ui'];

/** Findings of all documents and folders of code, `{path, line, text}`. */
export function plainWords(root, documents) {
  return [
    ...documents.flatMap((path) => inDocument(path, readFileSync(join(root, path), 'utf8'))),
    ...[...commentsByFolder(root).values()].flatMap(inComments),
  ];
}

function inDocument(path, markdown) {
  const prose = proseLines(markdown);
  const count = countVague(prose);
  const findings = tableCells(markdown)
    .map(({ line, text }) => ({ line, words: wordsIn(text).length }))
    .filter(({ words }) => words > WORDS_OF_CELL)
    .map(({ line, words }) => ({
      path,
      line,
      text: `a table cell has ${words} words; cut it to ${WORDS_OF_CELL}, or move it into a paragraph`,
    }));
  const words = sourceLines(markdown).flatMap(({ source }) => source.match(/\S+/g) ?? []).length;
  if (words > WORDS_OF_DOCUMENT && dirname(path) !== REFERENCE) {
    const text = `${words} words; cut the document to ${WORDS_OF_DOCUMENT} (five minutes of reading)`;
    findings.push({ path, line: 1, text });
  }
  return tooVague(count) ? [...findings, { path, ...vague(count) }] : findings;
}

function inComments(lines) {
  const count = countVague(lines);
  return tooVague(count) ? [{ path: count.worst[0].path, ...vague(count) }] : [];
}

/** The lines of doc comments by folder; subfolders count on their own. */
function commentsByFolder(root) {
  const folders = new Map();
  for (const path of CODE.flatMap((folder) => sourcesIn(root, folder))) {
    const lines = docCommentLines(readFileSync(join(root, path), 'utf8'), path);
    const folder = dirname(path);
    folders.set(folder, [...(folders.get(folder) ?? []), ...lines.map((line) => ({ path, ...line }))]);
  }
  return folders;
}

/** A text of fewer than 100 words may have as many vague words as one of 100. */
function tooVague({ words, vague }) {
  return vague * 100 > VAGUE_PER_100 * Math.max(words, 100);
}

function vague({ per100, worst }) {
  const [{ path: first, line }] = worst;
  const places = worst.map(({ path, line, vague }) => `${path === first ? '' : path}:${line} has ${vague}`);
  const limit = `${per100.toFixed(1)} of 100 words are vague (what, who, that, it, those), ${VAGUE_PER_100} may be`;
  return { line, text: `${limit}; name the thing instead, first where most are: ${places.join(', ')}` };
}

function sourcesIn(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:py|tsx?|mjs)$/.test(name) && !name.startsWith('tmp/'))
    .map((name) => join(folder, name))
    .sort();
}
