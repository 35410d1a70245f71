/**
 * Draws outputs of the type `application/geo+json` as a map without a background: points and outlines.
 * To use it, copy this file to the folder `extensions` in SLUICE_HOME (docs/extending.md).
 */

const SVG = 'http://www.w3.org/2000/svg';

/** @type {import('../../docs/extension-api.d.ts').Activate} */
export function activate(sluice) {
  sluice.addRenderer('application/geo+json', (data, element) => {
    const lines = linesOf(data);
    const points = lines.flat();
    if (points.length === 0) throw new Error('the data has no coordinates');
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
    const size = Math.max(right - left, top - bottom) || 1;
    const svg = document.createElementNS(SVG, 'svg');
    const [wide, high] = [right - left, top - bottom].map((extent) => (100 * extent) / size);
    svg.setAttribute('viewBox', `-2 -2 ${wide + 4} ${high + 4}`);
    svg.style.maxWidth = '360px';
    svg.style.maxHeight = '360px';
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', `A map of ${points.length} points`);
    const place = ([x, y]) => [(100 * (x - left)) / size, (100 * (top - y)) / size];
    for (const line of lines) {
      const isPoint = line.length === 1;
      const shape = document.createElementNS(SVG, isPoint ? 'circle' : 'polyline');
      if (isPoint) {
        const [x, y] = place(line[0]);
        for (const [name, value] of Object.entries({ cx: x, cy: y, r: 1, fill: 'currentColor' }))
          shape.setAttribute(name, String(value));
      } else {
        shape.setAttribute('points', line.map((point) => place(point).join(',')).join(' '));
        shape.setAttribute('fill', 'none');
        shape.setAttribute('stroke', 'currentColor');
        shape.setAttribute('stroke-width', '0.5');
      }
      svg.append(shape);
    }
    element.append(svg);
  });
}

/** The lines of coordinates in a geometry, a feature or a collection; a point is a line of one. */
function linesOf({ type, features = [], geometry, geometries = [], coordinates }) {
  switch (type) {
    case 'FeatureCollection':
      return features.flatMap(linesOf);
    case 'GeometryCollection':
      return geometries.flatMap(linesOf);
    case 'Feature':
      return geometry === null ? [] : linesOf(geometry);
    case 'Point':
      return [[coordinates]];
    case 'MultiPoint':
      return coordinates.map((point) => [point]);
    case 'LineString':
      return [coordinates];
    case 'MultiLineString':
    case 'Polygon':
      return coordinates;
    case 'MultiPolygon':
      return coordinates.flat();
    default:
      return [];
  }
}
