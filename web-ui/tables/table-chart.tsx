/** A quick chart of one or two columns of a table, of its first shown rows. */

import { useEffect, useState } from 'preact/hooks';
import type { TablePage } from '../../runtime/index.ts';
import { ChartOutput } from '../outputs/chart-output.tsx';
import type { ShownTable } from './table-state.ts';

const MOST_ROWS = 5_000;
const MOST_COLUMNS = 500;
const HEIGHT = 190;

/** The chart, with the choice of its columns. */
export function TableChart({ table }: { table: ShownTable }) {
  const page = table.loaded.value;
  const [x, setX] = useState(0);
  const [y, setY] = useState(-1);
  const [header, setHeader] = useState<TablePage['header']>([]);
  const [spec, setSpec] = useState<object | null>(null);
  const [problem, setProblem] = useState('');
  const [rows, columns] = page?.shape ?? [0, 0];
  const asked = JSON.stringify([table.shownRows, x, y, rows, columns]);
  useEffect(() => {
    let current = true;
    void chartOf(table, x, y).then(
      (found) => {
        if (!current) return;
        setHeader(found.header);
        setSpec(found.spec);
        setProblem('');
      },
      (error: Error) => current && setProblem(error.message),
    );
    return () => {
      current = false;
    };
  }, [table, asked]);
  const choices = header.map(({ label }, at) => (
    <option key={at} value={at}>
      {label}
    </option>
  ));
  return (
    <section class="table-chart" aria-label="Chart">
      <div class="chart-choice">
        <label>
          Column
          <select value={x} onChange={({ currentTarget }) => setX(Number(currentTarget.value))}>
            {choices}
          </select>
        </label>
        <label>
          with
          <select value={y} onChange={({ currentTarget }) => setY(Number(currentTarget.value))}>
            <option value={-1}>its counts</option>
            {choices}
          </select>
        </label>
        {rows > MOST_ROWS && <span class="facts">the first {MOST_ROWS.toLocaleString()} shown rows</span>}
        {problem !== '' && <span class="problem-text">{problem}</span>}
      </div>
      {spec !== null && <ChartOutput type="application/vnd.vegalite.v5+json" spec={spec} trusted={false} />}
    </section>
  );
}

async function chartOf(
  table: ShownTable,
  x: number,
  y: number,
): Promise<{ readonly header: TablePage['header']; readonly spec: object }> {
  const { header } = await table.part([0, 0], [0, MOST_COLUMNS]);
  const first = (await table.part([0, MOST_ROWS], [x, x + 1])).cells;
  const second = y < 0 ? null : (await table.part([0, MOST_ROWS], [y, y + 1])).cells;
  const value = (text: string | null | undefined, column: number) =>
    text == null ? null : header[column]?.numeric === true ? Number(text) : text;
  const values = first.map(([text], at) => ({
    x: value(text, x),
    ...(second === null ? {} : { y: value(second[at]?.[0], y) }),
  }));
  return { header, spec: specOf(header, x, y, values) };
}

/** Counts, points, or a mean for each name, by the kinds of the columns. */
function specOf(header: TablePage['header'], x: number, y: number, values: readonly object[]): object {
  const title = (column: number) => header[column]?.label ?? '';
  const [isNumber, isOther] = [header[x]?.numeric === true, header[y]?.numeric === true];
  const dates = /date/i.test(header[x]?.dtype ?? '');
  const type = isNumber ? 'quantitative' : dates ? 'temporal' : 'nominal';
  const across = { field: 'x', title: title(x), type };
  const counts = { aggregate: 'count', title: 'rows' };
  const common = { data: { values }, width: 'container', height: HEIGHT };
  if (y < 0) {
    const encoding = isNumber
      ? { x: { ...across, bin: { maxbins: 40 } }, y: counts }
      : { x: { ...across, sort: '-y' }, y: counts };
    return { ...common, mark: 'bar', encoding };
  }
  const other = { field: 'y', title: title(y), type: isOther ? 'quantitative' : 'nominal' };
  if (isOther && type === 'nominal') {
    const mean = { ...other, aggregate: 'mean', title: `mean of ${title(y)}` };
    return { ...common, mark: 'bar', encoding: { x: { ...across, sort: '-y' }, y: mean } };
  }
  const mark = type === 'temporal' ? 'line' : { type: 'point', opacity: 0.6 };
  return { ...common, mark, encoding: { x: across, y: other } };
}
