/** Facts of an execution that each step of a plan needs. A record never changes, so each fact is computed once. */

import type { ExecutionRecord } from '../records/execution-record.ts';
import { GLOBALS } from '../records/location.ts';
import { isManagedName } from '../words/symbols.ts';
import { isObject } from './read-comparison.ts';

/** A summary of an execution. */
interface ExecutionFacts {
  /** The global names that the cell bound or deleted. */
  readonly namesBound: ReadonlySet<string>;
  /** The objects written, by token, each once. */
  readonly objectsWritten: ReadonlySet<string>;
  /** Whether the execution may have changed an object in the kernel. */
  readonly changesObjects: boolean;
}

const FACTS = new WeakMap<ExecutionRecord, ExecutionFacts>();

export function executionFacts(execution: ExecutionRecord): ExecutionFacts {
  const known = FACTS.get(execution);
  if (known) return known;
  const namesBound = new Set<string>();
  const objectsWritten = new Set<string>();
  for (const { writes } of execution.statements) {
    for (const { object, field } of writes) {
      if (object !== GLOBALS) objectsWritten.add(object);
      else if (!isManagedName(field)) namesBound.add(field);
    }
  }
  const changesObjects = execution.opaque !== null || [...objectsWritten].some(isOfObject);
  const facts = { namesBound, objectsWritten, changesObjects };
  FACTS.set(execution, facts);
  return facts;
}

function isOfObject(object: string): boolean {
  return isObject(object) || object.startsWith('summary.');
}
