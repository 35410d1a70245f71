/** All rules, in the order of reports. A new rule is a file beside this one, its cases, and a line here. */

import type { Rule } from '../rule.ts';
import { absolutePath } from './absolute-path.ts';
import { blankInFileName } from './blank-in-file-name.ts';
import { changedSinceRun } from './changed-since-run.ts';
import { contract } from './contract.ts';
import { copiedFileName } from './copied-file-name.ts';
import { emptyCell } from './empty-cell.ts';
import { goneInterface } from './gone-interface.ts';
import { idle } from './idle.ts';
import { impossibleOutput } from './impossible-output.ts';
import { isolated } from './isolated.ts';
import { lateImport } from './late-import.ts';
import { leakMultiTest } from './leak-multi-test.ts';
import { leakOverlap } from './leak-overlap.ts';
import { leakPreprocessing } from './leak-preprocessing.ts';
import { leakTarget } from './leak-target.ts';
import { leftOutCount } from './left-out-count.ts';
import { longFileName } from './long-file-name.ts';
import { loopVariableCapture } from './loop-variable-capture.ts';
import { lostCell } from './lost-cell.ts';
import { lostName } from './lost-name.ts';
import { missingFile } from './missing-file.ts';
import { noConclusion } from './no-conclusion.ts';
import { noEffect } from './no-effect.ts';
import { noFileName } from './no-file-name.ts';
import { noIntroduction } from './no-introduction.ts';
import { oddFileName } from './odd-file-name.ts';
import { redefinition } from './redefinition.ts';
import { repeatedCount } from './repeated-count.ts';
import { repeatedImport } from './repeated-import.ts';
import { repeatedKey } from './repeated-key.ts';
import { resultsOfAnotherSession } from './results-of-another-session.ts';
import { runOutOfOrder } from './run-out-of-order.ts';
import { shadowedBuiltin } from './shadowed-builtin.ts';
import { shadowedImport } from './shadowed-import.ts';
import { shortFileName } from './short-file-name.ts';
import { syntaxError } from './syntax-error.ts';
import { unbracketedComparison } from './unbracketed-comparison.ts';
import { undefinedName } from './undefined-name.ts';
import { unlistedPackage } from './unlisted-package.ts';
import { unrunCell } from './unrun-cell.ts';
import { unseededRandom } from './unseeded-random.ts';
import { untitledFileName } from './untitled-file-name.ts';
import { unusedImport } from './unused-import.ts';

export const RULES: readonly Rule[] = [
  syntaxError,
  undefinedName,
  leakPreprocessing,
  leakOverlap,
  leakMultiTest,
  leakTarget,
  goneInterface,
  noEffect,
  unbracketedComparison,
  shadowedBuiltin,
  shadowedImport,
  repeatedKey,
  loopVariableCapture,
  contract,
  unseededRandom,
  missingFile,
  impossibleOutput,
  isolated,
  idle,
  unrunCell,
  runOutOfOrder,
  emptyCell,
  noIntroduction,
  noConclusion,
  resultsOfAnotherSession,
  changedSinceRun,
  repeatedCount,
  leftOutCount,
  lostCell,
  lostName,
  unusedImport,
  repeatedImport,
  redefinition,
  lateImport,
  unlistedPackage,
  absolutePath,
  noFileName,
  untitledFileName,
  copiedFileName,
  blankInFileName,
  oddFileName,
  longFileName,
  shortFileName,
];
