/** Vega for frames of outputs, as a script of its own. */

import vegaEmbed from 'vega-embed';

const { vega, vegaLite } = vegaEmbed as typeof vegaEmbed & {
  readonly vega: object;
  readonly vegaLite: object;
};

// (under the names that their own scripts give)
Object.assign(globalThis, { vega, vegaLite, vegaEmbed });
