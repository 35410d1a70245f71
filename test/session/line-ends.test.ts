import { expect, test } from 'vitest';
import { withLineEnds } from '../../runtime/live/notebook/line-ends.ts';

test.each([
  ['a\nb', 'a\nb', 'a\nb'],
  ['a\nbX', 'a\r\nb', 'a\r\nbX'],
  ['aX\nb', 'a\r\nb', 'aX\r\nb'],
  ['a\nb\nc', 'a\r\nb', 'a\r\nb\r\nc'],
  ['a', 'a\r\nb', 'a'],
  ['', 'a\r\nb', ''],
  ['a\nx\nb\nc', 'a\nb\r\nc', 'a\nx\nb\r\nc'],
  ['x\na\nb', 'a\rb', 'x\ra\rb'],
  ['aX\nbX\nc', 'a\nb\r\nc', 'aX\nbX\r\nc'],
])('%j over %j is %j', (text, before, expected) => {
  expect(withLineEnds(text, before)).toBe(expected);
});
