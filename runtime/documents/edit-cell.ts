/**
 * The edits to a document's text that bring one cell up to date: only changed values, in the document's own
 * layout. It does not know the order of cells.
 */
import { editJson } from './edit-json.ts';
import { editSource } from './edit-source.ts';
import type { Edit } from './json-string.ts';
import { type JsonStyle, writeItems, writeJson, writeMembers } from './json-style.ts';
import { findMember, type JsonNode, type JsonObject, type JsonValue, sameJson } from './json-text.ts';
import type { Cell, CodeCell, Output } from './notebook.ts';
import { isOutput, outputText, sameOutput } from './output-text.ts';
import { splitLines } from './python-lines.ts';

/** How the cells of a document are laid out. */
export interface CellLayout {
  readonly style: JsonStyle;
  readonly hasIds: boolean;
  /** Whether a source is one string instead of a list of lines. */
  readonly oneString: boolean;
}

/** Whether two lists of outputs are the same in a file. */
export function sameOutputs(a: readonly Output[], b: readonly Output[]): boolean {
  return a.length === b.length && a.every((output, i) => sameOutput(output, b[i]!));
}

/** The text of a whole cell; `outer` is the indentation of its first line. */
export function cellText(cell: Cell, { style, hasIds, oneString }: CellLayout, outer: string): string {
  const inner = outer + (style.indent ?? '');
  const members = (values: JsonObject): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, writeJson(value, style, inner)]));
  const id: JsonObject = hasIds ? { id: cell.id } : {};
  const source = oneString ? cell.source : splitLines(cell.source);
  const common = { cell_type: cell.type, ...id, metadata: cell.metadata, source };
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

/**
 * The edits that turn the text of the cell `old`, at `node`, into `cell`, which has the same type. Unchanged
 * values keep the document's text, even if nbformat would write them differently.
 */
export function editCell(old: Cell, cell: Cell, node: JsonNode, text: string, style: JsonStyle): Edit[] {
  const edits: Edit[] = [];
  const setMember = (
    key: string,
    edit: (value: JsonNode, outer: string) => Edit[],
    write: (outer: string) => string,
  ): void => {
    const member = findMember(node, key);
    if (member) edits.push(...edit(member.value, lineIndent(text, member.start)));
    else edits.push(insertMember(node, key, write, text, style));
  };
  const setJson = (key: string, value: JsonValue): void =>
    setMember(
      key,
      (before, outer) => editJson(before, value, text, style, outer),
      (outer) => writeJson(value, style, outer),
    );
  // In the order of sorted keys, since several may be inserted at one place.
  const { attachments } = cell;
  if (cell.type !== 'code' && attachments !== undefined && !sameJson(attachments, old.attachments ?? null)) {
    setJson('attachments', attachments);
  }
  if (cell.type === 'code' && old.type === 'code' && cell.executionCount !== old.executionCount) {
    setJson('execution_count', cell.executionCount);
  }
  if (!sameJson(cell.metadata, old.metadata)) setJson('metadata', cell.metadata);
  // unreadable outputs stay until the outputs are replaced
  if (cell.type === 'code' && old.type === 'code' && cell.outputs !== old.outputs) {
    const items = outputNodes(node);
    const isSame =
      items.length === cell.outputs.length && cell.outputs.every((output, i) => isOutput(items[i]!, output));
    const write = (outer: string): string => outputsText(cell, items, text, style, outer);
    if (!isSame) setMember('outputs', ({ start, end }, outer) => [{ start, end, text: write(outer) }], write);
  }
  if (cell.source !== old.source) {
    setMember(
      'source',
      (before, outer) => editSource(before, cell.source, text, style, outer),
      (outer) => writeJson(splitLines(cell.source), style, outer),
    );
  }
  return edits;
}

function outputNodes(cell: JsonNode): readonly JsonNode[] {
  const outputs = findMember(cell, 'outputs')?.value;
  return outputs?.type === 'array' ? outputs.items : [];
}

/** Outputs that did not change keep their bytes. */
function outputsText(
  cell: CodeCell,
  before: readonly JsonNode[],
  text: string,
  style: JsonStyle,
  outer: string,
): string {
  const items = cell.outputs.map((output, i) => {
    const old = before[i];
    if (old && isOutput(old, output)) return text.slice(old.start, old.end);
    return outputText(output, style, outer + (style.indent ?? ''));
  });
  return writeItems(items, style, outer);
}

/** Inserts a member at its position among sorted keys, with its neighbours' layout. */
export function insertMember(
  node: JsonNode,
  key: string,
  write: (outer: string) => string,
  text: string,
  style: JsonStyle,
): Edit {
  const members = node.type === 'object' ? node.members : [];
  const [first] = members;
  if (first === undefined) {
    const { start, end } = node;
    const outer = lineIndent(text, start);
    const inner = outer + (style.indent ?? '');
    return { start, end, text: writeMembers({ [key]: write(inner) }, style, outer) };
  }
  const gap = text.slice(node.start + 1, first.start);
  const next = members.find((member) => member.key > key);
  const separator = gap.includes('\n') ? `,${gap}` : style.separator;
  const added = `"${key}"${style.colon}${write(lineIndent(text, first.start))}`;
  if (next) return { start: next.start, end: next.start, text: added + separator };
  const { end } = members.at(-1)!.value;
  return { start: end, end, text: separator + added };
}

/** A file whose cells stand on longer lines has no indentation to keep. */
const LONGEST_LINE = 10_000;

/** The indentation of the line on which `offset` stands. */
export function lineIndent(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - LONGEST_LINE), offset);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return line.length === LONGEST_LINE ? '' : /^[ \t]*/.exec(line)![0];
}
