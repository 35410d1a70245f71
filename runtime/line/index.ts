/** The door of lines to notebooks of a server, for programs other than pages: agents, editors. */

export { type Asked, NotebookLine } from './notebook-line.ts';
export { changesFrom, ServerText } from './server-text.ts';
