/**
 * Reads a session file: one JSON event per line. It does not run the events.
 */

import { nearestName, suggest } from '../../slicer/index.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  lineAndColumn,
  parseJson,
  toValue,
} from '../documents/index.ts';
import { SluiceError } from '../words/index.ts';
import { EVENT_TYPES, orderAfter, type SessionEvent } from './session-event.ts';
import type { RecordedSession } from './source.ts';

/** An event and the line it stands on, from 1. */
interface NumberedEvent {
  readonly line: number;
  readonly event: SessionEvent;
}

/**
 * Parses the text of a session file; `path` is for messages. Blank lines, a byte-order mark, and unknown
 * fields are allowed. Throws a SluiceError with the line.
 */
export function parseSessionFile(text: string, path: string): RecordedSession {
  const lines = text.replace(/^\ufeff/, '').split('\n');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const numbered: NumberedEvent[] = [];
  for (const [i, line] of lines.entries()) {
    if (line.trim() !== '') numbered.push({ line: i + 1, event: parseLine(line, i + 1, i === last, path) });
  }
  if (numbered.length === 0) throw new SluiceError(`${path} has no events; write one JSON object per line`);
  const order = checkCells(numbered, path);
  return { type: 'session', kind: 'recorded', path, events: numbered.map(({ event }) => event), order };
}

function parseLine(text: string, line: number, isLast: boolean, path: string): SessionEvent {
  const parse = parseJson(text);
  if (parse.type === 'invalid') {
    if (parse.cutOff && isLast) {
      throw new SluiceError(
        `${path}:${line}: the file is cut off in the middle of this line; complete or remove it`,
      );
    }
    const { column } = lineAndColumn(text, parse.offset);
    throw new SluiceError(
      `${path}:${line}:${column}: invalid JSON: ${parse.reason}; each line is one JSON object`,
    );
  }
  const json = toValue(parse.root);
  if (!isJsonObject(json))
    throw new SluiceError(`${path}:${line}: expected a JSON object such as {"type":"run", …}`);
  return readEvent(json, (what) => new SluiceError(`${path}:${line}: ${what}`));
}

function readEvent(json: JsonObject, failure: (what: string) => SluiceError): SessionEvent {
  const { type } = json;
  const text = (key: 'cell' | 'source'): string => {
    const value = json[key];
    if (typeof value === 'string' && (key === 'source' || value !== '')) return value;
    const expected = key === 'source' ? 'a string' : 'a string that is not empty';
    throw failure(
      value === undefined
        ? `"${type}" needs a "${key}"${meantKey(json, key)}`
        : `"${key}" of "${type}" must be ${expected}`,
    );
  };
  switch (type) {
    case 'run':
    case 'edit':
      return { type, cell: text('cell'), source: text('source') };
    case 'delete':
      return { type, cell: text('cell') };
    case 'order':
      return { type, cells: readCellNames(json.cells, failure) };
    case 'restart':
      return { type };
    case undefined:
      throw failure(`the event has no "type"; it is one of ${EVENT_TYPES.join(', ')}`);
    default:
      if (typeof type !== 'string')
        throw failure(`"type" must be a string, one of ${EVENT_TYPES.join(', ')}`);
      throw failure(`unknown type "${type}"${suggest(type, EVENT_TYPES)}`);
  }
}

function meantKey(json: JsonObject, key: string): string {
  const near = nearestName(key, Object.keys(json));
  return near === null ? '' : `; did you mean that by "${near}"?`;
}

function readCellNames(
  value: JsonValue | undefined,
  failure: (what: string) => SluiceError,
): readonly string[] {
  if (!isJsonArray(value) || !value.every((cell) => typeof cell === 'string')) {
    throw failure('"order" needs "cells", a list of cell names');
  }
  const twice = value.find((cell, i) => value.indexOf(cell) < i);
  if (twice !== undefined) throw failure(`"order" names the cell "${twice}" twice; name each cell once`);
  return value;
}

/**
 * Checks that `delete` and `order` name existing cells, and returns the order after the last event. `order`
 * may also name later cells, so that a session can begin with it.
 */
function checkCells(numbered: readonly NumberedEvent[], path: string): readonly string[] {
  const lastSeen = new Map<string, number>();
  for (const { line, event } of numbered) {
    if (event.type === 'run' || event.type === 'edit') lastSeen.set(event.cell, line);
  }
  const live = new Set<string>();
  let order: readonly string[] = [];
  for (const { line, event } of numbered) {
    if (event.type === 'run' || event.type === 'edit') live.add(event.cell);
    if (event.type === 'delete' && !live.delete(event.cell)) {
      throw new SluiceError(
        `${path}:${line}: there is no cell "${event.cell}" to delete${suggest(event.cell, [...live])}`,
      );
    }
    if (event.type === 'order') {
      const unknown = event.cells.find((cell) => !live.has(cell) && (lastSeen.get(cell) ?? 0) < line);
      if (unknown !== undefined) {
        const names = [...live].filter((cell) => !event.cells.includes(cell));
        throw new SluiceError(
          `${path}:${line}: "order" names the unknown cell "${unknown}"${suggest(unknown, names)}`,
        );
      }
    }
    order = orderAfter(order, event);
  }
  return order;
}
