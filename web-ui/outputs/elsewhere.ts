/**
 * Removes from clean HTML everything that browsers would load automatically from other servers: images, and
 * references in styles. Links stay, because only a click follows them.
 */

/** Attributes whose address is loaded. */
const LOADED = new Set([
  'src',
  'srcset',
  'poster',
  'background',
  'href',
  'xlink:href',
  'data',
  'lowsrc',
  'dynsrc',
]);

/** The HTML without such content; null: there is none. */
export function withoutElsewhere(html: string): string | null {
  const template = document.createElement('template');
  template.innerHTML = html;
  let held = false;
  for (const element of template.content.querySelectorAll('*')) {
    if (element.localName === 'style' && stylesLoad(element.textContent ?? '')) {
      element.remove();
      held = true;
    }
    const isLink = element.localName === 'a' || element.localName === 'area';
    for (const { name, value } of [...element.attributes]) {
      const isLoaded = LOADED.has(name) && !(isLink && name.endsWith('href'));
      if (!(isLoaded && addresses(name, value).some(isElsewhere)) && !stylesLoad(value)) continue;
      element.removeAttribute(name);
      held = true;
    }
  }
  return held ? template.innerHTML : null;
}

function addresses(name: string, value: string): readonly string[] {
  return name === 'srcset' ? value.split(/[\s,]+/) : [value];
}

/** Whether an address leads to another server. */
function isElsewhere(address: string): boolean {
  if (!URL.canParse(address, location.href)) return false;
  const { protocol, origin } = new URL(address, location.href);
  return protocol !== 'data:' && protocol !== 'blob:' && origin !== location.origin;
}

/** Whether a style (or a style attribute: `fill`, `mask`) loads external data. */
function stylesLoad(text: string): boolean {
  if (!/[\\(@]/.test(text)) return false;
  const plain = text
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) => character(Number.parseInt(code, 16)))
    .replace(/\\([\s\S])/g, '$1');
  if (/@import|\b(?:image|image-set|cross-fade|src)\s*\(/i.test(plain)) return true;
  return [...plain.matchAll(/\burl\(\s*["']?([^"')]*)/gi)].some(([, address = '']) =>
    isElsewhere(address.trim()),
  );
}

function character(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
