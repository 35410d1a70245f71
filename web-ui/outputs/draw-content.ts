/**
 * Draws an output with scripts into an element of a frame, as JupyterLab does: its HTML, then its scripts,
 * one after another.
 */

import { shippedAddress } from './shipped-scripts.ts';

/** A message of the page to a frame. */
export type FrameContent =
  | { readonly type: 'html'; readonly html: string }
  | { readonly type: 'script'; readonly code: string };

/** The limit of the wait for a server that does not answer, before the next scripts run. */
const LOAD_MS = 10_000;

/** Draws the content in place of the element's old content; resolves when all scripts have run. */
export async function drawContent(content: FrameContent, place: HTMLElement): Promise<void> {
  if (content.type === 'script') {
    place.replaceChildren();
    runCode(content.code, place);
    return;
  }
  place.innerHTML = content.html;
  // scripts in HTML do not run on their own
  for (const old of [...place.querySelectorAll('script')]) await runAgain(old);
}

function runAgain(old: HTMLScriptElement): Promise<void> {
  // an earlier script may have removed it
  if (!old.isConnected) return Promise.resolve();
  const script = document.createElement('script');
  for (const { name, value } of old.attributes) {
    script.setAttribute(name, (name === 'src' ? shippedAddress(value) : null) ?? value);
  }
  script.textContent = old.textContent;
  return new Promise((resolve) => {
    if (script.src !== '') {
      script.onload = () => resolve();
      script.onerror = () => resolve();
      setTimeout(resolve, LOAD_MS);
    }
    old.replaceWith(script);
    if (script.src === '') resolve();
  });
}

/** Runs a script that is an output of its own: `element` is its place to draw. */
function runCode(code: string, place: HTMLElement): void {
  try {
    new Function('element', code)(withClassicNames(place));
  } catch (error) {
    const said = document.createElement('pre');
    said.className = 'script-error';
    said.textContent = `The script of this output failed: ${String(error)}`;
    place.append(said);
  }
}

/**
 * The methods of `element` in classic notebooks, where it was a jQuery object; in JupyterLab it is the
 * element itself.
 */
function withClassicNames(place: HTMLElement): HTMLElement {
  const append = place.append.bind(place);
  const add = (part: unknown): void => {
    if (typeof part === 'string' && part.trim().startsWith('<')) place.insertAdjacentHTML('beforeend', part);
    else if (part !== null && typeof part === 'object' && 0 in part) append(part[0] as Node);
    else append(part as Node | string);
  };
  return Object.assign(place, {
    0: place,
    length: 1,
    get: () => place,
    append(...parts: unknown[]) {
      for (const part of parts) add(part);
      return place;
    },
    html(text?: string) {
      if (text === undefined) return place.innerHTML;
      place.innerHTML = text;
      return place;
    },
    text(text?: string) {
      if (text === undefined) return place.textContent;
      place.textContent = text;
      return place;
    },
    empty() {
      place.replaceChildren();
      return place;
    },
    find: (selector: string) => place.querySelectorAll(selector),
    css(name: string, value: string) {
      place.style.setProperty(name, value);
      return place;
    },
  });
}
