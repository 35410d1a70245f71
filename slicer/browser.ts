/** The slicer's door for pages: what runs in a browser, without the packages that need Node. */

export { cellTitle } from './cell-title.ts';
