/** Cleans HTML of outputs and texts of everything that runs, because the person has not trusted it yet. */

import DOMPurify from 'dompurify';

/**
 * The prefix of ids and names in texts, which are in the page's own tree, so that none of them can replace
 * one of ours.
 */
export const ID_PREFIX = 'user-content-';

/** Clean HTML. `styles`: style sheets stay, and ids as they are; only in a tree of its own, where they reach nothing else. */
export function sanitize(html: string, { styles }: { readonly styles: boolean }): string {
  return DOMPurify.sanitize(html, {
    ADD_TAGS: styles ? ['style'] : [],
    FORBID_TAGS: styles ? ['form'] : ['form', 'style'],
    FORBID_ATTR: ['ping'],
    // a style sheet at the very beginning would be taken for the head of a document, and dropped
    FORCE_BODY: true,
    ALLOW_DATA_ATTR: true,
    SANITIZE_NAMED_PROPS: !styles,
  });
}

/** Whether HTML does something only with scripts, or brings its own page. */
export function needsScripts(html: string): boolean {
  return /<(script|iframe|object|embed)\b|\son[a-z]+\s*=/i.test(html);
}
