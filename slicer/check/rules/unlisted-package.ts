/** unlisted-package (Julynter's i2): imported packages missing from the project's requirements. */

import { listed } from '../../words/listed.ts';
import type { CodeCell, FoundImport } from '../facts.ts';
import type { RuleFinding } from '../finding.ts';
import type { Rule } from '../rule.ts';
import { type ModuleOrigin, normalizeDistribution } from '../surroundings.ts';

export const unlistedPackage: Rule = {
  code: 'i2',
  name: 'unlisted-package',
  severity: 'warning',
  phase: 'review',
  what: 'No requirements file names an imported package',
  why: 'A project set up from its files cannot run the notebook.',
  fix: null,
  check(facts) {
    const requirements = facts.surroundings.requirements();
    const seen = new Set<string>();
    const found: { readonly cell: CodeCell; readonly use: FoundImport; readonly origin: PackageOrigin }[] =
      [];
    for (const cell of facts.code) {
      for (const use of cell.imports) {
        const top = use.module.split('.')[0]!;
        if (top === '' || seen.has(top) || use.tried) continue;
        seen.add(top);
        const origin = facts.surroundings.originOf(use.module);
        if (origin.type === 'package' && !isMadeHere(facts.code, top, origin))
          found.push({ cell, use, origin });
      }
    }
    if (requirements === null) return withoutFile(found);
    return found
      .filter(
        ({ origin }) =>
          !origin.distributions.some((name) => requirements.names.has(normalizeDistribution(name))),
      )
      .map(({ cell, use, origin }) => {
        const [file = 'requirements.txt'] = requirements.files;
        const lacks = requirements.files.length > 1 ? 'none of the requirements files has' : `${file} lacks`;
        const message = `${use.module} is imported, but ${lacks} ${origin.distributions[0]}; add ${pinned(origin)}${doubtOf(use, origin)}`;
        return { cell: cell.id, at: use.at, message };
      });
  },
};

type PackageOrigin = Extract<ModuleOrigin, { type: 'package' }>;

/** An unknown module, where cells extend the search path for modules, or bring the file. */
function isMadeHere(code: readonly CodeCell[], module: string, { by }: PackageOrigin): boolean {
  if (by !== 'name') return false;
  return code.some(({ source }) => /\bsys\.path\b/.test(source) || source.includes(`${module}.py`));
}

/** Why this package is named, where its name is another one, or not known. */
function doubtOf({ module }: FoundImport, { by, distributions }: PackageOrigin): string {
  if (by === 'name') return ' (if the package has that name)';
  const top = module.split('.')[0]!;
  const [name] = distributions;
  return normalizeDistribution(name!) === normalizeDistribution(top) ? '' : `, which brings ${top}`;
}

function pinned({ distributions, installed }: PackageOrigin): string {
  return installed === null ? distributions[0]! : `${distributions[0]}==${installed}`;
}

/** One finding, however many packages: there is one thing to do. */
function withoutFile(
  found: readonly { readonly cell: CodeCell; readonly use: FoundImport; readonly origin: PackageOrigin }[],
): RuleFinding[] {
  const [first] = found;
  if (first === undefined) return [];
  const names = listed(found.map(({ origin }) => pinned(origin)));
  const message = `the project has no requirements file; write one that names ${names}`;
  return [{ cell: first.cell.id, at: first.use.at, message, severity: 'info', phase: 'share' }];
}
