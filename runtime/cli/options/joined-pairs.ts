/** Arguments of two words. */

import { SluiceError } from '../../words/index.ts';

const WITH_TWO_WORDS: ReadonlySet<string> = new Set(['-p', '-r']);

/** The arguments with `-p NAME VALUE` as `-p NAME=VALUE`, which the parser of arguments understands; the same with `-r`. */
export function pairsJoined(args: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [arg, name, value] = args.slice(at, at + 3);
    if (arg === '--') return [...found, ...args.slice(at)];
    found.push(arg!);
    if (!WITH_TWO_WORDS.has(arg!) || name === undefined) continue;
    at += 1;
    if (name.includes('=')) found.push(name);
    else if (value === undefined) throw new SluiceError(`${arg} takes a name and a value: ${arg} NAME VALUE`);
    else {
      at += 1;
      found.push(`${name}=${value}`);
    }
  }
  return found;
}
