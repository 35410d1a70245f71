/** What stands in the cells, as soon as nobody has typed for a while: for questions that are too much for every key. */

import { computed } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { cellSignal, order } from './notebook-state.ts';

/** For how long nobody has typed, in milliseconds. */
const PAUSE = 500;

const texts = computed(() => order.value.map((id) => [id, cellSignal(id)?.value.source ?? ''] as const));

/** The cells with their texts; another list when something stands differently. */
export function useRestedTexts(): readonly (readonly [id: string, source: string])[] {
  const now = texts.value;
  const [rested, setRested] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setRested(now), PAUSE);
    return () => clearTimeout(timer);
  }, [now]);
  return rested;
}
