/** Tells a script with another result than the session from a script with another result each time. */

import type { Replay, ReplayScript } from './minimizing.ts';

/** Replays a script, and a differing one a second time: if its two runs disagree, the difference records it. */
export async function replayTwice(
  replay: ReplayScript,
  ...script: Parameters<ReplayScript>
): Promise<Replay> {
  const first = await replay(...script);
  const { verification } = first;
  if (verification.status !== 'differs') return first;
  const second = (await replay(...script)).verification;
  if (second.status === 'cannot run here') return first;
  if (second.status === 'differs' && second.difference === verification.difference) return first;
  return { ...first, verification: { ...verification, varies: true } };
}
