/** The objects made by one run of a body. It does not know names. */
import type { Range } from '../syntax.ts';
import type { AbstractObject, Value } from './objects.ts';

/** Objects made by one run of a body, by their places; and the frames of called bodies, by the call. */
export class Frame {
  readonly made = new Map<Range, Map<string, AbstractObject>>();
  readonly inner = new Map<Range, Frame>();
  readonly returned: Value[] = [];

  /** The frame of the body called at a place. */
  at(node: Range): Frame {
    const known = this.inner.get(node) ?? new Frame();
    this.inner.set(node, known);
    return known;
  }
}
