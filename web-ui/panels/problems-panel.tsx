/** Problems of the notebook: by cell, with reasons, positions, and fixes by a click. */

import { useState } from 'preact/hooks';
import type { Problem } from '../../runtime/index.ts';
import { capital } from '../../slicer/browser.ts';
import { goToLine } from '../editor/editors.ts';
import { deleteCells } from '../page/cell-actions.ts';
import { cellLabel } from '../page/cell-numbers.ts';
import { mend } from '../page/mend.ts';
import { order } from '../page/notebook-state.ts';
import { isSame, lineNow, litProblem, problemPhase, problems, problemsFailure } from '../page/problems.ts';
import { reveal, select } from '../page/selection.ts';
import { ProofView, ProveButton } from './proof-view.tsx';

const WORDS: Readonly<Record<Problem['severity'], readonly [string, string]>> = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  info: ['note', 'notes'],
};

const PHASES = { explore: 'While exploring', share: 'Before sharing' } as const;

export function ProblemsPanel() {
  const found = problems.value;
  const rows = foldEqual(found);
  return (
    <div class="problems">
      <div class="choice" role="radiogroup" aria-label="What is told">
        {(['explore', 'share'] as const).map((phase) => (
          <label key={phase}>
            <input
              type="radio"
              name="phase"
              checked={problemPhase.value === phase}
              onChange={() => {
                problemPhase.value = phase;
              }}
            />
            {PHASES[phase]}
          </label>
        ))}
      </div>
      {problemsFailure.value !== null && <p class="panel-note problems-failure">{problemsFailure.value}</p>}
      <Counts found={found} />
      <LeftOverCells found={found} />
      <ol aria-label="Problems">
        {rows.map(({ problem, others }, at) => {
          const isFirst = at === 0 || rows[at - 1]!.problem.cell !== problem.cell;
          return (
            <li key={keyOf(problem)}>
              {isFirst && <h3>{problem.cell === null ? 'the notebook' : cellLabel(problem.cell)}</h3>}
              <ProblemRow problem={problem} others={others} />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Counts({ found }: { found: readonly Problem[] }) {
  if (found.length === 0) {
    const words =
      problemPhase.value === 'explore'
        ? 'Nothing is surely wrong. Before you share the notebook, look at the rest.'
        : 'Nothing was found.';
    return <p class="panel-note">{words}</p>;
  }
  return (
    <p class="problem-counts" role="status">
      {(['error', 'warning', 'info'] as const).map((severity) => {
        const count = found.filter((problem) => problem.severity === severity).length;
        if (count === 0) return null;
        return (
          <span key={severity} class={`severity-${severity}`}>
            {count} {WORDS[severity][count === 1 ? 0 : 1]}
          </span>
        );
      })}
    </p>
  );
}

/** Rules that find cells without a use. */
const LEFT_OVER: ReadonlySet<string> = new Set(['idle', 'isolated']);

/** Deletes all cells that nothing needs. */
function LeftOverCells({ found }: { found: readonly Problem[] }) {
  const cells = new Set(
    found.flatMap(({ code, cell }) => (LEFT_OVER.has(code) && cell !== null ? [cell] : [])),
  );
  if (cells.size < 2) return null;
  return (
    <p class="left-over">
      <button
        type="button"
        title="It can be undone, as one step"
        onClick={() => deleteCells(order.peek().filter((id) => cells.has(id)))}
      >
        Delete the {cells.size} cells that nothing needs
      </button>
    </p>
  );
}

/** A problem, and the equal problems of other cells. */
interface Row {
  readonly problem: Problem;
  readonly others: readonly Problem[];
}

/** Equal problems without a fix as one row, at the first of them. */
function foldEqual(found: readonly Problem[]): readonly Row[] {
  const rows = new Map<string, { problem: Problem; others: Problem[] }>();
  for (const problem of found) {
    const { code, message, fix, cell } = problem;
    const isAlone = fix !== null || cell === null || LEFT_OVER.has(code);
    const key = isAlone ? keyOf(problem) : JSON.stringify([code, message]);
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { problem, others: [] });
    else row.others.push(problem);
  }
  return [...rows.values()];
}

function ProblemRow({ problem, others }: Row) {
  const { severity, code, message, fix, provable } = problem;
  const lit = litProblem.value;
  const open = lit !== null && isSame(lit, problem);
  return (
    <div class={`problem severity-${severity}`} data-code={code}>
      <button
        type="button"
        class="link problem-message"
        title={`The rule ${code}`}
        onClick={() => goTo(problem)}
      >
        <span class="dot" role="img" aria-label={WORDS[severity][0]} />
        {problem.line !== null && <span class="problem-line">line {problem.line}</span>}
        {message}
      </button>
      <div class="problem-tools">
        {hasReasons(problem) && (
          <button
            type="button"
            class="link"
            aria-expanded={open}
            title="Why it matters, and the places that belong to it"
            onClick={() => {
              litProblem.value = open ? null : problem;
              if (!open) goTo(problem);
            }}
          >
            why
          </button>
        )}
        {fix !== null && (
          <button type="button" title="It can be undone" onClick={() => void mend(problem)}>
            {capital(fix.title)}
          </button>
        )}
        {provable && <ProveButton problem={problem} />}
        {LEFT_OVER.has(code) && problem.cell !== null && (
          <button type="button" title="It can be undone" onClick={() => deleteCells([problem.cell!])}>
            Delete {cellLabel(problem.cell)}
          </button>
        )}
        {others.length > 0 && <Others problems={others} />}
      </div>
      {provable && <ProofView problem={problem} />}
      {open && <Reasons problem={problem} />}
    </div>
  );
}

/** Links to the other places of an equal problem. */
function Others({ problems: others }: { problems: readonly Problem[] }) {
  return (
    <span class="problem-others">
      also in{' '}
      {others.map((other, at) => (
        <span key={keyOf(other)}>
          {at > 0 && ', '}
          <button type="button" class="link" onClick={() => goTo(other)}>
            {cellLabel(other.cell!)}
          </button>
        </span>
      ))}
    </span>
  );
}

const hasReasons = ({ why, path, evidence }: Problem): boolean =>
  why !== null || path.length > 0 || evidence !== null;

function Reasons({ problem: { why, path, evidence } }: { problem: Problem }) {
  const [all, setAll] = useState(false);
  const steps = all ? path : path.slice(0, 8);
  return (
    <div class="problem-reasons">
      {why !== null && <p>{why}</p>}
      {steps.length > 0 && (
        <ol class="problem-path">
          {steps.map(({ cell, line, what }) => (
            <li key={`${cell} ${line} ${what}`}>
              <button type="button" class="link" onClick={() => goToPlace(cell, line)}>
                {cellLabel(cell)}, line {line}
              </button>{' '}
              {what}
            </li>
          ))}
        </ol>
      )}
      {steps.length < path.length && (
        <button type="button" class="link" onClick={() => setAll(true)}>
          {path.length - steps.length} more
        </button>
      )}
      {evidence !== null && <pre>{evidence}</pre>}
    </div>
  );
}

function goTo(problem: Problem): void {
  if (problem.cell !== null) goToPlace(problem.cell, lineNow(problem));
}

function goToPlace(cell: string, line: number | null): void {
  if (line !== null) goToLine(cell, line);
  select(cell);
  reveal(cell, 'center');
}

const keyOf = ({ code, cell, line, from, message }: Problem): string =>
  JSON.stringify([code, cell, line, from, message]);
