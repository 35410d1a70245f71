/** Notebooks with modules of their own beside them, which keep something that cells change: in a run from the top it is as the module made it. */

import { testEverydayCases } from './everyday-cases.ts';

await testEverydayCases('own-modules.jsonl', 12);
