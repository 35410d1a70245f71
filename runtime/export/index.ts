/** The door of exports: a notebook in the forms that others read. */

export { cleanNotebook } from './clean-notebook.ts';
export { type ExplainedRun, type Explanation, explanationOf } from './explanation.ts';
export type { CodeShown, PageWishes } from './notebook-page.ts';
export { drawnMarkdown, drawnPage } from './page-process.ts';
export { findBrowser, printPdf } from './print-pdf.ts';
export { pythonText } from './python-text.ts';
export { vegaSvg } from './vega-svg.ts';
