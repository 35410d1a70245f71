/**
 * The problems of the notebook, from the server: requested after typing or a run, and stored for the editors,
 * the margin and the panel. The server finds them.
 */

import { computed, effect, signal } from '@preact/signals';
import type { Problem, ProblemsAnswer } from '../../runtime/index.ts';
import { flushAll } from './edits.ts';
import { cellNow, line, lineState, notebook, order, revision } from './notebook-state.ts';
import { isPlain } from './of-python.ts';
import { panel } from './page-parts.ts';

/** While a person explores, only sure problems are shown; before sharing, all. */
export const problemPhase = signal<'explore' | 'share'>('explore');

/** All problems, in page order. */
export const problems = signal<readonly Problem[]>([]);

/** Why some are missing. */
export const problemsFailure = signal<string | null>(null);

/** The problem highlighted in the notebook. */
export const litProblem = signal<Problem | null>(null);

/** The wait after the last key, so that typing stays smooth. */
const PAUSE_MS = 20;
/** The longest wait. */
const LATEST_MS = 400;
/** The further wait for slow rules, because continued typing would wait for them. */
const REST_MS = 1_000;
/** The wait between checks while cells run: this multiple of the last check's time, and at least the second value. */
const BUSY_TIMES = 20;
const BUSY_MS = 2_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let rest: ReturnType<typeof setTimeout> | undefined;
let later: ReturnType<typeof setTimeout> | undefined;
let took = 0;
let waitingSince: number | null = null;
let asking = false;
let again = false;

/** Requests problems soon. */
export function askForProblems(): void {
  if (isPlain.peek()) return;
  waitingSince ??= Date.now();
  clearTimeout(timer);
  clearTimeout(rest);
  clearTimeout(later);
  later = undefined;
  const pause = Math.min(PAUSE_MS, Math.max(0, waitingSince + LATEST_MS - Date.now()));
  timer = setTimeout(() => void ask(true), pause);
}

/** Begins to follow the notebook. */
export function followProblems(): void {
  effect(() => {
    revision.value;
    problemPhase.value;
    if (notebook.value === null || lineState.value !== 'open') return;
    if (isPlain.value) problems.value = [];
    if (notebook.value.kernel.state === 'busy')
      later ??= setTimeout(askForProblems, Math.max(BUSY_MS, BUSY_TIMES * took));
    else askForProblems();
  });
  effect(() => {
    if (panel.value !== 'problems') litProblem.value = null;
  });
}

/** Requests problems now, with all typed text: first quickly found ones, then all. */
async function ask(soon: boolean): Promise<void> {
  // one at a time: the next request covers all changes meanwhile
  if (asking) {
    again = true;
    return;
  }
  waitingSince = null;
  asking = true;
  flushAll();
  const phase = problemPhase.peek();
  const begun = Date.now();
  const answer = await line().ask({ ask: 'problems', phase, soon });
  took = Date.now() - begun;
  if (answer.to === 'problems') take(answer);
  asking = false;
  if (again) {
    again = false;
    askForProblems();
  } else if (answer.to === 'problems' && answer.awaited.length > 0) {
    rest = setTimeout(() => void ask(false), REST_MS);
  }
}

/** Takes new problems; problems of rules that have not run yet stay. */
function take({ problems: told, awaited, failure }: ProblemsAnswer): void {
  const there = order.peek();
  const kept = problems
    .peek()
    .filter(({ code, cell }) => awaited.includes(code) && (cell === null || there.includes(cell)));
  const found = kept.length === 0 ? told : inPageOrder([...told, ...kept]);
  if (JSON.stringify(found) !== JSON.stringify(problems.peek())) problems.value = found;
  problemsFailure.value = failure;
  const lit = litProblem.peek();
  if (lit !== null) litProblem.value = found.find((each) => isSame(each, lit)) ?? null;
}

function inPageOrder(found: readonly Problem[]): readonly Problem[] {
  const places = new Map(order.peek().map((id, at) => [id, at]));
  const placeOf = ({ cell }: Problem) => (cell === null ? -1 : (places.get(cell) ?? -1));
  return found.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || (a.line ?? 0) - (b.line ?? 0) || a.from - b.from,
  );
}

/** Removes a fixed problem at once, even if the next check takes long. */
export function problemMended(mended: Problem): void {
  problems.value = problems.peek().filter((problem) => !isSame(problem, mended));
  askForProblems();
}

/** Whether two problems are the same, even if the text around them has changed. */
export function isSame(a: Problem, b: Problem): boolean {
  return a.code === b.code && a.cell === b.cell && a.message === b.message && a.from === b.from;
}

const byCell = computed(() => {
  const found = new Map<string, Problem[]>();
  for (const problem of problems.value) {
    if (problem.cell === null) continue;
    const known = found.get(problem.cell);
    if (known) known.push(problem);
    else found.set(problem.cell, [problem]);
  }
  return found;
});

const NONE: readonly Problem[] = [];

/** The problems of a cell. */
export function problemsOf(cell: string): readonly Problem[] {
  return byCell.value.get(cell) ?? NONE;
}

/** A cell's part in the highlighted problem; null: none is highlighted, or it concerns the whole notebook. */
export function litRoleOf(cell: string): 'origin' | 'needed' | 'outside' | null {
  const lit = litProblem.value;
  if (lit === null || (lit.cell === null && lit.path.length === 0)) return null;
  if (lit.cell === cell) return 'origin';
  return lit.path.some((step) => step.cell === cell) ? 'needed' : 'outside';
}

/** The highlighted lines of a cell. */
export function litLinesOf(cell: string): readonly (readonly [number, number])[] {
  const lit = litProblem.value;
  if (lit === null) return [];
  const own = lit.cell === cell && lit.line !== null ? [lit.line] : [];
  const steps = lit.path.filter((step) => step.cell === cell).map((step) => step.line);
  return [...new Set([...own, ...steps])].map((number) => [number, number] as const);
}

/** The present line of a problem in its cell; null: the whole cell, or the line has changed. */
export function lineNow({ cell, line: number, text }: Problem): number | null {
  if (cell === null || number === null) return null;
  const lines = cellNow(cell)?.source.split('\n') ?? [];
  if (lines[number - 1] === text) return number;
  const found = lines.indexOf(text);
  return found < 0 ? null : found + 1;
}
