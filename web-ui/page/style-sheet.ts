/** Style sheets loaded on demand. */

const loaded = new Map<string, Promise<void>>();

/** Loads a style sheet of the build, once; resolves when it counts, or cannot be loaded. */
export function loadStyle(name: 'math' | 'widgets' | 'terminal'): Promise<void> {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = `/assets/${name}.css`;
  const isThere = new Promise<void>((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => resolve();
  });
  loaded.set(name, isThere);
  document.head.append(link);
  return isThere;
}
