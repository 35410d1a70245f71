/** The questions of widgets. Types only. */

import type { Answer } from '../../runtime/index.ts';
import type { Asked } from '../page/notebook-line.ts';

/** Asks the server. */
export type Ask = (
  question: Extract<Asked, { ask: 'widget' | 'widgets' | 'widget-code' }>,
) => Promise<Answer>;
