/**
 * Turns outputs from nbformat's JSON (multi-line strings as arrays of lines) into values and back.
 * It does not fold kernel messages into outputs.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from './json-text.ts';
import type { MimeBundle, Output } from './notebook.ts';
import { splitLines } from './python-lines.ts';

/** A string, or joined lines; null if the value is neither. */
export function joinText(value: JsonValue | undefined): string | null {
  if (typeof value === 'string') return value;
  if (isJsonArray(value) && value.every((line) => typeof line === 'string')) return value.join('');
  return null;
}

/** An output from its JSON; null if it is not one of nbformat 4's four kinds, or incomplete. */
export function readOutput(json: JsonValue): Output | null {
  if (!isJsonObject(json)) return null;
  const metadata = isJsonObject(json.metadata) ? json.metadata : {};
  switch (json.output_type) {
    case 'stream': {
      const text = joinText(json.text);
      return text === null || typeof json.name !== 'string'
        ? null
        : { output_type: 'stream', name: json.name, text };
    }
    case 'display_data':
      return isJsonObject(json.data)
        ? { output_type: 'display_data', data: joinBundle(json.data), metadata }
        : null;
    case 'execute_result': {
      if (!isJsonObject(json.data)) return null;
      const count = typeof json.execution_count === 'number' ? json.execution_count : null;
      return { output_type: 'execute_result', data: joinBundle(json.data), metadata, execution_count: count };
    }
    case 'error': {
      const { ename, evalue, traceback } = json;
      if (typeof ename !== 'string' || typeof evalue !== 'string' || !isJsonArray(traceback)) return null;
      return { output_type: 'error', ename, evalue, traceback: traceback.map(String) };
    }
    default:
      return null;
  }
}

/** The stored JSON of an output, without members of the message only (`transient`). */
export function writeOutput(output: Output): JsonObject {
  switch (output.output_type) {
    case 'stream':
      return { name: output.name, output_type: 'stream', text: splitLines(output.text) };
    case 'display_data':
      return { data: splitBundle(output.data), metadata: output.metadata, output_type: 'display_data' };
    case 'execute_result':
      return {
        data: splitBundle(output.data),
        execution_count: output.execution_count,
        metadata: output.metadata,
        output_type: 'execute_result',
      };
    case 'error':
      return {
        ename: output.ename,
        evalue: output.evalue,
        output_type: 'error',
        traceback: output.traceback,
      };
  }
}

function joinBundle(data: JsonObject): MimeBundle {
  return mapValues(data, (type, value) => (isJsonType(type) ? value : (joinText(value) ?? value)));
}

function splitBundle(data: MimeBundle): JsonObject {
  return mapValues(data, (type, value) =>
    typeof value === 'string' && isSplitType(type) ? splitLines(value) : value,
  );
}

function mapValues(data: JsonObject, change: (type: string, value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(data).map(([type, value]) => [type, change(type, value)]));
}

function isJsonType(type: string): boolean {
  return type === 'application/json' || (type.startsWith('application/') && type.endsWith('+json'));
}

function isSplitType(type: string): boolean {
  return type.startsWith('text/') || type === 'application/javascript' || type === 'image/svg+xml';
}
