/** Rendered Markdown. Formulas are set when the library for it has been loaded, which happens at the first formula. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { JsonObject } from '../../runtime/index.ts';
import { notebookPath } from '../page/notebook-state.ts';
import { loadStyle } from '../page/style-sheet.ts';
import { renderMarkdown } from './render-markdown.ts';

const NONE: JsonObject = {};

/** A Markdown text as it reads. */
export function MarkdownView({ source, attachments = NONE }: { source: string; attachments?: JsonObject }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const base = notebookPath.value.split('/').slice(0, -1).join('/');
    host.current!.innerHTML = renderMarkdown(source, base, attachments);
    const formulas = [...host.current!.querySelectorAll<HTMLElement>('.math')];
    if (formulas.length > 0) void setFormulas(formulas);
  }, [source, attachments]);
  return <div class="markdown" ref={host} />;
}

async function setFormulas(elements: readonly HTMLElement[]): Promise<void> {
  loadStyle('math');
  const { default: katex } = await import('katex');
  for (const element of elements) {
    const tex = element.textContent ?? '';
    const displayMode = element.classList.contains('display');
    katex.render(tex, element, { displayMode, throwOnError: false, trust: false, strict: 'ignore' });
  }
}
