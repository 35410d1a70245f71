/** Private copies' door: the folder that played sessions and verified scripts work in. */

export { removeLeftOvers } from './copy-places.ts';
export {
  type CopyMeans,
  makeWorkingCopy,
  type Uses,
  type WorkingCopy,
  workInPlace,
} from './working-copy.ts';
