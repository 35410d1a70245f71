/** The slicer's door for pages: what runs in a browser, without the packages that need Node. */

export { cellTitle } from './cell-title.ts';
export { type Side, sidesOf } from './reproduction/sides.ts';
