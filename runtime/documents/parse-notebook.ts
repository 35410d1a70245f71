/**
 * Reads a notebook of nbformat 4 into typed cells. It writes nothing and runs nothing.
 */
import { SluiceError } from '../errors.ts';
import { checkFormat, checkLanguage } from './check-format.ts';
import {
  findMember,
  isJsonArray,
  isJsonObject,
  type JsonNode,
  type JsonObject,
  type JsonValue,
  lineAndColumn,
  parseJson,
  toValue,
} from './json-text.ts';
import { asString, type Cell, type Notebook, type Output } from './notebook.ts';
import { joinText, readOutput } from './outputs.ts';
import { readText } from './read-text.ts';

/** Reads a notebook file. Throws a SluiceError of one line, exit code 2, if it cannot be used. */
export function readNotebook(path: string): Notebook {
  return parseNotebook(readText(path), path);
}

/** Parses the text of a notebook; `path` is for messages. Throws as `readNotebook` does. */
export function parseNotebook(text: string, path: string): Notebook {
  const root = parseDocument(text, path);
  const json = checkFormat(toValue(root), path);
  const metadata = isJsonObject(json.metadata) ? json.metadata : {};
  checkLanguage(metadata, path);
  const cellsNode = findMember(root, 'cells')!.value;
  const cellNodes = cellsNode.type === 'array' ? cellsNode.items : [];
  const cells = nameCells((json.cells as readonly JsonValue[]).map((cell, i) => readCell(cell, i + 1, path)));
  checkIds(cells, path);
  return {
    path,
    minor: typeof json.nbformat_minor === 'number' ? json.nbformat_minor : 0,
    metadata,
    kernelName: isJsonObject(metadata.kernelspec) ? asString(metadata.kernelspec.name) : null,
    cells,
    origin: { text, root, cells, cellNodes },
  };
}

function parseDocument(text: string, path: string): JsonNode {
  // A byte-order mark is blanked out, not removed: offsets stay those of the text, which is written back
  // whole.
  const body = text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text;
  if (body.trim() === '')
    throw new SluiceError(`${path} is empty (only blank space); restore it from a copy`);
  const parse = parseJson(body);
  if (parse.type === 'parsed') return parse.root;
  const { line, column } = lineAndColumn(body, parse.offset);
  const conflict = /^(?:<{7}|={7}|>{7})/m.exec(body);
  if (conflict) {
    const at = lineAndColumn(body, conflict.index).line;
    throw new SluiceError(`${path} has unresolved merge conflicts (line ${at}); resolve them first`);
  }
  const reason = parse.cutOff ? `the file is cut off (${parse.reason})` : parse.reason;
  throw new SluiceError(
    `${path} is not valid JSON: line ${line}, column ${column}: ${reason}; repair or restore it`,
  );
}

function readCell(json: JsonValue, position: number, path: string): Cell {
  const malformed = (what: string): SluiceError =>
    new SluiceError(`${path} is malformed: cell ${position} ${what}; open it in Jupyter and save it again`);
  if (!isJsonObject(json)) throw malformed('is not an object');
  const type = json.cell_type;
  if (type !== 'code' && type !== 'markdown' && type !== 'raw') {
    throw malformed(typeof type === 'string' ? `is of the unknown type "${type}"` : 'has no "cell_type"');
  }
  const source = joinText(json.source);
  if (source === null) throw malformed('has no "source" text');
  if (json.id !== undefined && typeof json.id !== 'string') throw malformed('has an id that is not a string');
  const id = json.id ?? '';
  const metadata = isJsonObject(json.metadata) ? json.metadata : {};
  if (type !== 'code') {
    const { attachments } = json;
    return { type, id, source, metadata, ...(isJsonObject(attachments) ? { attachments } : {}) };
  }
  if (json.outputs !== undefined && !isJsonArray(json.outputs))
    throw malformed('has outputs that are not a list');
  const executionCount = typeof json.execution_count === 'number' ? json.execution_count : null;
  return { type, id, source, metadata, executionCount, outputs: readOutputs(json) };
}

/**
 * Outputs that are not of nbformat 4 are left out here, and stay in the document until the cell's are
 * replaced.
 */
function readOutputs(cell: JsonObject): readonly Output[] {
  const outputs = isJsonArray(cell.outputs) ? cell.outputs : [];
  return outputs.map(readOutput).filter((output) => output !== null);
}

/**
 * Gives cells without an id the same one at every reading: `cell-N`, N the position; never one that is taken.
 */
function nameCells(cells: readonly Cell[]): readonly Cell[] {
  const taken = new Set(cells.map((cell) => cell.id));
  return cells.map((cell, i) => {
    if (cell.id !== '') return cell;
    let id = `cell-${i + 1}`;
    while (taken.has(id)) id += '-';
    taken.add(id);
    return { ...cell, id };
  });
}

function checkIds(cells: readonly Cell[], path: string): void {
  const positions = new Map<string, number>();
  for (const [i, { id }] of cells.entries()) {
    const earlier = positions.get(id);
    if (earlier !== undefined) {
      throw new SluiceError(
        `${path} is malformed: cells ${earlier} and ${i + 1} both have the id "${id}"; give one of them another id`,
      );
    }
    positions.set(id, i + 1);
  }
}
