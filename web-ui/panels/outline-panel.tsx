/** The headings of a notebook's texts, with the states of the cells below each, and the cells that failed. */

import type { CellView } from '../../runtime/index.ts';
import { stateTitle } from '../notebook/state-words.ts';
import { cellLabel } from '../page/cell-numbers.ts';
import { cellSignal, order } from '../page/notebook-state.ts';
import { PROBLEM } from '../page/run-actions.ts';
import { active, reveal, select } from '../page/selection.ts';

interface Heading {
  readonly cell: string;
  readonly level: number;
  readonly text: string;
}

/** A heading, or the start of the notebook (null), with the code cells up to the next one. */
interface Section {
  readonly heading: Heading | null;
  readonly cells: readonly CellView[];
}

/** States that need somebody's attention, in the order of their marks. */
const MARKED: readonly CellView['state'][] = [
  'running',
  'queued',
  'stale',
  'fresh',
  'edited',
  'unsettled',
  'unrun',
];

/** Headings as they stand in the texts. */
export function OutlinePanel() {
  const sections = sectionsOf(order.value);
  const isBare = sections.every(({ heading, cells }) => heading === null && !cells.some(isProblem));
  if (isBare) return <p class="panel-note">Headings of Markdown cells, and cells that fail, appear here.</p>;
  const ids = order.value;
  const at = ids.indexOf(active.value ?? '');
  const hasRun = sections.some(({ cells }) => cells.some(({ state }) => state !== 'unrun'));
  const current = sections.findLast(({ heading }) => heading !== null && ids.indexOf(heading.cell) <= at);
  return (
    <nav class="outline" aria-label="Headings">
      {sections.map((section) => (
        <SectionRows key={keyOf(section)} section={section} isCurrent={section === current} hasRun={hasRun} />
      ))}
    </nav>
  );
}

interface SectionProps {
  readonly section: Section;
  readonly isCurrent: boolean;
  /** Whether a cell of the notebook has run: a notebook that nobody has run is quiet. */
  readonly hasRun: boolean;
}

function SectionRows({ section: { heading, cells }, isCurrent, hasRun }: SectionProps) {
  const indent = heading === null ? 12 : 12 + (heading.level - 1) * 14;
  return (
    <>
      {heading !== null && (
        <button
          type="button"
          class={isCurrent ? 'current' : ''}
          style={{ paddingLeft: `${indent}px` }}
          onClick={() => goTo(heading.cell)}
        >
          <span class="outline-text">{heading.text}</span>
          <StateMarks cells={cells} hasRun={hasRun} />
        </button>
      )}
      {cells.filter(isProblem).map((cell) => (
        <button
          type="button"
          key={cell.id}
          class="outline-problem"
          style={{ paddingLeft: `${indent + 14}px` }}
          onClick={() => goTo(cell.id)}
        >
          <span class="outline-text">
            {cellLabel(cell.id)}: {problemOf(cell)}
          </span>
        </button>
      ))}
    </>
  );
}

/** How many cells of a section are in a state that is not the quiet one. */
function StateMarks({ cells, hasRun }: { cells: readonly CellView[]; hasRun: boolean }) {
  const marks = MARKED.flatMap((state) => {
    const count = cells.filter((cell) => cell.state === state).length;
    return count === 0 || (state === 'unrun' && !hasRun) ? [] : [{ state, count }];
  });
  return (
    <span class="outline-marks">
      {marks.map(({ state, count }) => {
        const words = `${count} ${stateTitle(state).toLowerCase()}`;
        return (
          <span key={state} class="outline-mark" title={words} role="img" aria-label={words}>
            <span class={`outline-state state-${state}`} />
            {count}
          </span>
        );
      })}
    </span>
  );
}

function isProblem({ state }: CellView): boolean {
  return PROBLEM.has(state);
}

/** The name of the error, or why the cell is held back. */
function problemOf(cell: CellView): string {
  const error = cell.outputs.find((output) => output.output_type === 'error');
  if (cell.state === 'failed' && error?.output_type === 'error') {
    return error.evalue === '' ? error.ename : `${error.ename}: ${error.evalue}`;
  }
  return cell.reasons[0] ?? stateTitle(cell.state).toLowerCase();
}

function goTo(cell: string): void {
  select(cell);
  reveal(cell, 'start');
}

function keyOf({ heading }: Section): string {
  return heading === null ? 'start' : `${heading.cell} ${heading.text}`;
}

function sectionsOf(ids: readonly string[]): readonly Section[] {
  const sections: { heading: Heading | null; cells: CellView[] }[] = [{ heading: null, cells: [] }];
  for (const id of ids) {
    const cell = cellSignal(id)?.value;
    if (cell === undefined) continue;
    if (cell.type === 'code') sections.at(-1)!.cells.push(cell);
    else for (const heading of headingsOf(cell)) sections.push({ heading, cells: [] });
  }
  return sections;
}

function headingsOf(cell: CellView): Heading[] {
  if (cell.type !== 'markdown') return [];
  const lines = cell.source.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').matchAll(/^(#{1,6})\s+(.+?)\s*#*$/gm);
  return [...lines].map(([, marks, text]) => ({
    cell: cell.id,
    level: marks!.length,
    text: text!.replace(/[*_`$]/g, ''),
  }));
}
