/**
 * Libraries that outputs want from a server and that are here: Vega, which Altair's HTML loads from a CDN. Frames take the shipped
 * ones, so such charts need no network.
 */

const VEGA =
  /^https:\/\/cdn\.jsdelivr\.net\/(?:npm\/)?(?:vega|vega-lib|vega-lite|vega-embed)(?:@[\w.^~-]*)?(?:[/?][^#]*)?$/;

/** Vega, Vega-Lite and Vega-Embed in one. */
const SHIPPED = '/assets/vega.js';

/** Nothing, for the parts of a library that is there already. */
const EMPTY = 'data:text/javascript,';

/** The address in place of one on a server; null: the library is not here. */
export function shippedAddress(address: string): string | null {
  if (!VEGA.test(address)) return null;
  return 'vegaEmbed' in globalThis ? EMPTY : SHIPPED;
}

/** Has scripts that code of this frame adds load from here. */
export function takeShippedScripts(): void {
  const own = Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, 'src')!;
  Object.defineProperty(HTMLScriptElement.prototype, 'src', {
    ...own,
    set(this: HTMLScriptElement, address: unknown) {
      own.set!.call(this, shippedAddress(String(address)) ?? address);
    },
  });
}
