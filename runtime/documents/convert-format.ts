/**
 * Converts notebooks of nbformat 1 to 3 to nbformat 4.5, as nbformat's own `convert` does. It turns JSON values into JSON values.
 */
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  toValue,
} from './json-text.ts';
import { asString, nameCells } from './notebook.ts';
import { splitLines } from './python-lines.ts';

/** The cells of a notebook of nbformat 1 to 3, in order, sheet by sheet. Null: it has neither worksheets nor cells. */
export function oldCells(notebook: JsonObject): readonly JsonValue[] | null {
  if (isJsonArray(notebook.worksheets)) {
    return notebook.worksheets.flatMap((sheet) =>
      isJsonObject(sheet) && isJsonArray(sheet.cells) ? sheet.cells : [],
    );
  }
  return isJsonArray(notebook.cells) ? notebook.cells : null;
}

/** A notebook of nbformat 4.5. `cells`: the cells of `notebook` from `oldCells`. */
export function convertNotebook(notebook: JsonObject, cells: readonly JsonValue[]): JsonObject {
  const { worksheets: _worksheets, orig_nbformat: _format, orig_nbformat_minor: _minor, ...rest } = notebook;
  // both are of nbformat 3 only
  const { name: _name, signature: _signature, ...metadata } = asObject(notebook.metadata);
  const ids = nameCells(cells.map(() => null));
  const converted = cells.map((cell, i) => (isJsonObject(cell) ? convertCell(cell, ids[i]!) : cell));
  return { ...rest, cells: converted, metadata, nbformat: 4, nbformat_minor: 5 };
}

/** A cell of nbformat 4. `id`: null for a cell without one. */
export function convertCell(cell: JsonObject, id: string | null): JsonObject {
  const { cell_type: type, metadata: _, level, rendered: _rendered, ...rest } = cell;
  const metadata = asObject(cell.metadata);
  const named = id === null ? {} : { id };
  if (type === 'code') {
    const { input, code, prompt_number: count, collapsed, language: _language, outputs, ...others } = rest;
    return {
      ...others,
      cell_type: 'code',
      execution_count: typeof count === 'number' ? count : null,
      ...named,
      metadata: typeof collapsed === 'boolean' ? { ...metadata, collapsed } : metadata,
      outputs: isJsonArray(outputs) ? outputs.map(convertOutput) : [],
      source: splitLines(joinPieces(input ?? code ?? rest.source)),
    };
  }
  const { text, ...others } = rest;
  const source = joinPieces(rest.source ?? text);
  if (type === 'heading') {
    const marks = '#'.repeat(typeof level === 'number' && level >= 1 ? Math.min(level, 6) : 1);
    const line = splitLines(source).map((each) => each.trim());
    return { ...others, cell_type: 'markdown', ...named, metadata, source: [`${marks} ${line.join(' ')}`] };
  }
  const isText = type === 'text' || type === 'html';
  return {
    ...others,
    cell_type: isText ? 'markdown' : type!,
    ...named,
    metadata,
    source: splitLines(source),
  };
}

/** Media types by their names in nbformat 3. */
const MEDIA: Readonly<Record<string, string>> = {
  text: 'text/plain',
  html: 'text/html',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpeg: 'image/jpeg',
  latex: 'text/latex',
  json: 'application/json',
  javascript: 'application/javascript',
};

function convertOutput(output: JsonValue): JsonValue {
  if (!isJsonObject(output)) return output;
  const { output_type: type } = output;
  switch (type) {
    case 'stream': {
      const { stream, ...rest } = output;
      const name = asString(output.name) ?? asString(stream) ?? 'stdout';
      return { ...rest, name, text: splitLines(joinPieces(output.text)) };
    }
    case 'pyerr':
      return { ...output, output_type: 'error' };
    case 'pyout':
    case 'display_data': {
      const { output_type: _type, prompt_number: count, metadata, ...data } = output;
      const result = {
        data: mapKeys(data, convertMedium),
        metadata: mapKeys(asObject(metadata), (_, value) => value),
      };
      if (type === 'display_data') return { ...result, output_type: 'display_data' };
      const number = typeof count === 'number' ? count : null;
      return { ...result, execution_count: number, output_type: 'execute_result' };
    }
    default:
      return output;
  }
}

function convertMedium(type: string, value: JsonValue): JsonValue {
  if (type === 'application/json') {
    const parsed = parseJson(joinPieces(value));
    return parsed.type === 'parsed' ? toValue(parsed.root) : value;
  }
  if (type === 'image/png' || type === 'image/jpeg') return joinPieces(value);
  return isJsonArray(value) || typeof value === 'string' ? splitLines(joinPieces(value)) : value;
}

function mapKeys(values: JsonObject, change: (type: string, value: JsonValue) => JsonValue): JsonObject {
  const named = Object.entries(values).map(([key, value]): [string, JsonValue] => {
    const type = MEDIA[key] ?? key;
    return [type, change(type, value)];
  });
  return Object.fromEntries(named);
}

/** Old writers have left the line ends out of lists of lines. */
function joinPieces(value: JsonValue | undefined): string {
  if (!isJsonArray(value)) return asString(value) ?? '';
  const pieces = value.map((piece) => asString(piece) ?? '');
  return pieces.join(/[\n\r]$/.test(pieces[0] ?? '') ? '' : '\n');
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
