/** Help with code of another language than Python: all of it comes from the kernel. */

import type { KernelAnswer, KernelQuestion } from '../../kernel/index.ts';
import type { CodeAnswer, CodePosition, CodeQuestion } from '../messages/code-messages.ts';

/** Asks the kernel; null: it runs a cell, or has not answered in time. */
export type AskKernel = <Type extends KernelQuestion['type']>(
  type: Type,
  place: CodePosition,
) => Promise<Extract<KernelAnswer, { type: Type }> | null>;

const MOST = 1000;

/** The answer, without parts that only Sluice's reading of the text could give. */
export async function plainHelp(question: CodeQuestion, ask: AskKernel): Promise<CodeAnswer> {
  switch (question.ask) {
    case 'complete': {
      const found = await ask('complete', question);
      const { matches = [], start = question.cursor, end = question.cursor } = found ?? {};
      const items = matches.slice(0, MOST).map((label) => ({ label, kind: 'variable' as const }));
      return { to: 'complete', items, partial: found === null, start, end };
    }
    case 'describe': {
      const found = await ask('inspect', question);
      const text = found?.found ? String(found.data['text/plain'] ?? '') : '';
      const doc = text === '' ? null : text;
      return { to: 'describe', name: '', type: null, value: null, signature: null, doc, lines: [] };
    }
    case 'signature':
      return { to: 'signature', signatures: [] };
    case 'definition':
      return { to: 'definition', place: null };
    case 'uses':
      return { to: 'uses', name: null, uses: [] };
  }
}
