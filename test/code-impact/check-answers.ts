/**
 * Plays every answer about a generated notebook in a plain IPython shell: a safe path shows and leaves the
 * same values as a run from the top, an undefined path fails, and cells neither stale nor fresh show the
 * output of a run from the top.
 */

import {
  ANALYSES,
  type CellText,
  CodeImpact,
  type Impact,
  type LibraryKnowledge,
  type NotebookEvent,
} from '../../slicer/index.ts';
import { factsOfNotebook } from '../../slicer/information-flow/index.ts';
import { randomNumbers } from '../bench/random-numbers.ts';
import type { HostRun, Runner } from '../harness/host.ts';
import { editScript } from '../reactive/edit-script.ts';

/** How many answers of a kind there were, and how many of them were right. */
export type Counts = Record<
  'safe' | 'undefined' | 'settled' | 'stale' | 'fresh',
  { asked: number; right: number }
>;

/**
 * The results. `stale`, `fresh`: right if a run of the cell now shows another output than before, or than a
 * run from the top.
 */
export interface AnswerCheck {
  readonly counts: Counts;
  /** Wrong answers, with the notebook. */
  readonly wrong: readonly string[];
}

export function noCounts(): Counts {
  const none = () => ({ asked: 0, right: 0 });
  return { safe: none(), undefined: none(), settled: none(), stale: none(), fresh: none() };
}

/** A notebook, its runs so far, and an event. */
interface Scene {
  readonly cells: readonly CellText[];
  readonly runs: readonly CellText[];
  readonly event: NotebookEvent;
}

/** Random streams and settings are no names: nothing is said of them. */
const WORLD = /random|_option|^\s*import (?!pandas)|numpy/;

const NAMES = ['x', 'y', 'z', 'n', 'd', 'df'];

/**
 * The answers about the notebooks of a seed: an edited cell runs, a cell runs again, half of a notebook has
 * run, a cell is deleted.
 */
export async function checkAnswers(
  host: Runner,
  seed: number,
  library: LibraryKnowledge,
): Promise<AnswerCheck> {
  const counts = noCounts();
  const wrong: string[] = [];
  for (const scene of await scenesOf(host, seed)) {
    const impact = new CodeImpact(scene, library).after(scene.event, {
      depth: Infinity,
      analyses: ANALYSES,
      goesOn: () => true,
    });
    wrong.push(...(await checkScene(host, scene, impact, counts, library)));
  }
  return { counts, wrong };
}

async function scenesOf(host: Runner, seed: number): Promise<Scene[]> {
  const script = editScript(seed);
  const random = randomNumbers(seed);
  const made = script.cells.map(([cell, source]) => ({ cell, source: named(source) }));
  const cells = await withoutFailures(host, made);
  const half = await withoutFailures(
    host,
    cells.filter(() => random(3) > 0),
  );
  const some = () => cells[random(cells.length)]!.cell;
  const scenes: Scene[] = [
    { cells, runs: cells, event: { type: 'run', cell: some() } },
    { cells, runs: half, event: { type: 'run', cell: some() } },
    { cells, runs: cells, event: { type: 'delete', cell: some() } },
  ];
  for (const step of script.steps) {
    if (step.type !== 'edit' || !cells.some(({ cell }) => cell === step.cell)) continue;
    const source = named(step.source);
    const edited = cells.map((each) => (each.cell === step.cell ? { ...each, source } : each));
    scenes.push({ cells: edited, runs: cells, event: { type: 'run', cell: step.cell } });
    break;
  }
  return scenes;
}

function named(source: string): string {
  const lines = source.split('\n').filter((line) => !WORLD.test(line));
  return lines.join('\n').trim() === '' ? 'pass' : lines.join('\n');
}

/** The text does not tell the effects of a cell with an error part way. */
async function withoutFailures(host: Runner, cells: readonly CellText[]): Promise<readonly CellText[]> {
  const runs = await play(host, cells);
  const good = cells.filter((_, i) => runs[i]!.error === null);
  return good.length === cells.length ? cells : withoutFailures(host, good);
}

async function play(
  host: Runner,
  cells: readonly CellText[],
  observe: Readonly<Record<number, readonly string[]>> = {},
): Promise<readonly HostRun[]> {
  const pairs = cells.map(({ cell, source }) => [cell, source] as const);
  return (await host.run({ cells: pairs, probes: false, observe, timeout: 60 })).runs;
}

async function checkScene(
  host: Runner,
  scene: Scene,
  impact: Impact,
  counts: Counts,
  library: LibraryKnowledge,
): Promise<string[]> {
  const wrong: string[] = [];
  const { cells } = impact;
  const gives = new Map(
    factsOfNotebook(cells, library).map(({ cell, changes }) => [
      cell,
      // (what stands under a name that it only may bind, or changes as another's object, is whose cell has bound it)
      changes
        .filter(({ name, alias, certain }) => certain && !alias && NAMES.includes(name))
        .map(({ name }) => name),
    ]),
  );
  const observed = Object.fromEntries(cells.map(({ cell }, i) => [i + 1, gives.get(cell)!]));
  const top = await play(host, cells, observed);
  const shownAtTop = new Map(cells.map(({ cell }, i) => [cell, top[i]!]));
  const past = await play(host, scene.runs);
  const shownBefore = new Map(scene.runs.map(({ cell }, i) => [cell, past[i]!]));
  const textOf = new Map(cells.map((each) => [each.cell, each]));
  const tell = (what: string) => wrong.push(`${what}\n${JSON.stringify(scene)}`);
  const playPath = async (path: readonly string[]) => {
    const runs = [...scene.runs, ...path.map((cell) => textOf.get(cell)!)];
    return (await play(host, runs, { [runs.length]: gives.get(path.at(-1)!)! })).at(-1)!;
  };
  for (const { cells: path, verdict, at } of impact.paths) {
    const reference = shownAtTop.get(at)!;
    // a run from the top that fails is no measure
    if (top.some(({ error }) => error !== null && verdict === 'safe')) continue;
    const run = await playPath(path);
    if (verdict === 'safe') {
      counts.safe.asked += 1;
      if (isSame(run, reference)) counts.safe.right += 1;
      else tell(`safe: ${path.join(' ')} shows ${told(run)}, from the top ${told(reference)}`);
    } else if (verdict === 'undefined' && scene.event.type !== 'delete') {
      counts.undefined.asked += 1;
      if (/NameError|SyntaxError/.test(run.error ?? '')) counts.undefined.right += 1;
      else tell(`undefined: ${path.join(' ')} shows ${told(run)}`);
    } else if (verdict === 'stale') {
      counts.stale.asked += 1;
      if (!isSame(run, reference)) counts.stale.right += 1;
    }
  }
  const eventCell = 'cell' in scene.event ? scene.event.cell : null;
  if (top.some(({ error }) => error !== null) || scene.runs.length < scene.cells.length) return wrong;
  for (const { cell } of cells) {
    if (cell === eventCell) continue;
    const [before, reference] = [shownBefore.get(cell)!, shownAtTop.get(cell)!];
    const same = before.stdout === reference.stdout && before.result === reference.result;
    if (impact.fresh.includes(cell)) {
      counts.fresh.asked += 1;
      if (!same) counts.fresh.right += 1;
    } else if (!impact.stale.includes(cell)) {
      counts.settled.asked += 1;
      if (same) counts.settled.right += 1;
      else tell(`settled: ${cell} shows ${told(before)}, from the top ${told(reference)}`);
    }
  }
  return wrong;
}

function isSame(a: HostRun, b: HostRun): boolean {
  if (a.stdout !== b.stdout || a.result !== b.result || a.error !== b.error) return false;
  return Object.keys(b.values).every((name) => a.values[name]?.[1] === b.values[name]?.[1]);
}

function told({ stdout, result, error, values }: HostRun): string {
  const shown = Object.entries(values).map(([name, [repr]]) => `${name} = ${repr}`);
  return JSON.stringify([stdout, result, error, ...shown]).slice(0, 300);
}
