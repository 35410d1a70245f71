/**
 * Confirms leaks by running the cells in a private copy of their folder, with other values in the test rows. This file watches
 * through witness.py, and does not find leaks itself.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPackageRoot } from '../../instrument/index.ts';
import {
  type Checked,
  type Finding,
  type Leak,
  leakOfFinding,
  type NotebookFacts,
  type Site,
  siteKey,
  type Witness,
} from '../../slicer/index.ts';
import { makeWorkingCopy } from '../copies/index.ts';
import { whyLacking } from '../platform/index.ts';
import { runProgram } from '../python/index.ts';

const SCRIPT = join(findPackageRoot(), 'runtime', 'witness', 'witness.py');

/** Seconds for one run of all cells. */
const SECONDS = 120;

/** How many runs of all cells one leak takes at most. */
const RUNS = 12;

/** How and where cells run. */
export interface WitnessHost {
  /** The folder of the notebook. */
  readonly folder: string;
  readonly python: () => Promise<string>;
  /** Told how many are done. */
  readonly onProgress: (text: string) => void;
}

/** The findings, leaks with the evidence of runs. Notes stay as they are. */
export async function confirmLeaks(checked: Checked, place: WitnessHost): Promise<Checked> {
  const { facts, findings } = checked;
  const asked = findings.flatMap((finding): { readonly finding: Finding; readonly leak: Leak }[] => {
    const leak = leakOfFinding(facts, finding);
    return leak === null || leak.path.every(({ watch }) => watch.length === 0) ? [] : [{ finding, leak }];
  });
  if (asked.length === 0) return checked;
  const answers = await witnessesOf(
    facts.leaks.runs.map(({ source }) => source),
    asked.map(({ finding, leak }) => ({
      kind: leak.kind,
      places: leak.path.flatMap(({ site, watch }) => watch.map((role) => placeOf(site, role))),
      scores: scoresOf(facts, finding, leak),
    })),
    place,
  );
  const said = new Map(asked.map(({ finding }, i) => [finding, answers[i]]));
  return {
    facts,
    findings: findings.map((finding) => {
      const witness = said.get(finding);
      return witness === undefined ? finding : { ...finding, witness };
    }),
  };
}

async function witnessesOf(
  cells: readonly string[],
  leaks: readonly object[],
  { folder, python, onProgress }: WitnessHost,
): Promise<Witness[]> {
  const lacking = whyLacking('forks');
  if (lacking !== null) return leaks.map(() => ({ confirmed: null, evidence: lacking }));
  const copy = await makeWorkingCopy(folder);
  const own = mkdtempSync(join(tmpdir(), 'sluice-witness-'));
  try {
    const task = join(own, 'task.json');
    writeFileSync(task, JSON.stringify({ cells, leaks, seconds: SECONDS }));
    const answers: Witness[] = [];
    const [program, ...before] = [...(copy.through ?? []), await python()];
    onProgress(`running it to confirm ${leaks.length} leaks`);
    const result = await runProgram(program!, [...before, SCRIPT, task], {
      cwd: copy.path,
      env: { ...process.env, MPLBACKEND: 'Agg', PYTHONHASHSEED: '0', IPYTHONDIR: own },
      timeoutMs: SECONDS * 1000 * RUNS * leaks.length,
      onLine: (line) => {
        answers.push(JSON.parse(line) as Witness);
        onProgress(`${answers.length} of ${leaks.length} leaks looked into`);
      },
    });
    const trouble = result.failure ?? (result.stderr.trim().split('\n').at(-1) || 'the run was ended');
    return leaks.map((_, i) => answers[i] ?? { confirmed: null, evidence: trouble });
  } finally {
    rmSync(own, { recursive: true, force: true });
    await copy.remove();
  }
}

/** The site of the last score reached by a leak, and its site in the corrected cells; null: there is none. */
function scoresOf({ leaks }: NotebookFacts, { fix }: Finding, { path }: Leak): object | null {
  if (!fix) return null;
  const reached = new Set(
    path.filter(({ watch }) => watch.includes('score')).map(({ site }) => siteKey(site)),
  );
  const at = leaks.judged.findLastIndex((site) => reached.has(siteKey(site)));
  const after = leaks.after(fix.edits);
  // a fix adds no scores: the same number stands for the same score
  if (at < 0 || after.judged.length !== leaks.judged.length) return null;
  return {
    place: placeOf(leaks.judged[at]!, 'result'),
    cells: after.runs.map(({ source }) => source),
    corrected: placeOf(after.judged[at]!, 'result'),
  };
}

const placeOf = ({ run, at }: Site, role: string): object => ({ run, from: at.from, to: at.to, role });
