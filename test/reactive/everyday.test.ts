/**
 * Everyday notebooks in reactive mode: after each change every cell is settled, and shows what a run from the top shows. A sample of
 * one in fifteen is taken, another one each day.
 */

import { testEverydayCases } from './everyday-cases.ts';

await testEverydayCases('everyday.jsonl', 30);
