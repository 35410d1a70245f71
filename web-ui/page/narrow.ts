/** Whether the window is too narrow for all elements of the bar. Other files place the rest. */

import { signal } from '@preact/signals';

const query = matchMedia('(max-width: 1000px)');

export const narrow = signal(query.matches);

query.addEventListener('change', () => {
  narrow.value = query.matches;
});
