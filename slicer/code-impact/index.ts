/** The door of code impact: what follows when a cell runs, is edited, inserted, deleted, moved or a variable is renamed. */

export { ANALYSES } from './analyses.ts';
export type { Analysis, BadVerdict, CellAhead, Judgement } from './analysis.ts';
export type { CellStanding } from './cell-standings.ts';
export { CodeImpact, type Impact, type ImpactOptions, type PastNotebook, sameTexts } from './code-impact.ts';
export { EVENTS, type NotebookEvent } from './event.ts';
export type { ImpactPath } from './impact-path.ts';
export { impactLines } from './impact-text.ts';
export { type Clash, isVariableName, type Renaming } from './rename.ts';
export type { NotebookStanding } from './standing.ts';
export {
  definitionsAt,
  type FoundVariable,
  type Variable,
  type VariableRange,
  type VariableUse,
  variableAt,
} from './variable.ts';
