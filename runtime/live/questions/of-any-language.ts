/**
 * The questions that a notebook of another language than Python answers: about its texts, its outputs and its
 * kernel. All others need cells whose reads and writes are known.
 */

import type { ExportForm, Question } from '../messages/messages.ts';

/** Why there is no answer, in one sentence. */
export const NOT_FOLLOWED =
  'Sluice follows only Python: in another language cells run by hand, without states, slices and checks';

const ANY: ReadonlySet<Question['ask']> = new Set<Question['ask']>([
  'complete',
  'signature',
  'describe',
  'inspect',
  'preview',
  'output',
  'difference',
  'history',
  'past-run',
  'kernels',
  'widgets',
  'widget',
  'widget-code',
]);

const FORMS: ReadonlySet<ExportForm> = new Set<ExportForm>(['html', 'md', 'ipynb']);

/** Requests of agents that need no dependences. */
const REQUESTS: ReadonlySet<string> = new Set([
  'look',
  'read',
  'edit',
  'plan',
  'run',
  'status',
  'interrupt',
  'restart',
]);

/** Whether any language will do. */
export function isOfAnyLanguage(question: Question): boolean {
  if (question.ask === 'export') return FORMS.has(question.form);
  if (question.ask === 'agent') return REQUESTS.has(question.request.do);
  return ANY.has(question.ask);
}
