/** Style sheets loaded on demand. */

const loaded = new Set<string>();

/** Loads a style sheet of the build, once. */
export function loadStyle(name: 'math' | 'widgets'): void {
  if (loaded.has(name)) return;
  loaded.add(name);
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = `/assets/${name}.css`;
  document.head.append(link);
}
