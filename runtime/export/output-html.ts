/** Outputs as HTML that needs no kernel and no network. */

import { AnsiUp } from 'ansi_up';
import { terminalText } from '../../slicer/index.ts';
import { escaped, type JsonValue, type Output } from '../documents/index.ts';
import { cleanHtml, needsScripts } from './clean-html.ts';
import { drawChart } from './draw-chart.ts';
import { scriptFrame, styledFrame } from './frame-html.ts';
import { type TextRights, textHtml } from './text-html.ts';

/** The id of the Plotly library in a page, which is there if an output needs it. */
export const PLOTLY = 'library-plotly';

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** The HTML of an output. */
export async function outputHtml(output: Output, place: TextRights): Promise<string> {
  switch (output.output_type) {
    case 'stream':
      return `<pre class="stream ${output.name === 'stderr' ? 'stderr' : ''}">${terminalHtml(output.text)}</pre>`;
    case 'error':
      return `<pre class="error">${terminalHtml(output.traceback.join('\n') || `${output.ename}: ${output.evalue}`)}</pre>`;
    default:
      return dataHtml(output, place);
  }
}

async function dataHtml(
  { data, metadata }: Extract<Output, { data: unknown }>,
  place: TextRights,
): Promise<string> {
  const text = (type: string): string | null =>
    typeof data[type] === 'string' ? (data[type] as string) : null;
  const plain = text('text/plain') ?? '';
  const { elsewhere } = place;
  const chart = Object.keys(data).find((type) => /^application\/vnd\.vega/.test(type));
  if (chart !== undefined) {
    const svg = await drawChart(chart, data[chart] ?? null);
    if (svg !== null) return picture('image/svg+xml', Buffer.from(svg).toString('base64'), plain);
  }
  const image = IMAGES.find((type) => text(type) !== null);
  const plotly = data['application/vnd.plotly.v1+json'];
  if (plotly !== undefined) return plotlyHtml(plotly, elsewhere);
  const html = text('text/html');
  if (html !== null && !('application/vnd.jupyter.widget-view+json' in data))
    return htmlHtml(html, elsewhere);
  const markdown = text('text/markdown') ?? text('text/latex');
  if (markdown !== null) return `<div class="text">${textHtml(markdown, place)}</div>`;
  const svg = text('image/svg+xml');
  if (svg !== null) return picture('image/svg+xml', Buffer.from(svg).toString('base64'), plain);
  if (image !== undefined)
    return picture(image, text(image)!.replace(/\s/g, ''), plain, sizeOf(metadata[image] ?? metadata));
  const script = text('application/javascript') ?? text('text/javascript');
  if (script !== null)
    return scriptFrame(
      `<div id="element"></div><script>${script.replaceAll('</script', '<\\/script')}</script>`,
      elsewhere,
    );
  if (plain !== '') return `<pre class="result">${terminalHtml(plain)}</pre>`;
  const json = Object.entries(data).find(([type]) => type.endsWith('json'));
  return json === undefined ? '' : `<pre class="result">${escaped(JSON.stringify(json[1], null, 2))}</pre>`;
}

function htmlHtml(html: string, elsewhere: boolean): string {
  if (needsScripts(html)) return scriptFrame(html, elsewhere);
  if (/<style\b/i.test(html) && !isDataFrame(html)) return styledFrame(html);
  return `<div class="html">${cleanHtml(html.replace(/<style\b[\s\S]*?<\/style>/gi, ''), elsewhere)}</div>`;
}

/** pandas gives each frame the same style sheet, which the page has too. */
function isDataFrame(html: string): boolean {
  return /class="dataframe"/.test(html) && /<style scoped>/.test(html);
}

function plotlyHtml(spec: JsonValue, elsewhere: boolean): string {
  const json = JSON.stringify(spec).replaceAll('<', '\\u003c');
  const draw = `<div id="plot"></div><script>const s=${json};Plotly.newPlot('plot',s.data,s.layout,{...s.config,responsive:true})</script>`;
  return scriptFrame(draw, elsewhere, PLOTLY);
}

function picture(media: string, base64: string, alt: string, size = ''): string {
  return `<img class="image" alt="${escaped(alt === '' ? 'figure' : alt)}" ${size} src="data:${media};base64,${escaped(base64)}">`;
}

/** Retina figures declare their intended size. */
function sizeOf(metadata: JsonValue): string {
  if (typeof metadata !== 'object' || metadata === null) return '';
  const { width } = metadata as { width?: JsonValue };
  return typeof width === 'number' ? `width="${width}"` : '';
}

/** Text of a terminal with its colours. */
function terminalHtml(text: string): string {
  const shown = terminalText(text);
  if (!shown.includes('\x1b')) return escaped(shown);
  const ansi = new AnsiUp();
  ansi.use_classes = true;
  return ansi.ansi_to_html(shown);
}
