/** Arrays of jobs for Slurm and Kubernetes: their texts, and options that make no sense. */

import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeFolder, sluice } from '../../cli/sluice.ts';

const folder = makeFolder();
afterAll(() => folder.remove());

test('Slurm gets a part of the notebooks for each job', async () => {
  const { stdout } = await sluice(
    ['reproduce', "it's here", '--timeout', '9', '--on', 'slurm', '--jobs', '4', '-o', 'all.jsonl'],
    { cwd: folder.path },
  );
  expect(stdout).toContain('#SBATCH --array=1-4\n');
  expect(stdout).toContain(
    `exec sluice reproduce 'it'\\''s here' --timeout 9 --shard "$SLURM_ARRAY_TASK_ID/4" -o ${folder.path}/all."$SLURM_ARRAY_TASK_ID".jsonl\n`,
  );
});

test('Kubernetes gets an indexed job', async () => {
  const { stdout } = await sluice(['study', 'notebooks', '.', '--on=kubernetes', '--jobs=3'], {
    cwd: folder.path,
  });
  const { spec } = parse(stdout) as {
    spec: {
      completions: number;
      completionMode: string;
      template: { spec: { containers: { command: string[] }[] } };
    };
  };
  expect(spec).toMatchObject({ completions: 3, completionMode: 'Indexed' });
  expect(spec.template.spec.containers[0]!.command[2]).toBe(
    'K=$((JOB_COMPLETION_INDEX + 1)); exec sluice study notebooks . --shard "$K/3" -o results."$K".jsonl',
  );
});

test.each([
  [['--on', 'dsk://a:1'], /--on dsk:\/\/a:1: it is dask:\/\/HOST:PORT/],
  [['--on', 'dask://host'], /it is dask:\/\/HOST:PORT/],
  [['--submit'], /--submit belongs to --on slurm/],
  [['--on', 'slurm', '--shard', '1/2'], /--on slurm makes the parts itself/],
])('%j is refused', async (options, message) => {
  const { code, stderr } = await sluice(['reproduce', '.', ...options], { cwd: folder.path });
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});
