/** Vega for frames of outputs, as a script of its own; on a dark page charts that choose no colours are dark. */

import vegaEmbed, { type EmbedOptions } from 'vega-embed';

const { vega, vegaLite } = vegaEmbed as typeof vegaEmbed & {
  readonly vega: object;
  readonly vegaLite: object;
};

type Given = Parameters<typeof vegaEmbed>;

function embed(place: Given[0], spec: Given[1], options: EmbedOptions = {}): ReturnType<typeof vegaEmbed> {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  // (an address of settings is left to its author)
  if (!isDark || typeof options.config === 'string') return vegaEmbed(place, spec, options);
  const config = { background: 'transparent', ...options.config };
  return vegaEmbed(place, spec, { theme: 'dark', ...options, config });
}

// (under the names that their own scripts give)
Object.assign(globalThis, { vega, vegaLite, vegaEmbed: Object.assign(embed, vegaEmbed) });
