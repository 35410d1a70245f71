/** Vega-Embed as a module, for code of widgets that would load it from a server. */

import vegaEmbed from 'vega-embed';

export default vegaEmbed;
