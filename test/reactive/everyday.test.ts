/** Everyday notebooks in reactive mode: after each change every cell is settled, with the outputs of a run from the top. */

import { testEverydayCases } from './everyday-cases.ts';

await testEverydayCases('everyday.jsonl', 40);
