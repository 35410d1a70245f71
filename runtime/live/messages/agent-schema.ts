/** The schema of agents' requests, checked on arrival. It does not check whether a named cell exists. */

import {
  count,
  flag,
  list,
  maybe,
  object,
  only,
  orNull,
  type Schema,
  such,
  tagged,
  text,
  word,
} from '../../../instrument/index.ts';
import type { AgentEdit, AgentRequest, Goal } from './agent-messages.ts';

type Of<K extends AgentRequest['do']> = Extract<AgentRequest, { readonly do: K }>;
type EditOf<K extends AgentEdit['op']> = Extract<AgentEdit, { readonly op: K }>;

/** Longer waits ask again. */
const LONGEST_WAIT_MS = 600_000;
const WAIT = such(count, (ms) => ms <= LONGEST_WAIT_MS, 'it is longer than 10 minutes');

const GOAL: Schema<Goal> = tagged<Goal, 'type'>('type', {
  cell: object<Extract<Goal, { type: 'cell' }>>({ type: only('cell'), cell: text }),
  stale: object<Extract<Goal, { type: 'stale' }>>({ type: only('stale') }),
  all: object<Extract<Goal, { type: 'all' }>>({ type: only('all') }),
});

const EDIT: Schema<AgentEdit> = tagged<AgentEdit, 'op'>('op', {
  replace: object<EditOf<'replace'>>({ op: only('replace'), cell: text, source: text }),
  insert: object<EditOf<'insert'>>({
    op: only('insert'),
    type: maybe(word('code', 'markdown', 'raw')),
    source: text,
    after: maybe(orNull(text)),
  }),
  delete: object<EditOf<'delete'>>({ op: only('delete'), cell: text }),
  move: object<EditOf<'move'>>({ op: only('move'), cell: text, after: maybe(orNull(text)) }),
});

export const AGENT_REQUEST: Schema<AgentRequest> = tagged<AgentRequest, 'do'>('do', {
  look: object<Of<'look'>>({ do: only('look'), revision: maybe(text) }),
  read: object<Of<'read'>>({ do: only('read'), revision: maybe(text), cell: text }),
  edit: object<Of<'edit'>>({ do: only('edit'), revision: text, edits: list(EDIT) }),
  plan: object<Of<'plan'>>({ do: only('plan'), revision: text, goal: GOAL, force: maybe(flag) }),
  run: object<Of<'run'>>({ do: only('run'), revision: text, goal: GOAL, force: maybe(flag), waitMs: WAIT }),
  status: object<Of<'status'>>({ do: only('status'), run: maybe(text), waitMs: maybe(WAIT) }),
  interrupt: object<Of<'interrupt'>>({ do: only('interrupt'), run: maybe(text) }),
  restart: object<Of<'restart'>>({ do: only('restart') }),
  flows: object<Of<'flows'>>({ do: only('flows'), revision: maybe(text) }),
});
