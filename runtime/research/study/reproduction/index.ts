/** The study of reproduction: which notebooks run and give their results again, and their features (Pimentel et al. 2021). */

import type { RuleLimits } from '../association-rules.ts';
import { REPRODUCED, readStudied } from '../studied-results.ts';
import type { Study } from '../study.ts';
import { causesTable, exceptionsPlot, exceptionsTable, failurePlacesPlot } from './failures.ts';
import { type Observed, observe } from './observed.ts';
import { pairedTable } from './paired.ts';
import { byRun, normalizersTable, outputsPlot, ratesTable } from './rates.ts';
import { rulesByRun, rulesPlot, rulesTable } from './rules.ts';

/** The study over files of results. @throws {SluiceError} 2 when one of them is none. */
export async function reproductionStudy(
  paths: readonly string[],
  limits: RuleLimits,
  facts: Study['facts'],
): Promise<Study> {
  const results: Observed[] = [];
  const environments = new Set<string>();
  const files = await readStudied(REPRODUCED, paths, (result) => {
    results.push(observe(result));
    const python = /Python [\d.]+/.exec(result.environment)?.[0];
    if (python !== undefined) environments.add(python);
  });
  const rules = rulesByRun(results, limits);
  const hasFailures = results.some(({ exception }) => exception !== null);
  const hasRules = [...rules.values()].some((found) => found.length > 0);
  return {
    title: 'Which notebooks give their results again',
    method: [
      'Each notebook was run again in a new kernel and a private copy of its folder, and its outputs were compared with those it was ' +
        'saved with, cell by cell (sluice reproduce). After a failure the cells ran that need nothing of what failed.',
      'Notebooks are counted once for each run: an order of cells, an environment, and normalisers.',
    ],
    facts: [
      ...facts,
      ['results', files.join(', ')],
      ['notebooks', [...byRun(results)].map(([run, all]) => `${all.length} in ${run}`).join('; ')],
      ['Python', [...environments].sort().join(', ')],
    ],
    results,
    parts: [
      ratesTable(results),
      ...(byRun(results).size > 1 ? [pairedTable(results)] : []),
      outputsPlot(results),
      normalizersTable(results),
      exceptionsTable(results),
      ...(hasFailures ? [exceptionsPlot(results), failurePlacesPlot(results)] : []),
      causesTable(results),
      rulesTable(rules, limits),
      ...(hasRules ? [rulesPlot(rules)] : []),
    ],
    sources: [
      'J. F. Pimentel, L. Murta, V. Braganholo, J. Freire: Understanding and improving the quality and reproducibility of Jupyter ' +
        'notebooks. Empirical Software Engineering 26, 2021. doi:10.1007/s10664-021-09961-9',
      'R. Agrawal, T. Imieliński, A. Swami: Mining association rules between sets of items in large databases. SIGMOD 1993.',
      'E. B. Wilson: Probable inference, the law of succession, and statistical inference. JASA 22, 1927.',
    ],
  };
}
