/** The table of a name in the kernel, as the page shows it over the notebook. */

import { computed, signal } from '@preact/signals';
import { line } from '../page/notebook-state.ts';
import { overlay } from '../page/page-parts.ts';
import { fromBase64 } from '../widgets/base64.ts';
import { ShownTable, type TableSource } from './table-state.ts';

/** The name whose table is shown; null: none. */
export const shownTable = signal<string | null>(null);

/** Its table. */
export const kernelTable = computed(() => {
  const name = shownTable.value;
  return name === null ? null : new ShownTable(sourceOf(name));
});

/** Opens the table of a name. */
export function showTable(name: string): void {
  shownTable.value = name;
  overlay.value = 'table';
}

/** Shows none. */
export function closeTable(): void {
  kernelTable.peek()?.close();
  shownTable.value = null;
}

function sourceOf(name: string): TableSource {
  return {
    async page(part) {
      const answer = await line().ask({ ask: 'table', name, ...part });
      if (answer.to === 'table') return answer;
      throw new Error(answer.to === 'failed' ? answer.message : 'there is no answer');
    },
    async column(column) {
      const answer = await line().ask({ ask: 'table-column', name, column });
      return answer.to === 'table-column' ? answer : null;
    },
    forms: ['csv', 'parquet'],
    async file(rows, form) {
      const answer = await line().ask({ ask: 'table-file', name, form, ...rows });
      if (answer.to === 'table-file') return form === 'csv' ? answer.content : fromBase64(answer.content);
      throw new Error(answer.to === 'failed' ? answer.message : 'there is no answer');
    },
  };
}
