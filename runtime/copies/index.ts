/** The door of private copies: the working folder of played sessions and verified scripts. */

export { removeLeftOvers } from './copy-places.ts';
export { makeOverlay } from './overlay.ts';
export {
  type CopyMeans,
  makeWorkingCopy,
  type Uses,
  type WorkingCopy,
  workInPlace,
} from './working-copy.ts';
