/**
 * Finds the doc comments of a source file: `/** … *` + `/` in TypeScript and JavaScript, docstrings in Python. Other comments do not
 * count, and neither does code within backticks. This file judges nothing.
 */

const BLOCK = /^[ \t]*\/\*\*[\s\S]*?\*\//gm;
/** A string in three quotes. One behind code, such as `TEXT = """…"""`, is no docstring. */
const STRING = /^(?<code>.*?)[rR]?"""[\s\S]*?"""/gm;

/** The lines of the doc comments, numbered from 1. */
export function docCommentLines(source, file) {
  const comments = file.endsWith('.py')
    ? [...source.matchAll(STRING)].filter(({ groups }) => groups?.code.trim() === '')
    : [...source.matchAll(BLOCK)];
  return comments.flatMap((comment) => {
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
