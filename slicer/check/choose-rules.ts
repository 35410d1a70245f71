/** Chooses rules by code, by Julynter's groups, and by phase. It reads no settings. */

import { PHASES, type Phase } from './finding.ts';
import type { Rule } from './rule.ts';
import { RULES } from './rules/index.ts';

/** A person's choice of rules. */
export interface Choice {
  /** Only these; null: all rules of the phase. */
  readonly select: readonly string[] | null;
  readonly ignore: readonly string[];
  readonly phase: Phase;
}

/** The names of rules by their codes, where the two differ. */
const NAMES = new Map(RULES.flatMap(({ code, name }) => (name === undefined ? [] : [[code, name] as const])));

/** The codes of ruff, of rules that have one. */
const ALIASES = new Map(
  RULES.flatMap(({ code, alias }) => (alias === undefined ? [] : [[code, alias] as const])),
);

/** The code of ruff for a rule; null: ruff has no such rule. */
export function aliasOf(code: string): string | null {
  return ALIASES.get(code) ?? null;
}

/** The name of the rule with this code. */
export function ruleName(code: string): string {
  return NAMES.get(code) ?? code;
}

/** The words that choose rules: codes, names, ruff's codes, and groups, which are letters (`c` is c1 to c5) and `leak`. */
export const CHOICES: readonly string[] = [
  ...RULES.map(({ code }) => code),
  ...NAMES.values(),
  ...new Set(ALIASES.values()),
  ...['c', 'h', 'i', 'p', 't', 'leak'],
];

/** Whether one of the words chooses the rule with this code. */
export function isNamed(code: string, words: readonly string[]): boolean {
  return words.some(
    (word) => word === code || word === ruleName(code) || word === aliasOf(code) || groupOf(code) === word,
  );
}

function groupOf(code: string): string | null {
  if (code.startsWith('leak-')) return 'leak';
  return code.length === 2 ? code[0]! : null;
}

/** The rules to ask. */
export function chooseRules({ select, ignore, phase }: Choice): readonly Rule[] {
  return RULES.filter(
    (rule) =>
      !isNamed(rule.code, ignore) && (select === null ? isIn(phase, rule.phase) : isNamed(rule.code, select)),
  );
}

/** Whether a finding of a phase is told: in a phase of the same or a later one, or where its rule is selected. */
export function isTold({ select, phase }: Choice, first: Phase): boolean {
  return select !== null || isIn(phase, first);
}

function isIn(phase: Phase, first: Phase): boolean {
  return PHASES.indexOf(first) <= PHASES.indexOf(phase);
}
