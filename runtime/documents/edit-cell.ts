/**
 * The edits to a document's text that bring one cell up to date: only values that changed, in the document's own layout. It does
 * not know where cells stand among others.
 */
import { type JsonStyle, writeItems, writeJson, writeMembers } from './json-style.ts';
import {
  findMember,
  type JsonNode,
  type JsonObject,
  type JsonValue,
  sameJson,
  toValue,
} from './json-text.ts';
import type { Cell, CodeCell, Output } from './notebook.ts';
import { isOutput, outputText, sameOutput } from './output-text.ts';
import { joinText } from './outputs.ts';
import { splitLines } from './python-lines.ts';

/** Text to put in place of `start` to `end`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The part of a text between two offsets, after edits that lie within it. */
export function applyEdits(text: string, edits: readonly Edit[], start = 0, end = text.length): string {
  const parts: string[] = [];
  let at = start;
  // Cells come in order, but the members of one cell stand in any order. The sort is stable.
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  parts.push(text.slice(at, end));
  return parts.join('');
}

/** Whether two lists of outputs are the same in a file. */
export function sameOutputs(a: readonly Output[], b: readonly Output[]): boolean {
  return a.length === b.length && a.every((output, i) => sameOutput(output, b[i]!));
}

/** The text of a whole cell; `outer` is the indentation of the line on which it begins. */
export function cellText(cell: Cell, hasIds: boolean, style: JsonStyle, outer: string): string {
  const inner = outer + (style.indent ?? '');
  const members = (values: JsonObject): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, writeJson(value, style, inner)]));
  const id: JsonObject = hasIds ? { id: cell.id } : {};
  const common = { cell_type: cell.type, ...id, metadata: cell.metadata, source: splitLines(cell.source) };
  if (cell.type !== 'code') {
    const { attachments } = cell;
    return writeMembers(
      members(attachments === undefined ? common : { ...common, attachments }),
      style,
      outer,
    );
  }
  const items = cell.outputs.map((output) => outputText(output, style, inner + (style.indent ?? '')));
  const outputs = writeItems(items, style, inner);
  const code = members({ ...common, execution_count: cell.executionCount });
  return writeMembers({ ...code, outputs }, style, outer);
}

/** The edits that turn the text of the cell `old`, at `node`, into `cell`, which has the same type. */
export function editCell(
  old: Cell,
  cell: Cell,
  node: JsonNode,
  text: string,
  style: JsonStyle,
  hasIds: boolean,
): Edit[] {
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
  const { attachments } = cell;
  if (cell.type !== 'code' && attachments !== undefined && attachments !== old.attachments) {
    setMember(
      'attachments',
      (before) => sameJson(before, attachments),
      (outer) => writeJson(attachments, style, outer),
    );
  }
  if (cell.type === 'code') {
    setMember(
      'execution_count',
      (old) => old === cell.executionCount,
      () => JSON.stringify(cell.executionCount),
    );
  }
  if (hasIds && !findMember(node, 'id')) {
    setMember(
      'id',
      () => false,
      () => JSON.stringify(cell.id),
    );
  }
  const oldMetadata = findMember(node, 'metadata');
  if (oldMetadata || Object.keys(cell.metadata).length > 0) {
    setMember(
      'metadata',
      (old) => sameJson(old, cell.metadata),
      (outer) => writeJson(cell.metadata, style, outer),
    );
  }
  // outputs that could not be read stay as long as nobody replaces them
  if (cell.type === 'code' && old.type === 'code' && cell.outputs !== old.outputs) {
    setMember('outputs', ...outputsMember(cell, node, text, style));
  }
  setMember(
    'source',
    (old) => joinText(old) === cell.source,
    (outer) => writeJson(splitLines(cell.source), style, outer),
  );
  return edits;
}

function outputsMember(
  cell: CodeCell,
  node: JsonNode,
  text: string,
  style: JsonStyle,
): [() => boolean, (outer: string) => string] {
  const oldNode = findMember(node, 'outputs')?.value;
  const oldItems = oldNode?.type === 'array' ? oldNode.items : [];
  const same = () =>
    oldItems.length === cell.outputs.length &&
    cell.outputs.every((output, i) => isOutput(oldItems[i]!, output));
  const write = (outer: string) => {
    const items = cell.outputs.map((output, i) => {
      const old = oldItems[i];
      if (old && isOutput(old, output)) return text.slice(old.start, old.end);
      return outputText(output, style, outer + (style.indent ?? ''));
    });
    return writeItems(items, style, outer);
  };
  return [same, write];
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
export function lineIndent(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)![0];
}
