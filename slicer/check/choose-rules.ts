/** Which rules are asked for: by code, by Julynter's groups, by phase. It reads no settings. */

import type { Phase } from './finding.ts';
import type { Rule } from './rule.ts';
import { RULES } from './rules/index.ts';

/** What somebody wants to be told. */
export interface Choice {
  /** Only these; null: what the phase has. */
  readonly select: readonly string[] | null;
  readonly ignore: readonly string[];
  readonly phase: Phase;
}

/** Everything that can be chosen: codes, and groups: letters (`c` is c1 to c5), and `leak`. */
export const CHOICES: readonly string[] = [...RULES.map(({ code }) => code), 'c', 'h', 'i', 'p', 't', 'leak'];

/** Whether a code is meant by one of the words. */
export function isNamed(code: string, words: readonly string[]): boolean {
  return words.some((word) => word === code || groupOf(code) === word);
}

function groupOf(code: string): string | null {
  if (code.startsWith('leak-')) return 'leak';
  return code.length === 2 ? code[0]! : null;
}

/** The rules to ask. */
export function chooseRules({ select, ignore, phase }: Choice): readonly Rule[] {
  return RULES.filter(
    (rule) =>
      !isNamed(rule.code, ignore) &&
      (select === null ? phase === 'share' || rule.phase === 'explore' : isNamed(rule.code, select)),
  );
}
