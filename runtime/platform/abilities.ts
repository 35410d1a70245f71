/** What only some systems can do, for code that can go on without. */

import { HERE, type Platform } from './platform.ts';

/** `overlays`: a folder that is seen changed by some processes only; `network namespaces`: processes without the network; `forks`: a process that goes on twice. */
export type Ability = 'forks' | 'network namespaces' | 'overlays';

/** Why a system cannot do this, as a part of a sentence; null: it may. */
export function whyLacking(ability: Ability, platform: Platform = HERE): string | null {
  if (platform === 'linux' || (platform === 'darwin' && ability === 'forks')) return null;
  return `${platform === 'darwin' ? 'macOS' : 'Windows'} has no ${ability}`;
}
