/** Tags and outputs of cells for queries. It runs no query. */

import type { CellDetails, CellId, OutputDetails } from '../../slicer/index.ts';
import type { Cell, Output } from '../documents/index.ts';

/** The limit of characters of a queryable output. */
const LONGEST_OUTPUT = 10_000;

/** The facts of cells beyond their code. */
export function detailsOf(cells: readonly Cell[]): ReadonlyMap<CellId, CellDetails> {
  return new Map(
    cells.map((cell) => {
      const { tags } = cell.metadata;
      const words = Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
      const outputs = cell.type === 'code' ? cell.outputs.map(outputDetails) : [];
      return [cell.id, { tags: words, outputs }];
    }),
  );
}

const FIGURE = /^image\/|^application\/vnd\.(?:plotly|vega|vegalite|bokeh)/;
/** Poor media types, the poorest last. */
const POOR = ['text/html', 'text/markdown', 'text/latex', 'text/plain'];

function outputDetails(output: Output): OutputDetails {
  const { output_type: type } = output;
  if (type === 'stream') return { type, media: output.name, figure: false, text: clipped(output.text) };
  if (type === 'error') {
    return { type, media: 'error', figure: false, text: clipped(`${output.ename}: ${output.evalue}`) };
  }
  const media = Object.keys(output.data).toSorted((a, b) => POOR.indexOf(a) - POOR.indexOf(b));
  const plain = output.data['text/plain'];
  return {
    type,
    media: media[0] ?? '',
    figure: media.some((each) => FIGURE.test(each)),
    text: typeof plain === 'string' ? clipped(plain) : null,
  };
}

function clipped(text: string): string {
  return text.length > LONGEST_OUTPUT ? text.slice(0, LONGEST_OUTPUT) : text;
}
