/**
 * Notebooks with modules of their own beside them, whose objects are changed by cells: a run from the top finds these objects as
 * the module made them.
 */

import { testEverydayCases } from './everyday-cases.ts';

await testEverydayCases('own-modules.jsonl', 12);
