/** All rules, in the order of reports. A new rule is a file beside this one, its cases, and a line here. */

import type { Rule } from '../rule.ts';
import { c1 } from './c1.ts';
import { c2 } from './c2.ts';
import { c3 } from './c3.ts';
import { c4 } from './c4.ts';
import { c5 } from './c5.ts';
import { contract } from './contract.ts';
import { h1 } from './h1.ts';
import { h2 } from './h2.ts';
import { h3 } from './h3.ts';
import { h4 } from './h4.ts';
import { h5 } from './h5.ts';
import { h6 } from './h6.ts';
import { i1 } from './i1.ts';
import { i2 } from './i2.ts';
import { idle } from './idle.ts';
import { impossibleOutput } from './impossible-output.ts';
import { isolated } from './isolated.ts';
import { leakMultiTest } from './leak-multi-test.ts';
import { leakOverlap } from './leak-overlap.ts';
import { leakPreprocessing } from './leak-preprocessing.ts';
import { leakTarget } from './leak-target.ts';
import { missingFile } from './missing-file.ts';
import { noEffect } from './no-effect.ts';
import { p1 } from './p1.ts';
import { syntaxError } from './syntax-error.ts';
import { t1 } from './t1.ts';
import { t2 } from './t2.ts';
import { t3 } from './t3.ts';
import { t4 } from './t4.ts';
import { t5 } from './t5.ts';
import { t6 } from './t6.ts';
import { t7 } from './t7.ts';
import { undefinedName } from './undefined-name.ts';
import { unseededRandom } from './unseeded-random.ts';

export const RULES: readonly Rule[] = [
  syntaxError,
  undefinedName,
  leakPreprocessing,
  leakOverlap,
  leakMultiTest,
  leakTarget,
  noEffect,
  contract,
  unseededRandom,
  missingFile,
  impossibleOutput,
  isolated,
  idle,
  c1,
  c2,
  c3,
  c4,
  c5,
  h1,
  h2,
  h3,
  h4,
  h5,
  h6,
  i1,
  i2,
  p1,
  t1,
  t2,
  t3,
  t4,
  t5,
  t6,
  t7,
];
