/** Messages between a caller and the thread that draws pages. Types only. */

import type { ExportedParts } from './exported-parts.ts';
import type { MarkdownExport } from './markdown-text.ts';
import type { PageWishes } from './notebook-page.ts';

/** An HTML page, or Markdown with its pictures in a folder (null: in the text). */
export type ToDraw =
  | { readonly to: 'page'; readonly notebook: ExportedParts; readonly wishes: PageWishes }
  | { readonly to: 'md'; readonly notebook: ExportedParts; readonly folder: string | null };

export type Drawn = MarkdownExport;
