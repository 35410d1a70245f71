/** HTML of an output: cleaned, and in a shadow tree, which isolates its styles; with scripts in a frame if trusted. */

import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { markFound } from '../markdown/found-ranges.ts';
import { useTrusted } from '../page/trust.ts';
import type { FrameContent } from './draw-content.ts';
import { withoutElsewhere } from './elsewhere.ts';
import { FrameOutput } from './frame-output.tsx';
import { HTML_STYLE } from './html-style.ts';
import { useWorldPlace, WorldOutput } from './output-world.tsx';
import { useReachable } from './reachable.ts';
import { needsScripts, sanitize } from './sanitize.ts';
import { ElsewhereNote, TrustNote } from './trust-note.tsx';

/** The HTML of an output. */
export function HtmlOutput({ html, cell }: { html: string; cell: string }) {
  const scripts = needsScripts(html);
  const content = useMemo<FrameContent>(() => ({ type: 'html', html }), [html]);
  const trusted = useTrusted(cell);
  const place = useWorldPlace();
  const isFramed = trusted && (place !== null || scripts);
  // (cleaning takes time, and the browser logs each handler that it drops)
  const clean = useMemo(() => (isFramed ? '' : sanitize(html, { styles: true })), [html, isFramed]);
  const reduced = useMemo(() => (trusted ? null : withoutElsewhere(clean)), [clean, trusted]);
  if (place !== null && trusted) return <WorldOutput place={place} />;
  if (isFramed) return <FrameOutput content={content} trusted />;
  return (
    <>
      <CleanHtml html={reduced ?? clean} />
      {scripts && <TrustNote />}
      {reduced !== null && !scripts && <ElsewhereNote />}
    </>
  );
}

function CleanHtml({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useReachable(host);
  useLayoutEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet()];
    root.innerHTML = html;
    return markFound(root, 'outputs');
  }, [html]);
  return <div class="html-output" ref={host} />;
}

let shared: CSSStyleSheet | null = null;

function sheet(): CSSStyleSheet {
  if (shared === null) {
    shared = new CSSStyleSheet();
    shared.replaceSync(HTML_STYLE);
  }
  return shared;
}
