/**
 * Association rules between features and outcomes: features found with an outcome more, or less, often than
 * by chance (Agrawal et al. 1993). Exact: every rule with at most two features is counted.
 */

/** One observation: its features and its outcomes. */
export interface Observation {
  readonly features: ReadonlySet<string>;
  readonly outcomes: ReadonlySet<string>;
}

/** The limits of reported rules. */
export interface RuleLimits {
  /** The share of observations with the features and the outcome. */
  readonly support: number;
  /** The share of the outcome among observations with the features. */
  readonly confidence: number;
  /** The least distance of the lift from 1, as a factor: 1.1 reports rules above 1.1 and below 1 / 1.1. */
  readonly lift: number;
}

/** A rule. `count`: observations with the features and the outcome. */
export interface AssociationRule {
  readonly features: readonly string[];
  readonly outcome: string;
  readonly count: number;
  readonly support: number;
  readonly confidence: number;
  /** Confidence by the share of the outcome among all observations. */
  readonly lift: number;
}

export const USUAL_LIMITS: RuleLimits = { support: 0.02, confidence: 0.05, lift: 1.1 };

/**
 * The rules within the limits; the furthest from chance first, then the better supported. A rule with two
 * features is reported only if its lift lies further from 1 than the lift of each feature alone.
 */
export function associationRules(
  observations: readonly Observation[],
  limits: RuleLimits = USUAL_LIMITS,
): readonly AssociationRule[] {
  const total = observations.length;
  const base = new Map<string, number>();
  const sets = new Map<
    string,
    { readonly features: readonly string[]; count: number; outcomes: Map<string, number> }
  >();
  for (const { features, outcomes } of observations) {
    for (const outcome of outcomes) base.set(outcome, (base.get(outcome) ?? 0) + 1);
    for (const set of setsOf([...features].sort())) {
      const key = JSON.stringify(set);
      const known = sets.get(key) ?? { features: set, count: 0, outcomes: new Map<string, number>() };
      sets.set(key, known);
      known.count += 1;
      for (const outcome of outcomes) known.outcomes.set(outcome, (known.outcomes.get(outcome) ?? 0) + 1);
    }
  }
  const rules = new Map<string, AssociationRule>();
  for (const { features, count: having, outcomes } of sets.values()) {
    for (const [outcome, count] of outcomes) {
      const confidence = count / having;
      const lift = confidence / (base.get(outcome)! / total);
      const rule = { features, outcome, count, support: count / total, confidence, lift };
      rules.set(JSON.stringify([features, outcome]), rule);
    }
  }
  return [...rules.values()]
    .filter((rule) => isWithin(rule, limits))
    .filter((rule) => rule.features.length === 1 || saysMore(rule, rules))
    .sort((a, b) => distance(b.lift) - distance(a.lift) || b.support - a.support || order(a, b));
}

/** Each feature, and each two. */
function* setsOf(features: readonly string[]): Generator<readonly string[]> {
  for (const [at, one] of features.entries()) {
    yield [one];
    for (const other of features.slice(at + 1)) yield [one, other];
  }
}

function isWithin({ support, confidence, lift }: AssociationRule, limits: RuleLimits): boolean {
  return (
    support >= limits.support && confidence >= limits.confidence && distance(lift) >= Math.log(limits.lift)
  );
}

function saysMore(rule: AssociationRule, rules: ReadonlyMap<string, AssociationRule>): boolean {
  return rule.features.every((feature) => {
    const alone = rules.get(JSON.stringify([[feature], rule.outcome]));
    return alone === undefined || distance(rule.lift) > distance(alone.lift);
  });
}

function distance(lift: number): number {
  return Math.abs(Math.log(lift));
}

function order(a: AssociationRule, b: AssociationRule): number {
  return JSON.stringify([a.features, a.outcome]) < JSON.stringify([b.features, b.outcome]) ? -1 : 1;
}
