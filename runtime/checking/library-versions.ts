/**
 * Tells whether an interface is gone in a project. The installed version of the library decides; without one,
 * the newest version that the requirements allow; without requirements, the newest known version. No registry
 * is asked.
 */

import { compareVersions, type GoneInterface, type GoneState } from '../../slicer/index.ts';

/** The version of a distribution in a project. */
export interface ProjectVersions {
  /** The installed version; null: not known. */
  installed(distribution: string): string | null;
  /** The limits in the requirements, as pip writes them (`>=1.2,<2`); null: not required. */
  required(distribution: string): string | null;
}

/** The state of an interface. */
export function stateOf(entry: GoneInterface, versions: ProjectVersions): GoneState {
  const { package: name, since, back, soon } = entry;
  const isGoneIn = (version: string) =>
    compareVersions(version, since) >= 0 && (back === undefined || compareVersions(version, back) < 0);
  const installed = versions.installed(name);
  if (installed !== null) {
    if (isGoneIn(installed)) return { type: 'installed', by: `, and ${installed} is installed` };
    return soon ? { type: 'soon' } : { type: 'works' };
  }
  const limits = versions.required(name) ?? '';
  const newest = newestOf(limits);
  if (newest !== null) {
    if (isGoneIn(newest.version) && !(newest.isBelow && compareVersions(newest.version, since) === 0))
      return { type: 'gone', by: `, and the requirements ask for ${name}${limits}` };
    return { type: 'works' };
  }
  // (the newest version has the name again, with another meaning)
  if (back !== undefined) return { type: 'works' };
  return soon ? { type: 'soon' } : { type: 'gone', by: '' };
}

/** The newest version that limits allow, or the first one above them; null: there is no upper limit. */
function newestOf(limits: string): { readonly version: string; readonly isBelow: boolean } | null {
  for (const [, sign, version] of limits.matchAll(/(===?|<=?|~=)\s*([\w.]+)/g)) {
    if (sign === '~=')
      return { version: `${version!.split('.').slice(0, -1).join('.')}.9999`, isBelow: false };
    return { version: version!, isBelow: sign === '<' };
  }
  return null;
}
