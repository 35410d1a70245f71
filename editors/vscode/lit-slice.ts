/** Lights the lines that the selected cell needs. */

import * as vscode from 'vscode';
import type { LiveNotebook } from './live-notebook.ts';

/** The lights. */
export class LitSlice {
  readonly #decoration = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'),
    overviewRulerColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'),
  });
  #asked = 0;

  /** Lights the slice of the selected cell of the active notebook. */
  async show(editor: vscode.NotebookEditor | undefined, live: LiveNotebook | null): Promise<void> {
    this.#asked += 1;
    const mine = this.#asked;
    const isWanted = vscode.workspace.getConfiguration('sluice').get('lightSlices', true);
    const cell = editor && isWanted ? editor.notebook.cellAt(editor.selection.start) : null;
    const isRun = cell && live?.viewOf(cell)?.exec != null;
    const found =
      cell && live && isRun
        ? await live
            .ask((line) => {
              const of = { type: 'cell', cell: live.idOf(cell) } as const;
              return line.ask({ ask: 'slice', of, direction: 'backward', level: 'statement' });
            })
            .catch(() => null)
        : null;
    if (mine !== this.#asked) return;
    const lines = new Map<string, vscode.Range[]>();
    for (const [id, spans] of Object.entries(found?.lines ?? {})) {
      const [owner] = live?.cellsOf([id]) ?? [];
      if (owner === undefined) continue;
      const ranges = spans.map(([from, to]) => new vscode.Range(from - 1, 0, to - 1, 0));
      lines.set(owner.document.uri.toString(), ranges);
    }
    for (const shown of vscode.window.visibleTextEditors) {
      if (shown.document.uri.scheme !== 'vscode-notebook-cell') continue;
      shown.setDecorations(this.#decoration, lines.get(shown.document.uri.toString()) ?? []);
    }
  }
}
