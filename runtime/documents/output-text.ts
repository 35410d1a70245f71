/**
 * The text of an output in a file, cached as long as the output exists: a notebook is saved after every
 * change, and most of its text are unchanged outputs. It knows nothing of cells.
 */
import { type JsonStyle, writeJson } from './json-style.ts';
import { type JsonNode, sameJson, toValue } from './json-text.ts';
import type { Output } from './notebook.ts';
import { readOutput, writeOutput } from './outputs.ts';

interface Written {
  readonly style: JsonStyle;
  readonly outer: string;
  readonly text: string;
}

const written = new WeakMap<Output, Written>();
const compared = new WeakMap<Output, { readonly node: JsonNode; readonly same: boolean }>();

/** The JSON of an output; `outer` is the indentation of its first line. */
export function outputText(output: Output, style: JsonStyle, outer: string): string {
  const before = written.get(output);
  if (before?.style === style && before.outer === outer) return before.text;
  const text = writeJson(writeOutput(output), style, outer);
  written.set(output, { style, outer, text });
  return text;
}

/** Whether two outputs are the same in a file. */
export function sameOutput(a: Output, b: Output): boolean {
  return a === b || sameJson(writeOutput(a), writeOutput(b));
}

/** Whether a part of a file is this output. */
export function isOutput(node: JsonNode, output: Output): boolean {
  const before = compared.get(output);
  if (before?.node === node) return before.same;
  const old = readOutput(toValue(node));
  const same = old !== null && sameOutput(old, output);
  compared.set(output, { node, same });
  return same;
}
