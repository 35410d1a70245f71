/**
 * Outputs cut because of their size: an output stands in place of the omitted part, and describes it. The
 * kernel's side cuts (`instrument/agent/output/`); this file only bounds output that comes around it.
 */
import type { DisplayContent, JsonObject, MimeBundle, Output } from './output.ts';

/**
 * The default limit of text from the beginning of a cell's outputs; a quarter of it is also kept from the
 * end. Displayed data (pictures, HTML) may be ten times as long.
 */
export const OUTPUT_LIMIT = 2_000_000;

/** The omitted part. */
export interface LeftOut {
  readonly characters: number;
  readonly outputs: number;
  /** The total of the request's output, without standard error: characters, displays, and a digest. Null: unknown. */
  readonly whole: readonly [characters: number, outputs: number, digest: string] | null;
}

/** The omitted part that an output stands for, by its metadata; null: none. */
export function leftOutIn({ metadata }: { readonly metadata?: JsonObject }): LeftOut | null {
  return (metadata?.sluice_left ?? null) as LeftOut | null;
}

/** Whether an output stands for omitted ones. */
export function isLeftOut(output: Output): boolean {
  return 'data' in output && leftOutIn(output) !== null;
}

/** The limit of folded output of one cell, for any kernel: characters, and outputs. */
const MOST_CHARACTERS = 250_000_000;
const MOST_OUTPUTS = 5_000;

/** Whether the limit is reached. */
export function isFull(size: number, outputs: number): boolean {
  return size > MOST_CHARACTERS || outputs >= MOST_OUTPUTS;
}

/** Stands for outputs after the limit. */
export const REST_LEFT_OUT: DisplayContent = {
  data: { 'text/plain': '… What followed is left out here. …' },
  metadata: { sluice_left: { characters: 0, outputs: 0, whole: null } },
};

/** About how many characters an output holds. */
export function outputSize(output: Output): number {
  if (output.output_type === 'stream') return output.text.length;
  if (output.output_type === 'error') return output.traceback.reduce((sum, line) => sum + line.length, 0);
  return bundleSize(output.data);
}

/** About how many characters data by media type hold. */
export function bundleSize(data: MimeBundle): number {
  return Object.values(data).reduce<number>((sum, value) => sum + dataSize(value), 0);
}

/** About how many characters one form of data holds. */
export function dataSize(value: unknown): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value ?? null).length;
}
