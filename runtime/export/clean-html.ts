/** HTML of others without everything that runs, loads, or reaches the page around it. */

import sanitizeHtml from 'sanitize-html';

const TAGS = [
  ...sanitizeHtml.defaults.allowedTags,
  ...[
    'img',
    'del',
    'ins',
    'details',
    'summary',
    'center',
    'font',
    'picture',
    'input',
    'label',
    'meter',
    'progress',
  ],
];

/** Whether HTML does something only with scripts, or brings its own page. */
export function needsScripts(html: string): boolean {
  return /<(script|iframe|object|embed)\b|\son[a-z]+\s*=/i.test(html);
}

/** Clean HTML. Pictures stay if they are data, or `elsewhere` allows other servers. */
export function cleanHtml(html: string, elsewhere: boolean): string {
  return sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: {
      '*': [
        'class',
        'style',
        'align',
        'title',
        'dir',
        'lang',
        'colspan',
        'rowspan',
        'scope',
        'width',
        'height',
        'border',
      ],
      a: ['href', 'name', 'target', 'rel'],
      img: ['src', 'alt', 'width', 'height'],
      font: ['color', 'size', 'face'],
      details: ['open'],
      ol: ['start', 'type'],
      progress: ['value', 'max'],
      meter: ['value', 'min', 'max'],
      input: ['type', 'checked', 'disabled'],
    },
    allowedStyles: { '*': STYLES },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: elsewhere ? ['data', 'https', 'http'] : ['data'] },
    allowProtocolRelative: false,
    transformTags: {
      a: (tagName, attribs) => ({
        tagName,
        attribs: {
          ...attribs,
          ...(attribs.href?.startsWith('#') ? {} : { target: '_blank', rel: 'noreferrer' }),
        },
      }),
      input: (tagName, { type, checked }) => ({
        tagName,
        attribs: {
          type: type === 'checkbox' ? 'checkbox' : 'hidden',
          disabled: '',
          ...(checked === undefined ? {} : { checked }),
        },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
    disallowedTagsMode: 'discard',
  });
}

/** Styles that stay within their element, without addresses. */
const PLAIN = [/^[-\w\s.,%#()+'"]*$/];
const NAMES =
  'color background background-color font-weight font-style font-size font-family text-align text-decoration vertical-align white-space width height max-width min-width max-height margin margin-left margin-right margin-top margin-bottom padding padding-left padding-right padding-top padding-bottom border border-top border-bottom border-left border-right border-collapse border-radius display list-style-type float clear line-height';
const STYLES = Object.fromEntries(NAMES.split(' ').map((name) => [name, PLAIN.map(withoutAddresses)]));

function withoutAddresses({ source }: RegExp): RegExp {
  return new RegExp(`^(?!.*(?:url|expression|image|var)\\s*\\()${source.slice(1)}`, 'i');
}
