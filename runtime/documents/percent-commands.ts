/**
 * IPython commands in a percent file: a Python file may not have `%time f()` or `!ls`, so such lines are comments
 * there. A comment that looks like a command gets one `# ` more. The patterns are jupytext's.
 */

import { stringLines } from '../../slicer/index.ts';

const MARKS = '(?:# |#)*';

/** `%time`, `!ls`, `files = !ls`. */
const COMMANDS = [
  new RegExp(`^\\s*${MARKS}%{1,3}[a-zA-Z]`),
  /^\s*(?:(?:# |#)+\s*)?[?!]\s*[A-Za-z.~$\\/{}]/,
  /^\s*(?:(?:# |#)+\s*)?[a-zA-Z_][\w$]*\s*=\s*(?:%{1,3}|!)[a-zA-Z]/,
];

/** Words that only jupytext takes for commands: `ls data`, `name?`. Elsewhere `# ls` and `# why?` are comments. */
const WORDS = [
  new RegExp(`^${MARKS}(?:cat|cd|cp|mv|rm|rmdir|mkdir|copy|ddir|echo|ls|ldir|ren)(?:$|\\s$|\\s[^=,])`),
  /^\s*(?:# )*\S*\?\s*$/,
];

/** Code for a percent file. `forJupytext`: its header says that jupytext reads it. */
export function commandsAsComments(source: string, forJupytext: boolean): string {
  return changeLines(source, forJupytext, (line, goesOn) =>
    goesOn ? `# ${line}` : line.replace(/^(\s*)/, '$1# '),
  );
}

/** Code of a percent file for a notebook. */
export function commandsFromComments(source: string, byJupytext: boolean): string {
  return changeLines(source, byJupytext, (line) => line.replace(/^(\s*)#[ ]?/, '$1'));
}

function changeLines(
  source: string,
  withWords: boolean,
  change: (line: string, goesOn: boolean) => string,
): string {
  const patterns = withWords ? [...COMMANDS, ...WORDS] : COMMANDS;
  const inside = stringLines(source);
  let goesOn = false;
  const lines = source.split('\n').map((line, at) => {
    const isCommand = !inside.has(at) && (goesOn || patterns.some((pattern) => pattern.test(line)));
    if (!isCommand) {
      goesOn = false;
      return line;
    }
    const changed = change(line, goesOn);
    goesOn = /\\\s*$/.test(line);
    return changed;
  });
  return lines.join('\n');
}
