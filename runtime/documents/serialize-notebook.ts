/**
 * Replaces outputs of a notebook and writes it back: what did not change keeps its bytes, in an unchanged
 * cell all of them. It does not touch the file system.
 */
import { findJsonStyle, type JsonStyle, writeItems, writeJson } from './json-style.ts';
import { findMember, type JsonNode, type JsonValue, sameJson, toValue } from './json-text.ts';
import { type CodeCell, FIRST_MINOR_WITH_IDS, type Notebook, type Output } from './notebook.ts';
import { readOutput, writeOutput } from './outputs.ts';

/**
 * The notebook with the outputs and execution count of one code cell replaced (null: never run). The same
 * notebook if that changes nothing. Throws an Error if there is no such code cell.
 */
export function withOutputs(
  notebook: Notebook,
  cellId: string,
  outputs: readonly Output[],
  executionCount: number | null,
): Notebook {
  const index = notebook.cells.findIndex((cell) => cell.id === cellId);
  const cell = notebook.cells[index];
  if (cell?.type !== 'code') throw new Error(`no code cell "${cellId}" in ${notebook.path}`);
  if (cell.executionCount === executionCount && sameOutputs(cell.outputs, outputs)) return notebook;
  return { ...notebook, cells: notebook.cells.with(index, { ...cell, outputs, executionCount }) };
}

function sameOutputs(a: readonly Output[], b: readonly Output[]): boolean {
  return a.length === b.length && a.every((output, i) => sameJson(writeOutput(output), writeOutput(b[i]!)));
}

/**
 * The text of the notebook. Unchanged: the very text it was read from. Otherwise only the changed values of
 * changed cells differ, in the document's own indentation, line ends, escaping and key order.
 *
 * Imprecise: a number in a *replaced* output is a double; the text of a larger or longer one is lost.
 */
export function serializeNotebook(notebook: Notebook): string {
  const { text, root, cells, cellNodes } = notebook.origin;
  const edits: Edit[] = [];
  let style: JsonStyle | undefined;
  for (const [i, cell] of notebook.cells.entries()) {
    if (cell === cells[i] || cell.type !== 'code') continue;
    style ??= findJsonStyle(text, root);
    edits.push(...editCell(cell, cellNodes[i]!, text, style, notebook.minor >= FIRST_MINOR_WITH_IDS));
  }
  return applyEdits(text, edits);
}

/** Text to put in place of `start` to `end`. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  // Cells come in order, but the members of one cell stand in any order. The sort is stable.
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

function editCell(cell: CodeCell, node: JsonNode, text: string, style: JsonStyle, hasIds: boolean): Edit[] {
  const edits: Edit[] = [];
  const setMember = (
    key: string,
    same: (old: JsonValue) => boolean,
    write: (outer: string) => string,
  ): void => {
    const member = findMember(node, key);
    if (!member) edits.push(insertMember(node, key, write, text, style));
    else if (!same(toValue(member.value))) {
      const { start, end } = member.value;
      edits.push({ start, end, text: write(lineIndent(text, member.start)) });
    }
  };
  // In the order of sorted keys, since several may be inserted at one place.
  setMember(
    'execution_count',
    (old) => old === cell.executionCount,
    () => JSON.stringify(cell.executionCount),
  );
  if (hasIds && !findMember(node, 'id')) {
    setMember(
      'id',
      () => false,
      () => JSON.stringify(cell.id),
    );
  }
  const oldNode = findMember(node, 'outputs')?.value;
  const oldItems = oldNode?.type === 'array' ? oldNode.items : [];
  setMember(
    'outputs',
    () =>
      oldItems.length === cell.outputs.length &&
      cell.outputs.every((output, i) => isOutput(oldItems[i]!, output)),
    (outer) => {
      const items = cell.outputs.map((output, i) => {
        const old = oldItems[i];
        if (old && isOutput(old, output)) return text.slice(old.start, old.end);
        return writeJson(writeOutput(output), style, outer + (style.indent ?? ''));
      });
      return writeItems(items, style, outer);
    },
  );
  return edits;
}

function isOutput(node: JsonNode, output: Output): boolean {
  const old = readOutput(toValue(node));
  return old !== null && sameOutputs([old], [output]);
}

/** Puts a member where sorted keys have it, laid out like its neighbours. */
function insertMember(
  node: JsonNode,
  key: string,
  write: (outer: string) => string,
  text: string,
  style: JsonStyle,
): Edit {
  const members = node.type === 'object' ? node.members : [];
  const first = members[0]!;
  const gap = text.slice(node.start + 1, first.start);
  const next = members.find((member) => member.key > key);
  const separator = gap.includes('\n') ? `,${gap}` : style.separator;
  const added = `"${key}"${style.colon}${write(lineIndent(text, first.start))}`;
  if (next) return { start: next.start, end: next.start, text: added + separator };
  const { end } = members.at(-1)!.value;
  return { start: end, end, text: separator + added };
}

/** The indentation of the line on which `offset` stands. */
function lineIndent(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)![0];
}
