/** The traces that kernels send, checked. */

import { check, TRACE, type WireTrace } from '../../instrument/index.ts';
import type { JsonObject } from '../kernel/index.ts';

/** The trace of a cell without code. */
export const NO_TRACE: Omit<WireTrace, 'exec'> = {
  instrumented: true,
  fault: null,
  planned: 0,
  command: null,
  statements: [],
  symbols: {},
  kinds: {},
  closed: [],
  replaced: [],
  usesLibraries: false,
  unset: [],
  builtins: [],
  watched: [],
  objects: {},
  same: null,
  copied: false,
  world: null,
  ms: 0,
};

/** The trace of a message. A malformed one becomes a trace that says so. */
export function receivedTrace(data: JsonObject): WireTrace {
  const found = check(TRACE, data);
  return found.type === 'ok' ? found.value : malformedTrace(data, found.reason);
}

/** A malformed trace says nothing about reads and writes: the run may have done anything. */
function malformedTrace({ exec }: JsonObject, reason: string): WireTrace {
  const fault = `its trace is malformed: ${reason}`;
  const known = typeof exec === 'number' ? exec : 0;
  return { ...NO_TRACE, exec: known, instrumented: false, fault };
}
