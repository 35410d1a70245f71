/**
 * World locations that a text may write if it ran: random streams and files, by the words in it.
 * Imprecise: one word in the text makes an unrun cell count as a user of files or settings.
 * Unsound, static analysis only: an unrun cell's use of files and settings through functions of other cells and modules is missed.
 */

import { type Location, WHOLE } from '../records/location.ts';
import { STREAMS } from '../records/world-locations.ts';

const RANDOM = /rand|shuffle|sample|choice|seed|normal\(|uniform\(|permut|train_test_split|fit/i;
const FILES =
  /\bopen\(|\bto_[a-z]+\(|save|dump|write|mkdir|remove|unlink|rename|copy|%%(?:writefile|file)|^\s*!|%%(?:bash|sh)/m;

/** The world locations for the words of a text. */
export function worldMentions(source: string): Location[] {
  const found: Location[] = [];
  if (RANDOM.test(source)) for (const object of STREAMS) found.push({ object, field: WHOLE });
  if (FILES.test(source)) found.push({ object: 'file', field: WHOLE });
  return found;
}
