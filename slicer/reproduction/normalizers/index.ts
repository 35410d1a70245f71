/** All normalisers, in the order in which they are applied. */

import { ADDRESSES } from './addresses.ts';
import { ANSI } from './ansi.ts';
import { COUNTER } from './counter.ts';
import { DATES } from './dates.ts';
import { DURATIONS } from './durations.ts';
import { FLOAT } from './float.ts';
import { FRAMES } from './frames.ts';
import { IDS_OF_PARTS } from './ids.ts';
import { IMAGES } from './images.ts';
import { MEDIA } from './media.ts';
import type { Normalizer } from './normalizer.ts';
import { PROGRESS } from './progress.ts';
import { SCALARS } from './scalars.ts';
import { SETS } from './sets.ts';
import { STREAMS } from './streams.ts';
import { TRACEBACKS } from './tracebacks.ts';
import { WARNINGS } from './warnings.ts';

export type { Normalizer, RunTime } from './normalizer.ts';

/** From the harmless to the bold: a result names the first sufficient ones. */
export const NORMALIZERS: readonly Normalizer[] = [
  COUNTER,
  STREAMS,
  ANSI,
  PROGRESS,
  WARNINGS,
  TRACEBACKS,
  ADDRESSES,
  IDS_OF_PARTS,
  SCALARS,
  MEDIA,
  DURATIONS,
  DATES,
  SETS,
  FRAMES,
  FLOAT,
  IMAGES,
];
