/** Clips outputs that are too long for a page. Saved outputs stay whole. */

import { dataSize, type Output, outputSize } from '../../kernel/index.ts';

/** The limit of characters of one text for a page. */
const MOST_TEXT = 200_000;

/**
 * The limit of characters of other data, such as images, and of scripts that may run, because a cut-off
 * library is useless.
 */
const MOST_DATA = 20_000_000;

/** The limit of outputs for a page: of more outputs, it gets the first and the last ones. */
const MOST_OUTPUTS = 5_000;
const LAST_OUTPUTS = 100;

/**
 * The outputs for a page, and the indices of clipped ones. The same array if none was clipped, and the same
 * objects for unclipped outputs. `runs`: scripts in them are trusted.
 */
export function clipOutputs(
  all: readonly Output[],
  runs = false,
): {
  readonly outputs: readonly Output[];
  readonly clipped: readonly number[];
} {
  if (all.length > MOST_OUTPUTS + LAST_OUTPUTS + 1) return clipMany(all, runs);
  const outputs = all;
  const shown = outputs.map((output) => clipOnce(output, runs));
  const clipped = shown.flatMap((output, index) => (output === outputs[index] ? [] : [index]));
  return clipped.length === 0 ? { outputs, clipped: NONE } : { outputs: shown, clipped };
}

const NONE: readonly number[] = [];

function clipMany(all: readonly Output[], runs: boolean): ReturnType<typeof clipOutputs> {
  const first = clipOutputs(all.slice(0, MOST_OUTPUTS), runs);
  const left = all.length - MOST_OUTPUTS - LAST_OUTPUTS;
  const note = { 'text/plain': `… ${left} outputs are not shown here …` };
  const last = all.slice(-LAST_OUTPUTS).map((output) => clipOnce(output, runs));
  return {
    outputs: [...first.outputs, { output_type: 'display_data', data: note, metadata: {} }, ...last],
    clipped: first.clipped,
  };
}

const clips = { plain: new WeakMap<Output, Output>(), runs: new WeakMap<Output, Output>() };

/** The same object for the same output, so that pages do not get it again. */
function clipOnce(output: Output, runs: boolean): Output {
  const before = runs ? clips.runs : clips.plain;
  const known = before.get(output) ?? clipOutput(output, runs);
  before.set(output, known);
  return known;
}

/** About how many characters outputs hold. */
export function outputsSize(outputs: readonly Output[]): number {
  return outputs.reduce((sum, output) => sum + outputSize(output), 0);
}

function clipOutput(output: Output, runs: boolean): Output {
  if (output.output_type === 'stream') {
    return output.text.length <= MOST_TEXT ? output : { ...output, text: clipText(output.text) };
  }
  if (output.output_type === 'error') return output;
  const data = Object.entries(output.data);
  const fits = ([type, value]: (typeof data)[number]): boolean =>
    dataSize(value) <= (runs && isScript(type, value) ? MOST_DATA : limitOf(type));
  if (data.every(fits)) return output;
  const kept = data.flatMap(([type, value]): typeof data => {
    if (type === 'text/plain') return [];
    if (fits([type, value])) return [[type, value]];
    // an untrusted script becomes a placeholder, and comes whole once it is trusted
    const isHeld = !runs && isScript(type, value) && dataSize(value) <= MOST_DATA;
    return isHeld ? [[type, type === 'text/html' ? '<script></script>' : '']] : [];
  });
  const plain = output.data['text/plain'];
  const left = data.filter(([type]) => type !== 'text/plain' && !kept.some((entry) => entry[0] === type));
  const note = left.map(([type, value]) => `${type} of ${megabytes(dataSize(value))} is not shown here\n`);
  const text = note.join('') + (typeof plain === 'string' ? clipText(plain) : '');
  return { ...output, data: { ...Object.fromEntries(kept), 'text/plain': text } };
}

function isScript(type: string, value: unknown): boolean {
  if (type === 'text/html') return typeof value === 'string' && /<(script|iframe)\b/i.test(value);
  return type === 'application/javascript' || type === 'text/javascript';
}

function limitOf(type: string): number {
  if (type.startsWith('image/') || type.endsWith('json')) return MOST_DATA;
  return type === 'text/plain' ? MOST_TEXT : MOST_TEXT * 5;
}

function clipText(text: string): string {
  if (text.length <= MOST_TEXT) return text;
  const left = megabytes(text.length - MOST_TEXT);
  return `${text.slice(0, MOST_TEXT / 2)}\n\n… ${left} are not shown here …\n\n${text.slice(-MOST_TEXT / 2)}`;
}

function megabytes(characters: number): string {
  return `${(characters / 1_000_000).toFixed(1)} MB`;
}
