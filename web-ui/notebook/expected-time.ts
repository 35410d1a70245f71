/** The expected time of plans, from earlier runs, including the rest of the running cell. */

import { useComputed } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { PlanView } from '../../runtime/index.ts';
import { cellSignal, order } from '../page/notebook-state.ts';

const TICK_MS = 1_000;

/** The time in words to follow the planned cells; empty if unknown. */
export function useExpectedTime(plans: readonly PlanView[]): string {
  const running = useComputed(() =>
    order.value.map((id) => cellSignal(id)?.value).find((cell) => cell?.startedAt != null),
  ).value;
  const [now, setNow] = useState(Date.now());
  const startedAt = running?.startedAt ?? null;
  useEffect(() => {
    setNow(Date.now());
    if (startedAt === null) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [startedAt]);
  const left = startedAt === null ? 0 : running!.ms === null ? null : leftOf(running!.ms, now - startedAt);
  const all = [left, ...plans.map(({ seconds }) => seconds)];
  if (all.some((seconds) => seconds === null)) return '';
  const sum = all.reduce((total: number, seconds) => total + (seconds ?? 0), 0);
  return sum < 1 ? ', less than a second' : `, about ${Math.round(sum)} s`;
}

function leftOf(ms: number, elapsed: number): number {
  return Math.max(0, ms - elapsed) / 1000;
}
