/**
 * Finds links in documents that lead nowhere: to a file or folder that is not there, or to a heading that its document does not
 * have. The check opens no address of the web.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sourceLines } from './markdown-prose.mjs';

const LINK = /\]\(([^)\s]+)\)/g;

/** Findings, `{path, line, text}`. */
export function brokenLinks(root, documents) {
  return documents.flatMap((path) =>
    sourceLines(readFileSync(join(root, path), 'utf8')).flatMap(({ line, source }) =>
      [...source.replace(/`[^`]*`/g, '').matchAll(LINK)]
        .map(([, target]) => target)
        .filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(root, path, target))
        .map((target) => ({ path, line, text: `${target} is not there; mend the link` })),
    ),
  );
}

function leadsSomewhere(root, path, target) {
  const [file, anchor] = target.split('#');
  const at = file === '' ? join(root, path) : join(root, dirname(path), file);
  if (!existsSync(at)) return false;
  return anchor === undefined || headings(readFileSync(at, 'utf8')).includes(anchor);
}

/** The anchors of all headings, as GitHub makes them. */
function headings(markdown) {
  return sourceLines(markdown)
    .filter(({ source }) => /^#+ /.test(source))
    .map(({ source }) =>
      source
        .replace(/^#+ /, '')
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
}
