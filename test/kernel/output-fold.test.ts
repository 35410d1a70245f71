import { describe, expect, test } from 'vitest';
import { foldOutput, NO_OUTPUT, type Output, type OutputMessage } from '../../runtime/kernel/index.ts';
import cases from '../cases/kernel/output-fold.json' with { type: 'json' };

interface FoldCase {
  readonly name: string;
  readonly messages: readonly OutputMessage[];
  readonly outputs: readonly Output[];
}

describe('folding outputs', () => {
  test.each(cases as readonly FoldCase[])('$name', ({ messages, outputs }) => {
    expect(messages.reduce(foldOutput, NO_OUTPUT).outputs).toEqual(outputs);
  });

  const update: OutputMessage = {
    msg_type: 'update_display_data',
    content: { data: { 'text/plain': 'new' }, metadata: {}, transient: { display_id: 'd' } },
  };

  test('what changes nothing gives back the same object', () => {
    expect(foldOutput(NO_OUTPUT, update)).toBe(NO_OUTPUT);
    expect(foldOutput(NO_OUTPUT, { msg_type: 'clear_output', content: { wait: false } })).toBe(NO_OUTPUT);
  });

  test('an update in a later run changes an earlier cell, without touching the fold it had', () => {
    const earlier = foldOutput(NO_OUTPUT, {
      msg_type: 'display_data',
      content: { data: { 'text/plain': 'old' }, metadata: {}, transient: { display_id: 'd' } },
    });
    const later = foldOutput(earlier, update);
    expect(later.outputs).toMatchObject([{ data: { 'text/plain': 'new' } }]);
    expect(earlier.outputs).toMatchObject([{ data: { 'text/plain': 'old' } }]);
  });
});
