/** Outputs as pages get them: what is too long for a page is given in part. What is saved stays whole. */

import { dataSize, type Output, outputSize } from '../kernel/index.ts';

/** Characters of one text that a page gets at most. */
const MOST = 200_000;

/** Characters of data other than text, such as images. */
const MOST_DATA = 20_000_000;

/** Outputs that a page gets at most: of a file that has more, the first and the last ones. */
const MOST_OUTPUTS = 5_000;
const LAST_OUTPUTS = 100;

/** The outputs for a page, and the indices of those that were cut. The same array when none was, and the same outputs where they are. */
export function clipOutputs(all: readonly Output[]): {
  readonly outputs: readonly Output[];
  readonly clipped: readonly number[];
} {
  if (all.length > MOST_OUTPUTS + LAST_OUTPUTS + 1) return clipMany(all);
  const outputs = all;
  const shown = outputs.map(clipOnce);
  const clipped = shown.flatMap((output, index) => (output === outputs[index] ? [] : [index]));
  return clipped.length === 0 ? { outputs, clipped: NONE } : { outputs: shown, clipped };
}

const NONE: readonly number[] = [];

function clipMany(all: readonly Output[]): ReturnType<typeof clipOutputs> {
  const first = clipOutputs(all.slice(0, MOST_OUTPUTS));
  const left = all.length - MOST_OUTPUTS - LAST_OUTPUTS;
  const note = { 'text/plain': `… ${left} outputs are not shown here …` };
  const last = all.slice(-LAST_OUTPUTS).map(clipOnce);
  return {
    outputs: [...first.outputs, { output_type: 'display_data', data: note, metadata: {} }, ...last],
    clipped: first.clipped,
  };
}

const clips = new WeakMap<Output, Output>();

/** The same object for the same output, so that pages are not told of it again. */
function clipOnce(output: Output): Output {
  const known = clips.get(output) ?? clipOutput(output);
  clips.set(output, known);
  return known;
}

/** About how many characters outputs hold. */
export function outputsSize(outputs: readonly Output[]): number {
  return outputs.reduce((sum, output) => sum + outputSize(output), 0);
}

function clipOutput(output: Output): Output {
  if (output.output_type === 'stream') {
    return output.text.length <= MOST ? output : { ...output, text: clipText(output.text) };
  }
  if (output.output_type === 'error') return output;
  const data = Object.entries(output.data);
  if (data.every(([type, value]) => dataSize(value) <= limitOf(type))) return output;
  const kept = data.filter(([type, value]) => type !== 'text/plain' && dataSize(value) <= limitOf(type));
  const plain = output.data['text/plain'];
  const left = data.filter(([type]) => type !== 'text/plain').filter((entry) => !kept.includes(entry));
  const note = left.map(([type, value]) => `${type} of ${megabytes(dataSize(value))} is not shown here\n`);
  const text = note.join('') + (typeof plain === 'string' ? clipText(plain) : '');
  return { ...output, data: { ...Object.fromEntries(kept), 'text/plain': text } };
}

function limitOf(type: string): number {
  if (type.startsWith('image/') || type.endsWith('json')) return MOST_DATA;
  return type === 'text/plain' ? MOST : MOST * 5;
}

function clipText(text: string): string {
  if (text.length <= MOST) return text;
  const left = megabytes(text.length - MOST);
  return `${text.slice(0, MOST / 2)}\n\n… ${left} are not shown here …\n\n${text.slice(-MOST / 2)}`;
}

function megabytes(characters: number): string {
  return `${(characters / 1_000_000).toFixed(1)} MB`;
}
