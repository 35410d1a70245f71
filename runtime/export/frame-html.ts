/**
 * Outputs in frames of their own: HTML with styles in a frame without scripts, HTML with scripts in a frame
 * without an origin, as in the page of a notebook.
 */

import { escaped } from '../documents/index.ts';

/** A frame without an origin reports its height, and again when the page asks. */
const REPORT =
  "<script>{const tell=()=>parent.postMessage({sluiceHeight:Math.ceil(document.documentElement.getBoundingClientRect().height)+4},'*');addEventListener('message',({data})=>data==='sluice-height'&&tell());new ResizeObserver(tell).observe(document.documentElement)}</script>";

const STYLE =
  '<style>body{margin:8px 0;font:13px system-ui,sans-serif}table{border-collapse:collapse}td,th{padding:3px 8px;text-align:right}</style>';

/** The policy of scripts in outputs: of trusted ones free, but for the missing origin; of others without the network. */
export function framePolicy(elsewhere: boolean): string {
  return elsewhere
    ? "default-src 'unsafe-inline' 'unsafe-eval' data: blob: https:"
    : "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; style-src 'unsafe-inline'; img-src data: blob:; font-src data:";
}

/** A frame for HTML with a style sheet. Nothing runs in it. */
export function styledFrame(html: string): string {
  const content = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">${STYLE}${html}`;
  return `<iframe class="paper measured" title="Output" sandbox="allow-same-origin" srcdoc="${escaped(content)}"></iframe>`;
}

/** A frame for HTML with scripts. `library`: the id of a library in the page that runs before them. */
export function scriptFrame(html: string, elsewhere: boolean, library: string | null = null): string {
  const policy = `<meta http-equiv="Content-Security-Policy" content="${framePolicy(elsewhere)}">`;
  const content = `<meta charset="utf-8">${policy}${STYLE}${REPORT}${html}`;
  const source =
    library === null
      ? `srcdoc="${escaped(content)}"`
      : `data-library="${library}" data-content="${escaped(content)}"`;
  return `<iframe class="paper" title="Output with scripts" sandbox="allow-scripts" ${source}></iframe>`;
}
