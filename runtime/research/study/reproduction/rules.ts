/** Which features of notebooks go with which outcomes. */

import { type AssociationRule, associationRules, type RuleLimits } from '../association-rules.ts';
import type { StudyPlot, StudyTable } from '../study.ts';
import { comesOutTheSame, type Observed, runsThrough, wasRun } from './observed.ts';
import { byRun } from './rates.ts';

/** The rules of each run. */
export function rulesByRun(
  results: readonly Observed[],
  limits: RuleLimits,
): ReadonlyMap<string, readonly AssociationRule[]> {
  return new Map(
    [...byRun(results)].map(([run, all]) => {
      const ran = all.filter((result) => wasRun(result) && result.features.length > 0);
      const observations = ran.map((result) => ({
        features: new Set(result.features),
        outcomes: new Set(outcomesOf(result)),
      }));
      return [run, associationRules(observations, limits)];
    }),
  );
}

function outcomesOf(result: Observed): readonly string[] {
  const { exception, cause } = result;
  return [
    runsThrough(result) ? 'runs through' : 'does not run through',
    comesOutTheSame(result) ? 'same results' : 'other results',
    ...(exception === null ? [] : [`raises ${exception}`]),
    ...(cause === null ? [] : [`cause ${cause}`]),
  ];
}

/** The rules with their measures. */
export function rulesTable(
  rules: ReturnType<typeof rulesByRun>,
  { support, confidence, lift }: RuleLimits,
): StudyTable {
  return {
    type: 'table',
    name: 'rules',
    title: 'Association rules',
    definition:
      'Features are codes of sluice check (docs/checking.md), the Python a notebook was saved with, its size in cells, and whether it ' +
      'has text and its project declares requirements. Support: the share of notebooks with features and outcome; confidence: of those ' +
      'with the features, the share with the outcome; lift: that, by the share of all with the outcome. Rules with one feature, and ' +
      `with two where these say more than each; support ≥ ${support}, confidence ≥ ${confidence}, lift ≥ ${lift} or ≤ ${(1 / lift).toFixed(2)}. ` +
      'After Agrawal et al. 1993 and the rules of Pimentel et al. 2021. A rule is no cause.',
    columns: ['run', 'features', 'outcome', 'notebooks', 'support', 'confidence', 'lift'],
    rows: [...rules].flatMap(([run, found]) =>
      found.map((rule) => [
        run,
        rule.features.join(' + '),
        rule.outcome,
        rule.count,
        rule.support.toFixed(3),
        rule.confidence.toFixed(3),
        rule.lift.toFixed(2),
      ]),
    ),
  };
}

/** The rules with one feature about running and about the same results, by their lift. */
export function rulesPlot(rules: ReturnType<typeof rulesByRun>): StudyPlot {
  const values = [...rules].flatMap(([run, found]) =>
    found
      .filter(({ features, outcome }) => features.length === 1 && !/^(?:raises|cause) /.test(outcome))
      .map(({ features: [feature], outcome, lift, support }) => ({ run, feature, outcome, lift, support })),
  );
  return {
    type: 'plot',
    title: 'Features and outcomes',
    definition:
      'Lift of the rules with one feature: right of 1, the outcome is more frequent with the feature; left of it, less.',
    spec: {
      data: { values },
      mark: { type: 'point', filled: true },
      width: 420,
      encoding: {
        y: { field: 'feature', title: null, sort: '-x' },
        x: { field: 'lift', type: 'quantitative', scale: { type: 'log' }, title: 'lift' },
        size: { field: 'support', type: 'quantitative' },
        color: { field: 'outcome', title: null, legend: { orient: 'bottom', columns: 2 } },
      },
    },
  };
}
