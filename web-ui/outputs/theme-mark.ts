/** Marks the body of a frame with the page's theme as JupyterLab does, because libraries look for this mark when they draw. */

/** Sets the mark, now and whenever the theme changes. */
export function markTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const mark = (): void => {
    document.body.dataset.jpThemeLight = String(!dark.matches);
  };
  dark.addEventListener('change', mark);
  mark();
}
