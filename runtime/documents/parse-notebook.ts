/**
 * Reads a notebook into typed cells; an old or invalid one in its converted or repaired form. It writes
 * nothing and runs nothing.
 */
import { SluiceError } from '../words/index.ts';
import { checkFormat, checkLanguage, otherLanguage } from './check-format.ts';
import { convertNotebook, oldCells } from './convert-format.ts';
import { applyEdits } from './edit-json.ts';
import { findJsonStyle, writeJson } from './json-style.ts';
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
import { mendCells, usableId } from './mend-cells.ts';
import {
  asString,
  type Cell,
  cellTypeOf,
  FIRST_MINOR_WITH_IDS,
  type Notebook,
  nameCells,
  type Output,
} from './notebook.ts';
import { joinText, readOutput } from './outputs.ts';
import { isPercent, parsePercent } from './percent-format.ts';
import { percentAsJson } from './percent-notebook.ts';
import { readText } from './read-text.ts';

/** Whether notebooks of other languages are read as well. */
export type Languages = 'python' | 'any';

/**
 * Reads a notebook file. Throws a SluiceError of one line, exit code 2, if it is unusable, or in another
 * language than the caller takes.
 */
export function readNotebook(path: string, languages: Languages = 'python'): Notebook {
  return parseNotebook(readText(path), path, languages);
}

/** Parses the text of a notebook; `path` is for messages. Throws as `readNotebook` does. */
export function parseNotebook(text: string, path: string, languages: Languages = 'python'): Notebook {
  if (isPercent(text)) return parsePercentFile(text, path);
  if (/\.py$/i.test(path))
    throw new SluiceError(`${path} has no cells: in the percent format, a line "# %%" begins each`);
  return parseJsonNotebook(text, path, languages);
}

/** A percent file as a notebook: its `.ipynb`, with the cells in the text of the file. */
function parsePercentFile(text: string, path: string): Notebook {
  const percent = parsePercent(text.replace(/^\ufeff/, ' '));
  const json = percentAsJson(percent);
  const notebook = parseJsonNotebook(json, path, 'python');
  return { ...notebook, percent, origin: { ...notebook.origin, text } };
}

function parseJsonNotebook(text: string, path: string, languages: Languages): Notebook {
  const fileRoot = parseDocument(text, path);
  const json = checkFormat(toValue(fileRoot), path);
  const metadata = isJsonObject(json.metadata) ? json.metadata : {};
  if (languages === 'python') checkLanguage(metadata, path);
  const { base, mended } = mendedText(text, fileRoot, json);
  const root = base === text ? fileRoot : parseDocument(base, path);
  const values = base === text ? json : toValue(root);
  const list = isJsonObject(values) && isJsonArray(values.cells) ? values.cells : [];
  const cellNodes = cellsOf(root);
  const ids = nameCells(cellNodes.map(usableId));
  const cells = list.map((cell, i) => readCell(cell, i + 1, ids[i]!, path));
  const minor = findMember(root, 'nbformat_minor')?.value;
  const own = findMember(root, 'metadata')?.value;
  const kept = own === undefined ? {} : toValue(own);
  const document = isJsonObject(kept) ? kept : {};
  return {
    path,
    percent: null,
    minor: minor?.type === 'number' ? minor.value : 0,
    metadata: document,
    kernelName: isJsonObject(document.kernelspec) ? asString(document.kernelspec.name) : null,
    language: otherLanguage(metadata),
    cells,
    mended,
    origin: { text, base, root, cells, cellNodes, fileNodes: cellsOf(fileRoot), metadata: document },
  };
}

/** The text of the document in valid nbformat 4, and the repairs for it; the file's own text if it is valid. */
function mendedText(
  text: string,
  root: JsonNode,
  json: JsonObject,
): { readonly base: string; readonly mended: string | null } {
  const { nbformat, nbformat_minor: minor } = json;
  if (nbformat !== 4 || !isJsonArray(json.cells)) {
    const converted = convertNotebook(json, oldCells(json) ?? []);
    const base =
      text.slice(0, root.start) + writeJson(converted, findJsonStyle(text, root), '') + text.slice(root.end);
    return { base, mended: `it was converted from nbformat ${nbformat === 4 ? 3 : nbformat} to 4.5` };
  }
  const hasIds = typeof minor === 'number' && minor >= FIRST_MINOR_WITH_IDS;
  const { edits, words } = mendCells(text, root, json.cells, hasIds);
  return { base: applyEdits(text, edits), mended: words.length === 0 ? null : words.join(', ') };
}

/** The cells of a document, of whichever nbformat. */
function cellsOf(root: JsonNode): readonly JsonNode[] {
  const list = (node: JsonNode, key: string): readonly JsonNode[] => {
    const value = findMember(node, key)?.value;
    return value?.type === 'array' ? value.items : [];
  };
  const sheets = list(root, 'worksheets');
  return sheets.length > 0 && findMember(root, 'cells') === undefined
    ? sheets.flatMap((sheet) => list(sheet, 'cells'))
    : list(root, 'cells');
}

function parseDocument(text: string, path: string): JsonNode {
  // A byte-order mark is blanked out, not removed: offsets stay the same as in the text, which is written
  // back whole.
  const body = text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text;
  if (body.trim() === '')
    throw new SluiceError(`${path} is empty (only blank space); restore it from a copy`);
  const parse = parseJson(body);
  if (parse.type === 'parsed') return parse.root;
  const other = otherContent(body);
  if (other !== null) throw new SluiceError(`${path} ${other}`);
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

/** For a text that is no JSON: its real content, and the way to the notebook; null: unknown. */
function otherContent(text: string): string | null {
  const head = text.slice(0, 500).trimStart();
  if (head.startsWith('version https://git-lfs.github.com/')) {
    return 'is a pointer of Git LFS, and not the notebook itself; get that with: git lfs pull';
  }
  if (/^<(?!<<<<<<)/.test(head)) {
    return 'is a web page, and not a notebook; download the notebook itself (on GitHub: "Raw")';
  }
  if (/^(?:4\d\d|5\d\d)[: ]/.test(head)) {
    const line = head.split('\n', 1)[0]!.trim();
    return `is what a web server said ("${line.slice(0, 60)}"), and not a notebook; download it again`;
  }
  return null;
}

function readCell(json: JsonValue, position: number, id: string, path: string): Cell {
  if (!isJsonObject(json)) {
    throw new SluiceError(
      `${path} is malformed: cell ${position} is not an object; open it in Jupyter and save it again`,
    );
  }
  const type = cellTypeOf(json);
  const source = joinText(json.source) ?? '';
  const metadata = isJsonObject(json.metadata) ? json.metadata : {};
  if (type !== 'code') {
    const { attachments } = json;
    return { type, id, source, metadata, ...(isJsonObject(attachments) ? { attachments } : {}) };
  }
  const executionCount = typeof json.execution_count === 'number' ? json.execution_count : null;
  return { type, id, source, metadata, executionCount, outputs: readOutputs(json) };
}

/**
 * The valid outputs of a cell. Invalid ones are left out here, and stay in the document until the cell's
 * outputs are replaced.
 */
function readOutputs(cell: JsonObject): readonly Output[] {
  const outputs = isJsonArray(cell.outputs) ? cell.outputs : [];
  return outputs.map(readOutput).filter((output) => output !== null);
}
