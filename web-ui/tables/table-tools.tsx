/** The tools above a table: search, filters, the chart, and the shown rows as a file or as code. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { TableFilter, TableForm } from '../../runtime/index.ts';
import { Icon } from '../icons.tsx';
import { saveTable } from './table-copy.ts';
import type { ShownTable } from './table-state.ts';

const TESTS: readonly (readonly [TableFilter['test'], string])[] = [
  ['contains', 'contains'],
  ['==', 'is'],
  ['!=', 'is not'],
  ['<', '<'],
  ['<=', '≤'],
  ['>', '>'],
  ['>=', '≥'],
  ['missing', 'is missing'],
  ['present', 'is there'],
];

const WORDS = new Map(TESTS);

const FORMS: Readonly<Record<TableForm, string>> = { csv: 'CSV', parquet: 'Parquet' };

/** A search begins when the person rests. */
const REST_MS = 300;

/** The tools. `name`: of the saved file; `chart`: whether the chart is shown. */
export function TableTools({
  table,
  name,
  chart,
  toggleChart,
}: {
  table: ShownTable;
  name: string;
  chart: boolean;
  toggleChart: () => void;
}) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const column = table.filtering.value;
  return (
    <div class="table-tools">
      <input
        type="search"
        placeholder="Search in all columns"
        aria-label="Search in all columns"
        onInput={({ currentTarget: { value } }) => {
          clearTimeout(waiting.current);
          waiting.current = setTimeout(() => table.searchFor(value.trim()), REST_MS);
        }}
        onKeyDown={(event) => event.stopPropagation()}
      />
      {table.filters.value.map((filter) => {
        const words = `${filter.label} ${WORDS.get(filter.test)} ${filter.value}`.trim();
        return (
          <button
            key={words}
            type="button"
            class="table-filter"
            title="Remove the filter"
            aria-label={`Remove the filter ${words}`}
            onClick={() => table.filterBy(table.filters.peek().filter((other) => other !== filter))}
          >
            {words}
            <Icon name="close" />
          </button>
        );
      })}
      {column !== null && <FilterForm key={column} table={table} column={column} />}
      <span class="end">
        <button type="button" aria-pressed={chart} onClick={toggleChart}>
          Chart
        </button>
        {table.forms.map((form) => (
          <button key={form} type="button" onClick={() => void saveTable(table, name, form)}>
            Save as {FORMS[form]}
          </button>
        ))}
      </span>
    </div>
  );
}

function FilterForm({ table, column }: { table: ShownTable; column: number }) {
  const page = table.loaded.peek();
  const header = page?.header[column - (page?.columns[0] ?? 0)];
  const label = header?.label ?? '';
  const [test, setTest] = useState<TableFilter['test']>(header?.numeric ? '>=' : 'contains');
  const [value, setValue] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const needsValue = test !== 'missing' && test !== 'present';
  useEffect(() => form.current?.querySelector<HTMLElement>('input')?.focus(), []);
  const close = () => {
    table.filtering.value = null;
    document.querySelector<HTMLElement>('.table-scroll')?.focus();
  };
  return (
    <form
      ref={form}
      class="filter-form"
      aria-label={`Filter ${label}`}
      onKeyDown={(event) => {
        event.stopPropagation();
        const isChoice = event.target instanceof HTMLSelectElement;
        if (event.key !== 'Escape' && !(event.key === 'Enter' && isChoice)) return;
        event.preventDefault();
        if (isChoice && event.key === 'Enter') form.current?.requestSubmit();
        else close();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const filter = { column, label, test, value: needsValue ? value : '' };
        table.filterBy([...table.filters.peek(), filter]);
        close();
      }}
    >
      <b>{label}</b>
      <select
        aria-label="Test"
        value={test}
        onChange={({ currentTarget }) => setTest(currentTarget.value as TableFilter['test'])}
      >
        {TESTS.map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
      {needsValue && (
        <input
          type="text"
          aria-label="Value"
          value={value}
          onInput={({ currentTarget }) => setValue(currentTarget.value)}
        />
      )}
      <button type="submit" class="primary">
        Filter
      </button>
      <button type="button" class="icon" aria-label="Close" title="Close" onClick={close}>
        <Icon name="close" />
      </button>
    </form>
  );
}
