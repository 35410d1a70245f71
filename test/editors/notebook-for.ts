/** The text of a notebook for an editor, with the name of its kernel. */

/** Code cells with the ids `c1`, `c2`, … `kernel`: the name of a kernelspec. */
export function notebookFor(kernel: string, sources: readonly string[]): string {
  const cells = sources.map((source, at) => ({
    cell_type: 'code',
    id: `c${at + 1}`,
    source,
    metadata: {},
    outputs: [],
    execution_count: null,
  }));
  const kernelspec = { name: kernel, display_name: kernel, language: 'python' };
  const metadata = { kernelspec, language_info: { name: 'python', version: '3.11' } };
  return JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 });
}
