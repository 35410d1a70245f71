/**
 * Finds the doc comments of a source file: `/** … *` + `/` in TypeScript and JavaScript, docstrings in Python. Other comments do not
 * count, and neither does code within backticks. This file judges nothing.
 */

const BLOCK = /^[ \t]*\/\*\*[\s\S]*?\*\//gm;
const DOCSTRING = /^[ \t]*[rR]?"""[\s\S]*?"""/gm;

/** The lines of the doc comments, numbered from 1. */
export function docCommentLines(source, file) {
  return [...source.matchAll(file.endsWith('.py') ? DOCSTRING : BLOCK)].flatMap((comment) => {
    const first = source.slice(0, comment.index).split('\n').length;
    return withoutCode(comment[0])
      .split('\n')
      .map((text, at) => ({ line: first + at, text }));
  });
}

/** The comment with each span of code, also one over two lines, replaced by its line ends. */
function withoutCode(comment) {
  return comment.replace(/`[^`]*`/g, (span) => span.replace(/[^\n]/g, ' '));
}
