/**
 * Takes libraries that the code of a widget imports from a server and that are here: Vega-Embed and lodash's
 * `debounce`, which Altair's `JupyterChart` imports. So such a chart needs no network.
 */

const HERE: readonly (readonly [RegExp, string])[] = [
  [/^https:\/\/esm\.sh\/vega-embed@/, '/assets/vega-module.js'],
  [/^https:\/\/esm\.sh\/lodash-es@[\w.]+\/debounce$/, '/assets/debounce.js'],
];

/** An import at the beginning of a line. */
const IMPORT = /^(\s*import\s[^'"\n]*?from\s*)(['"])(https:[^'"\n]+)\2/gm;

/** The code with the addresses of libraries that are here. */
export function localImports(code: string): string {
  return code.replace(IMPORT, (whole, before: string, quote: string, address: string) => {
    const here = HERE.find(([pattern]) => pattern.test(address))?.[1];
    return here === undefined ? whole : `${before}${quote}${new URL(here, location.href).href}${quote}`;
  });
}
