/**
 * Notebooks with code run by other processes, and with objects that libraries fill at their first use, in reactive mode: after
 * each change every cell is settled, with the outputs of a run from the top.
 */

import { testEverydayCases } from './everyday-cases.ts';

await testEverydayCases('processes.jsonl', 10);
