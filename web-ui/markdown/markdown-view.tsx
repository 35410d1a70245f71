/** Rendered Markdown. The first formula loads the library for formulas. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JsonObject } from '../../runtime/index.ts';
import { fetchableAddress } from '../files/files-api.ts';
import { ElsewhereNote } from '../outputs/trust-note.tsx';
import { notebookPath } from '../page/notebook-state.ts';
import { loadStyle } from '../page/style-sheet.ts';
import { documents, openDocument } from '../workplace/open-documents.ts';
import { markFound } from './found-ranges.ts';
import { renderMarkdown } from './render-markdown.ts';

const NONE: JsonObject = {};

/** Formulas of notebooks: they neither load nor link anything, nor make the page as large as they like. */
const FORMULAS = { throwOnError: false, trust: false, strict: 'ignore', maxSize: 100 } as const;

interface MarkdownProps {
  readonly source: string;
  readonly attachments?: JsonObject;
  /** The folder for relative addresses; default: the notebook's. */
  readonly base?: string;
  /** Whether images may load from other servers. */
  readonly trusted: boolean;
  /** Lets images load from other servers; default: the notebook is trusted. */
  readonly allow?: (() => void) | undefined;
}

/** A rendered Markdown text. */
export function MarkdownView({ source, attachments = NONE, base: given, trusted, allow }: MarkdownProps) {
  const host = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState(false);
  useLayoutEffect(() => {
    const base = given ?? notebookPath.value.split('/').slice(0, -1).join('/');
    const rendered = renderMarkdown(source, { base, attachments, trusted });
    setHeld(rendered.held);
    host.current!.innerHTML = rendered.html;
    for (const image of host.current!.querySelectorAll<HTMLImageElement>('img[data-file]')) void load(image);
    const formulas = [...host.current!.querySelectorAll<HTMLElement>('.math')];
    if (formulas.length > 0) void setFormulas(formulas);
    return markFound(host.current!);
  }, [source, attachments, given, trusted]);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a link in it is clicked, by keys as well */}
      <div class="markdown" ref={host} onClick={followLink} />
      {held && <ElsewhereNote allow={allow} />}
    </>
  );
}

/** Opens a file of the opened folder among the documents, where there are some; otherwise the browser follows the link. */
function followLink(event: MouseEvent): void {
  const link = (event.target as HTMLElement).closest<HTMLElement>('a[data-file]');
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (link === null || !isPlain || documents.peek().length === 0) return;
  event.preventDefault();
  const file = link.dataset.file!;
  openDocument(file, /\.ipynb$/i.test(file));
}

/** Loads a picture out of the opened folder; without an answer its description stands there. */
async function load(image: HTMLImageElement): Promise<void> {
  image.src = await fetchableAddress(image.dataset.file!).catch(() => 'data:,');
}

async function setFormulas(elements: readonly HTMLElement[]): Promise<void> {
  void loadStyle('math');
  const { default: katex } = await import('katex');
  for (const element of elements) {
    const tex = element.textContent ?? '';
    const displayMode = element.classList.contains('display');
    try {
      katex.render(tex, element, { ...FORMULAS, displayMode });
    } catch {
      // nested deeper than the stack: it stays as it was written
      element.textContent = tex;
    }
  }
}
