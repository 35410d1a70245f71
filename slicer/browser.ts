/** The slicer's door for pages: the parts for a browser, without packages for Node. */

export { type Side, sidesOf } from './reproduction/sides.ts';
export { capital } from './words/capital.ts';
export { cellTitle } from './words/cell-title.ts';
export { mathRules } from './words/math-rules.ts';
export { terminalText } from './words/terminal-text.ts';
