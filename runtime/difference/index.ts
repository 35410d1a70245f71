/** The door of differences between notebooks: compared by cells, as text, and merged. */

export { compareNotebooks, isSameNotebook, type NotebookDifference } from './compare-notebooks.ts';
export { differenceCounts, differenceLines, differenceObject, itemText } from './difference-text.ts';
export { type MergedNotebook, mergeNotebooks } from './merge-notebooks.ts';
export { notebookLines } from './notebook-text.ts';
