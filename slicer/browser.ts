/** The slicer's door for pages: what runs in a browser, without the packages that need Node. */

export { type Side, sidesOf } from './reproduction/sides.ts';
export { cellTitle } from './words/cell-title.ts';
