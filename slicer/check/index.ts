/** The door of the checks: rules over the facts of a notebook, pure. */

export type { Leak, Site } from '../leakage/index.ts';
export { siteKey } from '../leakage/index.ts';
export { compareVersions } from '../words/compare-versions.ts';
export { type Checked, checkNotebook, checkSoon } from './check-notebook.ts';
export { CHOICES, type Choice, ruleName } from './choose-rules.ts';
export type {
  CheckedCell,
  CheckedNotebook,
  CheckedOutput,
  CodeCell,
  ContractCheck,
  FoundImport,
  LoggedRun,
  NotebookFacts,
} from './facts.ts';
export { filesRead } from './files-read.ts';
export { findStrings } from './find-strings.ts';
export type { CellEdit, Finding, Fix, PathStep, Phase, RuleFinding, Severity, Witness } from './finding.ts';
export { PHASES } from './finding.ts';
export { type GoneUse, goneUses } from './gone-interfaces.ts';
export { type GoneInterface, GoneTable } from './gone-table.ts';
export { leakOfFinding } from './leak-findings.ts';
export { type LeftOverCells, leftOverCells } from './left-over-cells.ts';
export type { Rule } from './rule.ts';
export { RULES } from './rules/index.ts';
export {
  type GoneState,
  type ModuleOrigin,
  normalizeDistribution,
  type Requirements,
  type Surroundings,
} from './surroundings.ts';
export { importsIn } from './syntax-facts.ts';
export { textFacts } from './text-facts.ts';
