/** Displayed data: the richest of its forms that can be shown. The order is JupyterLab's. */

import { useMemo } from 'preact/hooks';
import type { Output } from '../../runtime/index.ts';
import { MarkdownView } from '../markdown/markdown-view.tsx';
import { useTrusted } from '../page/trust.ts';
import { ChartOutput } from './chart-output.tsx';
import type { FrameContent } from './frame.ts';
import { FrameOutput } from './frame-output.tsx';
import { HtmlOutput } from './html-output.tsx';
import { JsonTree } from './json-tree.tsx';
import { LeftOutNote } from './left-out-note.tsx';
import { StreamOutput } from './stream-output.tsx';
import { TrustNote } from './trust-note.tsx';
import { WidgetOutput } from './widget-output.tsx';

type Data = Extract<Output, { readonly data: unknown }>['data'];

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** A bundle of data by media type. */
export function RichOutput({ data, metadata, cell }: { data: Data; metadata: Data; cell: string }) {
  const trusted = useTrusted(cell);
  const text = (type: string): string | null =>
    typeof data[type] === 'string' ? (data[type] as string) : null;
  const plain = text('text/plain');
  if (metadata.sluice_left !== undefined) return <LeftOutNote text={plain ?? ''} cell={cell} />;
  const widget = widgetIn(data);
  if (widget !== null) return <WidgetOutput key={widget} id={widget} plain={plain ?? 'Widget'} cell={cell} />;
  const chart = Object.keys(data).find((type) => /^application\/vnd\.(plotly|vega)/.test(type));
  if (chart !== undefined) return <ChartOutput type={chart} spec={data[chart]} trusted={trusted} />;
  const html = text('text/html');
  if (html !== null) return <HtmlOutput html={html} cell={cell} />;
  const markdown = text('text/markdown');
  if (markdown !== null) return <MarkdownView source={markdown} trusted={trusted} />;
  const latex = text('text/latex');
  if (latex !== null) return <MarkdownView source={latex} trusted={trusted} />;
  const svg = text('image/svg+xml');
  if (svg !== null) return <img class="image" src={svgAddress(svg)} alt={plain ?? 'figure'} />;
  const image = IMAGES.find((type) => text(type) !== null);
  if (image !== undefined) {
    const { width, height } = sizeOf(metadata, image);
    const src = `data:${image};base64,${text(image)?.replace(/\s/g, '')}`;
    return <img class="image" src={src} width={width} height={height} alt={plain ?? 'figure'} />;
  }
  const json = Object.keys(data).find((type) => type === 'application/json' || type.endsWith('+json'));
  if (json !== undefined && plain === null) return <JsonTree value={data[json]} open />;
  if (data['application/json'] !== undefined) return <JsonTree value={data['application/json']} open />;
  const script = text('application/javascript') ?? text('text/javascript');
  if (script !== null) {
    return trusted ? <ScriptOutput code={script} /> : <TrustNote />;
  }
  return <StreamOutput text={plain ?? `(${Object.keys(data).join(', ')})`} name="result" />;
}

function ScriptOutput({ code }: { code: string }) {
  const content = useMemo<FrameContent>(() => ({ type: 'script', code }), [code]);
  return <FrameOutput content={content} trusted />;
}

/** The id of the widget that is to be shown. */
function widgetIn(data: Data): string | null {
  const view = data['application/vnd.jupyter.widget-view+json'];
  if (typeof view !== 'object' || view === null || Array.isArray(view)) return null;
  const { model_id } = view as Data;
  return typeof model_id === 'string' ? model_id : null;
}

function svgAddress(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/** Retina figures say which size they are meant to have. */
function sizeOf(metadata: Data, type: string): { width?: number; height?: number } {
  const own = metadata[type];
  const given = typeof own === 'object' && own !== null && !Array.isArray(own) ? (own as Data) : metadata;
  return {
    ...(typeof given.width === 'number' ? { width: given.width } : {}),
    ...(typeof given.height === 'number' ? { height: given.height } : {}),
  };
}
