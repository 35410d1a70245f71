/** The time of a cell's run so far, or of its last run: for quick cells only while they are selected. */

import { useComputed } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { CellView } from '../../runtime/index.ts';
import { isSelected } from '../page/selection.ts';
import { duration } from './state-words.ts';

const TICK_MS = 100;
const SHOWN_FROM_MS = 400;
const LONG_MS = 300;

/** The time of a cell's run. */
export function Elapsed({ cell }: { cell: CellView }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (cell.startedAt === null) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [cell.startedAt]);
  const chosen = useComputed(() => isSelected(cell.id)).value;
  const ms = cell.startedAt === null ? cell.ms : Math.max(0, now - cell.startedAt);
  if (ms === null) return null;
  if (cell.startedAt !== null ? ms < SHOWN_FROM_MS : ms < LONG_MS && !chosen) return null;
  return <span class="elapsed">{duration(ms)}</span>;
}
