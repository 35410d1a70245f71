/** Whether the window is too narrow for everything that the bar can hold. What lies elsewhere then is others' matter. */

import { signal } from '@preact/signals';

const query = matchMedia('(max-width: 1000px)');

export const narrow = signal(query.matches);

query.addEventListener('change', () => {
  narrow.value = query.matches;
});
