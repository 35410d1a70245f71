import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import {
  foldOutput,
  leftOutIn,
  NO_OUTPUT,
  type Output,
  type OutputMessage,
} from '../../runtime/kernel/index.ts';
import { testPython } from '../harness/host.ts';

/** `shows`: the text in the end, with `…` for a part left out; `left`: the length of this part; `most`: the number of messages. */
interface OutputCase {
  readonly name: string;
  readonly shows?: readonly string[];
  readonly first?: string;
  readonly last?: string;
  readonly many?: number;
  readonly left?: readonly [characters: number, outputs: number];
  readonly whole?: readonly [characters: number, outputs: number];
  readonly most?: number;
}

const root = findPackageRoot();
const cases = readFileSync(join(root, 'test/cases/output.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as OutputCase);

test.for(cases)('$name', async (one) => {
  const python = await testPython();
  const options = { maxBuffer: 64 * 1024 * 1024 };
  const answer = execFileSync(python, [join(root, 'test/agent/output.py'), JSON.stringify(one)], options);
  const messages = JSON.parse(answer.toString()) as readonly OutputMessage[];
  const { outputs } = messages.reduce(foldOutput, NO_OUTPUT);
  const shown = outputs.map(inWords);
  if (one.shows !== undefined) expect(shown).toEqual(one.shows);
  if (one.first !== undefined) expect(shown[0]).toBe(one.first);
  if (one.last !== undefined) expect(shown.at(-1)).toBe(one.last);
  if (one.many !== undefined) expect(shown).toHaveLength(one.many);
  const left = outputs.flatMap((output) => ('data' in output ? (leftOutIn(output) ?? []) : []));
  expect(left.map(({ characters, outputs: many }) => [characters, many])).toEqual(
    one.left === undefined ? [] : [one.left],
  );
  if (one.whole !== undefined) expect(left[0]?.whole?.slice(0, 2)).toEqual(one.whole);
  if (one.most !== undefined) expect(messages.length).toBeLessThanOrEqual(one.most);
});

function inWords(output: Output): string {
  if (output.output_type === 'stream') return output.text;
  if (output.output_type === 'error') return output.evalue;
  return leftOutIn(output) === null ? String(output.data['text/plain']) : '…';
}
