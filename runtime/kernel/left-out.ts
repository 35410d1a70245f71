/**
 * Outputs of which a part was left out because there was too much: an output stands in the place, and says so. The kernel's side leaves
 * them out (`instrument/agent/output/`); what comes around it is only bounded here.
 */
import type { DisplayContent, JsonObject, MimeBundle, Output } from './output.ts';

/**
 * Characters of text that a cell keeps from the beginning of its outputs when nothing else is said; a quarter of it is kept from the end.
 * Displayed data (pictures, HTML) may be ten times as long.
 */
export const OUTPUT_LIMIT = 2_000_000;

/** What was left out. */
export interface LeftOut {
  readonly characters: number;
  readonly outputs: number;
  /**
   * Of all that the request printed and displayed, standard error not counted: characters, displays, and a digest. Null: nobody
   * counted.
   */
  readonly whole: readonly [characters: number, outputs: number, digest: string] | null;
}

/** What an output stands for, by its metadata; null: for itself. */
export function leftOutIn({ metadata }: { readonly metadata?: JsonObject }): LeftOut | null {
  return (metadata?.sluice_left ?? null) as LeftOut | null;
}

/** Whether an output stands for others. */
export function isLeftOut(output: Output): boolean {
  return 'data' in output && leftOutIn(output) !== null;
}

/** The most that is folded of one cell, whatever the kernel sends: characters, and outputs. */
const MOST = 250_000_000;
const MOST_OUTPUTS = 5_000;

/** Whether nothing more is taken up. */
export function isFull(size: number, outputs: number): boolean {
  return size > MOST || outputs >= MOST_OUTPUTS;
}

/** Stands for what comes when it is full. */
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
