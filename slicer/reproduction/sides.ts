/**
 * An output then and now for people: the most telling part of each, and for two texts the differing lines. It
 * draws nothing.
 */

import { diffArrays } from 'diff';

/** A part of an output: text, or other data as base64; empty if it was left out. */
export interface OutputPart {
  readonly kind: string;
  readonly text: string;
}

/** The visible form of an output. `other`: a part that was left out, by its media type. */
export type Side =
  | { readonly type: 'nothing' }
  | { readonly type: 'text'; readonly lines: readonly SideLine[] }
  | { readonly type: 'picture'; readonly media: string; readonly base64: string }
  | { readonly type: 'other'; readonly media: string };

/** A line of a text. `isOwn`: only this side has the line. */
export interface SideLine {
  readonly text: string;
  readonly isOwn: boolean;
}

/** Both sides. */
export function sidesOf(stored: readonly OutputPart[], now: readonly OutputPart[]): readonly [Side, Side] {
  const [before, after] = [partToShow(stored), partToShow(now)];
  if (!isTextPart(before) || !isTextPart(after)) return [sideOf(before), sideOf(after)];
  const changes = diffArrays(before.text.split('\n'), after.text.split('\n'));
  const side = (own: 'added' | 'removed', other: 'added' | 'removed'): Side => ({
    type: 'text',
    lines: changes
      .filter((change) => change[other] !== true)
      .flatMap((change) => change.value.map((text) => ({ text, isOwn: change[own] === true }))),
  });
  return [side('removed', 'added'), side('added', 'removed')];
}

const PICTURE = /^image\/(?:png|jpeg|gif)$/;

/** A picture, otherwise text without markup, otherwise the first part. */
function partToShow(parts: readonly OutputPart[]): OutputPart | undefined {
  return (
    parts.find(({ kind, text }) => PICTURE.test(kind) && text !== '') ??
    parts.find(({ kind }) => kind === 'text/plain') ??
    parts[0]
  );
}

function isTextPart(part: OutputPart | undefined): part is OutputPart {
  return part !== undefined && part.text !== '' && !PICTURE.test(part.kind);
}

function sideOf(part: OutputPart | undefined): Side {
  if (part === undefined) return { type: 'nothing' };
  const { kind, text } = part;
  if (text === '') return { type: 'other', media: kind };
  if (PICTURE.test(kind)) {
    return /^[\w+/=]+$/.test(text)
      ? { type: 'picture', media: kind, base64: text }
      : { type: 'other', media: kind };
  }
  return { type: 'text', lines: text.split('\n').map((line) => ({ text: line, isOwn: false })) };
}
