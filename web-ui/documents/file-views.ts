/** The possible views of a file, by the ending of its name. Pure. */

export type FileView = 'text' | 'preview' | 'table' | 'picture' | 'page' | 'sound' | 'film';

const VIEWS: readonly (readonly [RegExp, readonly FileView[]])[] = [
  [/\.(?:md|markdown)$/i, ['text', 'preview']],
  [/\.(?:csv|tsv|tab|jsonl|ndjson)$/i, ['table', 'text']],
  [/\.(?:parquet|pq)$/i, ['table']],
  [/\.svg$/i, ['picture', 'text']],
  [/\.(?:png|jpe?g|gif|webp|avif|bmp|ico)$/i, ['picture']],
  [/\.html?$/i, ['page', 'text']],
  [/\.pdf$/i, ['page']],
  [/\.(?:mp3|wav)$/i, ['sound']],
  [/\.(?:mp4|webm)$/i, ['film']],
];

/** The views of a file; the first is shown at first. */
export function viewsOf(path: string): readonly FileView[] {
  return VIEWS.find(([ending]) => ending.test(path))?.[1] ?? ['text'];
}
