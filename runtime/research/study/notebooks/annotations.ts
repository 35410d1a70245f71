/**
 * People's annotations of the cells of notebooks, in the form of CRABS's (Li et al., COLM 2025): a list that has for each notebook a list of
 * records, first `{"id": NAME}`, then for each code cell `{"id": NUMBER, "inputs", "outputs", "defines_code", "refers_code"}`. It compares nothing.
 */

import * as v from 'valibot';
import type { AnnotatedCell } from '../../../../slicer/index.ts';
import { parseJson, readText, toValue } from '../../../documents/index.ts';
import { SluiceError } from '../../../words/index.ts';

/** A value, or a pair of the values before and after the cell. */
const NAME = v.union([v.string(), v.tuple([v.string(), v.string()])]);
const NAMES = v.optional(v.array(NAME), []);
const CELL = v.object({
  id: v.number(),
  inputs: NAMES,
  outputs: NAMES,
  defines_code: NAMES,
  refers_code: NAMES,
});
const FILE = v.array(v.tupleWithRest([v.object({ id: v.string() })], CELL));

/** Annotated cells by the name of the notebook, as `annotationName` has it. @throws {SluiceError} 2 for a file in another form. */
export function readAnnotations(path: string): ReadonlyMap<string, readonly AnnotatedCell[]> {
  const parsed = parseJson(readText(path));
  const found = parsed.type === 'parsed' ? v.safeParse(FILE, toValue(parsed.root)) : null;
  if (found === null || !found.success) {
    const issue = found?.issues?.[0];
    const where = issue === undefined ? 'it is no JSON' : `${v.getDotPath(issue) ?? 'it'}: ${issue.message}`;
    throw new SluiceError(
      `${path} has no annotations of notebooks: ${where}; docs/studies.md has their form`,
    );
  }
  return new Map(
    found.output.map(([{ id }, ...cells]) => [
      annotationName(id),
      cells.map((cell) => ({
        cell: cell.id,
        inputs: cell.inputs.map(nameThen),
        outputs: cell.outputs.map(nameThen),
        defines: cell.defines_code.map(nameThen),
        uses: cell.refers_code.map(nameThen),
      })),
    ]),
  );
}

/** The name of a notebook without characters forbidden in names of files. */
export function annotationName(name: string): string {
  return name.replace(/\.ipynb$/i, '').replace(/[^\w.-]/g, '_');
}

function nameThen(name: v.InferOutput<typeof NAME>): string {
  return typeof name === 'string' ? name : name[1];
}
