/** The texts of cells after a pause in typing, for questions too expensive for every key. */

import { computed } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { cellSignal, order } from './notebook-state.ts';

/** The length of the pause, in milliseconds. */
const PAUSE = 500;

const texts = computed(() => order.value.map((id) => [id, cellSignal(id)?.value.source ?? ''] as const));

/** The cells with their texts; another list when a text has changed. */
export function useRestedTexts(): readonly (readonly [id: string, source: string])[] {
  const now = texts.value;
  const [rested, setRested] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setRested(now), PAUSE);
    return () => clearTimeout(timer);
  }, [now]);
  return rested;
}
