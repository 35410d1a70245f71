/** Facts of an execution that each step of a plan asks for. Each is computed once for an execution, whose record never changes. */

import { type ExecutionRecord, GLOBALS } from '../model.ts';
import { isManagedName } from '../words/symbols.ts';
import { isObject } from './read-comparison.ts';

/** What an execution did, in few words. */
interface ExecutionFacts {
  /** The global names of the notebook that it bound or deleted. */
  readonly namesBound: ReadonlySet<string>;
  /** The objects that it wrote, by token, each once. */
  readonly objectsWritten: ReadonlySet<string>;
  /** Whether it may have changed an object that lives in the kernel. */
  readonly changesObjects: boolean;
}

const FACTS = new WeakMap<ExecutionRecord, ExecutionFacts>();

/** The facts of an execution. */
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
