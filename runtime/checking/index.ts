/** The door of the checks' file side: sources, settings, projects and fixes. */

export { addRequirement, distributionOfModule, requirementsToExtend } from './add-requirement.ts';
export { applyFix, applyFixes, type Fixed, fixesDiff, isBetter } from './apply-fixes.ts';
export { Baseline, type BaselineEntry } from './baseline.ts';
export { detailsOf } from './cell-details.ts';
export { checkedNotebook, checkedSource } from './checked-source.ts';
export { type DeclaredRequirements, declaredRequirements } from './declared-requirements.ts';
export { githubFormat } from './github-format.ts';
export { jsonFormat } from './json-format.ts';
export { junitFormat } from './junit-format.ts';
export { Libraries } from './libraries.ts';
export { type ProjectVersions, stateOf } from './library-versions.ts';
export { type LocatedFinding, locateFindings } from './located-finding.ts';
export { NOWHERE, Projects } from './project.ts';
export type { CheckSummary, ReportFormat } from './report-format.ts';
export { distributionOf, requirementLines, requirementNames } from './requirement-lines.ts';
export { sarifFormat } from './sarif-format.ts';
export { contractsFor, ignoredFor, isExcluded, SettingsFinder } from './settings.ts';
export { statisticsFormat } from './statistics-format.ts';
export { textFormat } from './text-format.ts';
