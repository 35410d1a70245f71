/**
 * Confirms leaks by running the cells in a private copy of their folder, with other values in the rows that are tested on. It watches
 * through witness.py, and does not find leaks itself.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPackageRoot } from '../../instrument/index.ts';
import { type Checked, type Finding, type Leak, leakOfFinding, type Witness } from '../../slicer/index.ts';
import { makeWorkingCopy } from '../copies/index.ts';
import { runProgram } from '../python/index.ts';

const SCRIPT = join(findPackageRoot(), 'runtime', 'witness', 'witness.py');

/** Seconds for one run of all cells. */
const SECONDS = 120;

/** How and where cells run. */
export interface WitnessPlace {
  /** The folder of the notebook. */
  readonly folder: string;
  readonly python: () => Promise<string>;
  /** Told how many are done. */
  readonly onProgress: (text: string) => void;
}

/** The findings, those of leaks with what runs have shown. Notes are left as they are. */
export async function confirmLeaks(checked: Checked, place: WitnessPlace): Promise<Checked> {
  const { facts, findings } = checked;
  const asked = findings.flatMap((finding): { readonly finding: Finding; readonly leak: Leak }[] => {
    const leak = finding.severity === 'info' ? null : leakOfFinding(facts, finding);
    return leak === null ? [] : [{ finding, leak }];
  });
  if (asked.length === 0) return checked;
  const cells = facts.leaks.runs.map(({ source }) => source);
  const answers = await witnessesOf(
    cells,
    asked.map(({ leak }) => leak),
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
  leaks: readonly Leak[],
  { folder, python, onProgress }: WitnessPlace,
): Promise<Witness[]> {
  const copy = await makeWorkingCopy(folder);
  const own = mkdtempSync(join(tmpdir(), 'sluice-witness-'));
  try {
    const task = join(own, 'task.json');
    const asked = leaks.map(({ kind, path }) => ({ kind, places: path.flatMap(placesOf) }));
    writeFileSync(task, JSON.stringify({ cells, leaks: asked, seconds: SECONDS }));
    const answers: Witness[] = [];
    const [program, ...before] = [...(copy.through ?? []), await python()];
    onProgress(`running it to confirm ${leaks.length} leaks`);
    const result = await runProgram(program!, [...before, SCRIPT, task], {
      cwd: copy.path,
      env: { ...process.env, MPLBACKEND: 'Agg', PYTHONHASHSEED: '0', IPYTHONDIR: own },
      timeoutMs: SECONDS * 1000 * 3 * leaks.length,
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

function placesOf({ site, watch }: Leak['path'][number]): object[] {
  return watch.map((role) => ({ run: site.run, from: site.at.from, to: site.at.to, role }));
}
