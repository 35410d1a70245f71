/** A placed diagram as the text of a self-contained SVG, for light and dark pages. Arrows under the pointer show their reason. */
import {
  nodeText,
  PADDING,
  type PlacedArrow,
  type PlacedDiagram,
  type PlacedStack,
  ROW_HEIGHT,
} from './lay-out.ts';

const STYLE = `
  svg { background: #fff; font-family: ui-monospace, Menlo, Consolas, monospace; }
  .node rect { fill: #f5f7fa; stroke: #57606a; }
  .node text { fill: #1f2328; font-size: 12px; }
  .alone rect { stroke-dasharray: 2 3; }
  .arrow path { fill: none; stroke: #57606a; stroke-width: 1.2; }
  .arrow .head { fill: #57606a; stroke: none; }
  .arrow text { fill: #0a4a8f; font-size: 10px; text-anchor: middle; paint-order: stroke; stroke: #fff; stroke-width: 3px; }
  .unsure path { stroke-dasharray: 5 4; }
  .seen path { stroke: #1a7f37; }
  @media (prefers-color-scheme: dark) {
    svg { background: #0d1117; }
    .node rect { fill: #161b22; stroke: #8b949e; }
    .node text { fill: #e6edf3; }
    .arrow path { stroke: #8b949e; }
    .arrow .head { fill: #8b949e; }
    .arrow text { fill: #79c0ff; stroke: #0d1117; }
    .seen path { stroke: #3fb950; }
  }
`;

/** The text. `title`: the title of the picture. */
export function svgOf({ stacks, arrows, width, height }: PlacedDiagram, title: string): string {
  const size = `width="${Math.ceil(width)}" height="${Math.ceil(height)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}</style>`,
    '<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">' +
      '<g class="arrow"><path class="head" d="M0,0L8,4L0,8z"/></g></marker></defs>',
    ...arrows.map(arrowSvg),
    ...arrows.map(labelSvg),
    ...stacks.map(stackSvg),
    '</svg>',
  ].join('\n');
}

function arrowSvg(arrow: PlacedArrow): string {
  const why = arrow.why.length === 0 ? 'through other cells' : arrow.why.join('\n');
  return `<g class="${arrowClass(arrow)}"><title>${escaped(why)}</title><path d="${arrow.path}" marker-end="url(#head)"/></g>`;
}

/** Labels stand over all arrows. */
function labelSvg({ text, x, y }: PlacedArrow): string {
  return text === ''
    ? ''
    : `<g class="arrow"><text x="${x}" y="${Math.round(y + 3)}">${escaped(text)}</text></g>`;
}

function stackSvg({ rows, x, y, width, height, isAlone }: PlacedStack): string {
  const lines = rows.map(({ label }, row) => {
    const place = `x="${x + PADDING}" y="${y + (row + 1) * ROW_HEIGHT - 3}"`;
    return `<g><title>${escaped(label)}</title><text ${place} xml:space="preserve">${escaped(nodeText(label))}</text></g>`;
  });
  const box = `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4"/>`;
  return `<g class="node${isAlone ? ' alone' : ''}">${box}${lines.join('')}</g>`;
}

function arrowClass({ certain, observed }: PlacedArrow): string {
  return `arrow${certain || observed ? '' : ' unsure'}${observed ? ' seen' : ''}`;
}

/** XML has no form at all for control characters. */
function escaped(text: string): string {
  const plain = Array.from(text, (char) => (char < ' ' && char !== '\n' && char !== '\t' ? '�' : char)).join(
    '',
  );
  return plain.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
