/** Displayed data: the richest form that a page can show, in JupyterLab's order. */

import { useMemo } from 'preact/hooks';
import type { Output } from '../../runtime/index.ts';
import { rendererFor } from '../extensions/added-parts.ts';
import { AddedOutput } from '../extensions/added-views.tsx';
import { MarkdownView } from '../markdown/markdown-view.tsx';
import { useTrusted } from '../page/trust.ts';
import { ChartOutput } from './chart-output.tsx';
import { chosenType } from './chosen-type.ts';
import type { FrameContent } from './draw-content.ts';
import { FrameOutput } from './frame-output.tsx';
import { HtmlOutput } from './html-output.tsx';
import { JsonTree } from './json-tree.tsx';
import { LeftOutNote } from './left-out-note.tsx';
import { useWorldPlace, WorldOutput } from './output-world.tsx';
import { StreamOutput } from './stream-output.tsx';
import { ExtensionNote, TrustNote } from './trust-note.tsx';
import { WidgetOutput } from './widget-output.tsx';

const WIDGET_VIEW = 'application/vnd.jupyter.widget-view+json';

type Data = Extract<Output, { readonly data: unknown }>['data'];

/** A bundle of data by media type. */
export function RichOutput({ data, metadata, cell }: { data: Data; metadata: Data; cell: string }) {
  const trusted = useTrusted(cell);
  const text = (type: string): string | null =>
    typeof data[type] === 'string' ? (data[type] as string) : null;
  const plain = text('text/plain');
  if (metadata.sluice_left !== undefined) return <LeftOutNote text={plain ?? ''} cell={cell} />;
  const widget = widgetIn(data);
  if (widget !== null) {
    const { [WIDGET_VIEW]: _, ...rest } = data;
    const hasMore = chosenType(rest) !== null && chosenType(rest) !== 'text/plain';
    const instead = hasMore ? <RichOutput data={rest} metadata={metadata} cell={cell} /> : null;
    return <WidgetOutput key={widget} id={widget} plain={plain ?? 'Widget'} instead={instead} cell={cell} />;
  }
  const renderer = rendererFor(data);
  if (renderer !== null) {
    if (trusted) return <AddedOutput renderer={renderer} data={data[renderer.mime]} />;
    const { [renderer.mime]: _, ...rest } = data;
    return (
      <>
        <RichOutput data={rest} metadata={metadata} cell={cell} />
        <ExtensionNote />
      </>
    );
  }
  const type = chosenType(data);
  // libraries display nothing, only for the metadata
  if (Object.keys(data).length === 0) return null;
  if (type === null) return <StreamOutput text={`(${Object.keys(data).join(', ')})`} name="result" />;
  if (/^application\/vnd\.(plotly|vega)/.test(type)) {
    return <ChartOutput type={type} spec={data[type]} trusted={trusted} />;
  }
  const shown = text(type);
  if (shown === null || type.endsWith('json')) return <JsonTree value={data[type]} open />;
  switch (type) {
    case 'text/html':
      return <HtmlOutput html={shown} cell={cell} />;
    case 'text/markdown':
    case 'text/latex':
      return <MarkdownView source={shown} trusted={trusted} />;
    case 'image/svg+xml':
      return <img class="image" src={svgAddress(shown)} alt={plain ?? 'figure'} />;
    case 'application/javascript':
    case 'text/javascript':
      return trusted ? <ScriptOutput code={shown} /> : <TrustNote />;
    case 'text/plain':
      return <StreamOutput text={shown} name="result" />;
    default: {
      const { width, height } = sizeOf(metadata, type);
      const src = `data:${type};base64,${shown.replace(/\s/g, '')}`;
      return <img class="image" src={src} width={width} height={height} alt={plain ?? 'figure'} />;
    }
  }
}

function ScriptOutput({ code }: { code: string }) {
  const content = useMemo<FrameContent>(() => ({ type: 'script', code }), [code]);
  const place = useWorldPlace();
  return place !== null ? <WorldOutput place={place} /> : <FrameOutput content={content} trusted />;
}

/** The id of the widget to show. */
function widgetIn(data: Data): string | null {
  const view = data[WIDGET_VIEW];
  if (typeof view !== 'object' || view === null || Array.isArray(view)) return null;
  const { model_id } = view as Data;
  return typeof model_id === 'string' ? model_id : null;
}

function svgAddress(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/** Retina figures declare their intended size. */
function sizeOf(metadata: Data, type: string): { width?: number; height?: number } {
  const own = metadata[type];
  const given = typeof own === 'object' && own !== null && !Array.isArray(own) ? (own as Data) : metadata;
  return {
    ...(typeof given.width === 'number' ? { width: given.width } : {}),
    ...(typeof given.height === 'number' ? { height: given.height } : {}),
  };
}
