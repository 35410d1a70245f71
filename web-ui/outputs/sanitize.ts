/** HTML of outputs and texts without anything that runs: the person has not said yet that it is trusted. */

import DOMPurify from 'dompurify';

/** Clean HTML. `styles`: whether style sheets stay; only where they reach nothing else. */
export function sanitize(html: string, styles: boolean): string {
  return DOMPurify.sanitize(html, {
    ADD_TAGS: styles ? ['style'] : [],
    FORBID_TAGS: styles ? ['form'] : ['form', 'style'],
    FORBID_ATTR: ['ping'],
    // a style sheet at the very beginning would be taken for the head of a document, and dropped
    FORCE_BODY: true,
    ALLOW_DATA_ATTR: true,
  });
}

/** Whether HTML does something only with scripts, or brings its own page. */
export function needsScripts(html: string): boolean {
  return /<(script|iframe|object|embed)\b|\son[a-z]+\s*=/i.test(html);
}
