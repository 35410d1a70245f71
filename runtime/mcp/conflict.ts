/** The result for an agent whose revision is old: the difference, so that it can go on. */

import type { AgentReply } from '../live/index.ts';
import { USUAL_BYTES, withItems } from './fitting.ts';
import type { ToolResult } from './tool.ts';
import { DATA_NOTE } from './words.ts';

type Conflict = Extract<AgentReply, { readonly type: 'conflict' }>;

/** Whether the reply is a conflict. */
export function isConflict(reply: AgentReply): reply is Conflict {
  return reply.type === 'conflict';
}

/** The result: nothing was done. */
export function conflictResult({ revision, changed }: Conflict, limit = USUAL_BYTES): ToolResult {
  const head = { conflict: true, revision, data: DATA_NOTE };
  return { result: withItems(head, 'changed', changed, { limit }) };
}
