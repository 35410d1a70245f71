/** The door of private copies: the working folder of played sessions and verified scripts. */

export { removeLeftOvers } from './copy-places.ts';
export { workInPlace } from './in-place.ts';
export { makeOverlay } from './overlay.ts';
export {
  type CopyMeans,
  makeWorkingCopy,
  type Uses,
  type WorkingCopy,
} from './working-copy.ts';
