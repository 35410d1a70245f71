/**
 * Notebooks with compiled libraries, whose state Python cannot look into, in reactive mode: after each change every cell is settled, and
 * shows what a run from the top shows. A sample of one in three is taken, another one each day.
 */

import { testEverydayCases } from './everyday-cases.ts';

await testEverydayCases('compiled.jsonl', 6);
