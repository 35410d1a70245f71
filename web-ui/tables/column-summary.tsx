/** The content of a column, in a few words and a small picture. */

import type { ColumnSummary } from '../../runtime/index.ts';

const WIDTH = 120;
const HEIGHT = 22;

/** The summary; `rows`: how many values there are with the missing ones. */
export function ColumnSummaryView({ summary, rows }: { summary: ColumnSummary; rows: number }) {
  const { missing, distinct, facts, histogram, top } = summary;
  const named = new Map(facts);
  const [min, mean, max] = ['min', 'mean', 'max'].map((name) => named.get(name));
  return (
    <div class="column-summary">
      {histogram != null && <Histogram counts={histogram} />}
      {top !== undefined && <TopValues top={top} rows={rows} />}
      {min !== undefined && (
        <p class="extremes">
          <span>{min}</span>
          <span>{max}</span>
        </p>
      )}
      {mean !== undefined && <p>mean {mean}</p>}
      <p>
        {missing > 0 && <b>{percent(missing, rows)} missing </b>}
        {distinct === null ? '' : `${distinct.toLocaleString()} distinct`}
      </p>
    </div>
  );
}

/** A summary as one text. */
export function summaryText({ missing, distinct, facts, top }: ColumnSummary): string {
  const parts = [
    ...(facts ?? []).map(([name, value]) => `${name} ${value}`),
    ...(top ?? []).map(([value, count]) => `${value}: ${count.toLocaleString()}`),
    `${missing.toLocaleString()} missing`,
    ...(distinct === null ? [] : [`${distinct.toLocaleString()} distinct`]),
  ];
  return parts.join('\n');
}

function Histogram({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  const width = WIDTH / counts.length;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} class="histogram" aria-hidden="true" preserveAspectRatio="none">
      {counts.map((count, index) => {
        const height = count === 0 ? 0 : Math.max(1, (count / most) * HEIGHT);
        return <rect key={index} x={index * width} y={HEIGHT - height} width={width - 0.8} height={height} />;
      })}
    </svg>
  );
}

function TopValues({ top, rows }: { top: readonly (readonly [string, number])[]; rows: number }) {
  const [first] = top;
  if (first === undefined) return null;
  const others =
    top.length > 1
      ? `, ${top
          .slice(1, 3)
          .map(([value]) => value)
          .join(', ')}`
      : '';
  return (
    <p class="top-values">
      {first[0]} {percent(first[1], rows)}
      {others}
    </p>
  );
}

function percent(count: number, of: number): string {
  const share = (100 * count) / Math.max(1, of);
  return share > 0 && share < 1 ? '<1 %' : `${Math.round(share)} %`;
}
