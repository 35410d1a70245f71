/** The colours of Plotly on a dark page, for charts that choose none themselves. */

type Part = Readonly<Record<string, unknown>>;

/**
 * A template of Plotly in dark colours; a chosen one stays as it is. Frames run the text of this function, so
 * that it names nothing outside of itself.
 */
export function darkTemplate(template: Part | undefined): Part | undefined {
  const own = (template?.layout ?? {}) as Readonly<Record<string, Part | string | undefined>>;
  // another template than the usual one was chosen
  if (own.plot_bgcolor !== undefined && own.plot_bgcolor !== '#E5ECF6') return template;
  const none = 'rgba(0,0,0,0)';
  const axis = { gridcolor: '#30343a', zerolinecolor: '#4a5058', linecolor: '#4a5058' };
  const partOf = (part: Part | string | undefined): Part => (typeof part === 'object' ? part : {});
  const layout = {
    ...own,
    paper_bgcolor: none,
    plot_bgcolor: none,
    font: { ...partOf(own.font), color: '#d9dce0' },
    xaxis: { ...partOf(own.xaxis), ...axis },
    yaxis: { ...partOf(own.yaxis), ...axis },
  };
  return { ...template, layout };
}
