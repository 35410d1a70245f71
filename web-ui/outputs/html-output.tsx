/** HTML of an output: cleaned, and in a shadow tree, so that its styles stay with it; with scripts in a frame, when trusted. */

import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { isTrusted, trust } from '../page/trust.ts';
import type { FrameContent } from './frame.ts';
import { FrameOutput } from './frame-output.tsx';
import { HTML_STYLE } from './html-style.ts';
import { useReachable } from './reachable.ts';
import { needsScripts, sanitize } from './sanitize.ts';

/** HTML as an output shows it. */
export function HtmlOutput({ html, cell }: { html: string; cell: string }) {
  const scripts = needsScripts(html);
  const content = useMemo<FrameContent>(() => ({ type: 'html', html }), [html]);
  if (scripts && isTrusted(cell)) return <FrameOutput content={content} />;
  return (
    <>
      <CleanHtml html={html} />
      {scripts && <TrustNote />}
    </>
  );
}

/** Says that something was held back, and how to let it run. */
export function TrustNote() {
  return (
    <p class="trust-note">
      This output has scripts that did not run here.{' '}
      <button type="button" class="link" onClick={trust}>
        Trust this notebook
      </button>
    </p>
  );
}

function CleanHtml({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useReachable(host);
  useLayoutEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet()];
    root.innerHTML = sanitize(html, true);
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
