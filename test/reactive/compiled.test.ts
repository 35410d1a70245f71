/**
 * Notebooks with compiled libraries, whose state Python cannot look into, in reactive mode: after each change every cell is settled,
 * with the outputs of a run from the top.
 */

import { testEverydayCases } from './everyday-cases.ts';

await testEverydayCases('compiled.jsonl', 6);
