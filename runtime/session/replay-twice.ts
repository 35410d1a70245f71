/** Tells a script that gives another result than the session from one that gives another result each time. */

import type { Replay, ReplayScript } from './minimizing.ts';

/** Replays a script; one that differs, once more: where two runs of it do not agree, the difference says so. */
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
