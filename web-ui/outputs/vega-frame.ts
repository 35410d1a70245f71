/** Vega for frames of outputs, as a script of its own. */

import vegaEmbed from 'vega-embed';

Object.assign(globalThis, { vegaEmbed });
