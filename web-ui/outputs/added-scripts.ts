/**
 * Waits for scripts that outputs add to the document, as Bokeh adds its library from a server, before the
 * next output, which needs the library, is drawn. It does not watch scripts inside outputs: the code that
 * draws an output waits for them.
 */

/** The limit of the wait for a server that does not answer. */
const LOAD_MS = 10_000;

const loading = new Set<Node>();
let resume: (() => void) | null = null;

const watcher = new MutationObserver(note);

/** Begins to watch the head and the body of the document. */
export function watchAddedScripts(): void {
  for (const element of [document.head, document.body]) watcher.observe(element, { childList: true });
}

/** Resolves when every added script has loaded or failed, including scripts added by loaded ones. */
export function addedScriptsLoaded(): Promise<void> {
  note(watcher.takeRecords());
  if (loading.size === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(limit);
      loading.clear();
      resume = null;
      resolve();
    };
    const limit = setTimeout(end, LOAD_MS);
    resume = end;
  });
}

function note(records: readonly MutationRecord[]): void {
  for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (!(node instanceof HTMLScriptElement) || node.src === '') continue;
    loading.add(node);
    for (const event of ['load', 'error']) node.addEventListener(event, () => settle(node));
  }
}

function settle(script: Node): void {
  // the script, or its own later `onload`, can add another
  setTimeout(() => {
    note(watcher.takeRecords());
    loading.delete(script);
    if (loading.size === 0) resume?.();
  });
}
