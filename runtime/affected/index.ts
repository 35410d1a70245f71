/** The door of affected cells: the consequences of a git change for notebooks, without running anything. */

export { type AffectedOutputs, affectedInNotebook } from './affected-notebook.ts';
export { changeSince, type GitChange } from './git-change.ts';
