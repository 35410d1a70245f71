/** The extension of VS Code: the kernel "Sluice", commands, states of cells, and the language server. */

import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node.js';
import { endServers } from './address.ts';
import { CellStatus } from './cell-status.ts';
import { languageClient, staleCells } from './language-client.ts';
import { LitSlice } from './lit-slice.ts';
import { LiveNotebook } from './live-notebook.ts';

const TYPE = 'jupyter-notebook';

let client: LanguageClient | null = null;

export function activate(context: vscode.ExtensionContext): void {
  const live = new Map<vscode.NotebookDocument, LiveNotebook>();
  const status = new CellStatus((cell) => live.get(cell.notebook)?.viewOf(cell) ?? null);
  const slice = new LitSlice();
  const lightSlice = () => {
    const editor = vscode.window.activeNotebookEditor;
    void slice.show(editor, (editor && live.get(editor.notebook)) ?? null);
  };
  const controller = vscode.notebooks.createNotebookController('sluice', TYPE, 'Sluice');
  controller.description = 'states of cells, slices, reactive runs';
  controller.supportedLanguages = ['python', 'raw'];
  controller.supportsExecutionOrder = true;

  const notebookOf = (document: vscode.NotebookDocument): LiveNotebook => {
    const known = live.get(document);
    if (known !== undefined) return known;
    const opened = new LiveNotebook(document, controller, () => {
      status.changed();
      if (vscode.window.activeNotebookEditor?.notebook === document) lightSlice();
    });
    live.set(document, opened);
    return opened;
  };
  const forget = (document: vscode.NotebookDocument) => {
    live.get(document)?.close();
    live.delete(document);
    status.changed();
  };
  controller.executeHandler = (cells, document) => shown(notebookOf(document).run(cells));
  controller.interruptHandler = (document) => shown(notebookOf(document).say({ op: 'interrupt' }));
  controller.onDidChangeSelectedNotebooks(({ notebook, selected }) => {
    if (selected) void shown(notebookOf(notebook).open());
    else forget(notebook);
  });

  const current = () => vscode.window.activeNotebookEditor?.notebook ?? null;
  const commands: Readonly<Record<string, (cell?: vscode.NotebookCell) => unknown>> = {
    runStale: () => {
      const document = current();
      if (document === null) return;
      const known = live.get(document);
      return known === undefined ? runStaleElsewhere(document) : known.say({ op: 'run-stale' });
    },
    reactive: async () => {
      const known = liveNotebook();
      await known.say({ op: 'mode', mode: known.isReactive ? 'lazy' : 'reactive' });
      vscode.window.setStatusBarMessage(`Sluice: reactive mode is ${known.isReactive ? 'off' : 'on'}`, 4000);
    },
    restart: () => liveNotebook().say({ op: 'restart' }),
    gather: (cell) => openScript(liveNotebook(), cell ?? selectedCell()),
    why: (cell) => showWhy(liveNotebook(), cell ?? selectedCell()),
    openPage: () => vscode.env.openExternal(vscode.Uri.parse(liveNotebook().page ?? '')),
  };
  const liveNotebook = (): LiveNotebook => {
    const document = current();
    const known = document && live.get(document);
    if (!known) throw new Error('choose the kernel “Sluice” for this notebook first');
    return known;
  };
  context.subscriptions.push(
    controller,
    vscode.notebooks.registerNotebookCellStatusBarItemProvider(TYPE, status),
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`sluice.${name}`, (cell?: vscode.NotebookCell) =>
        shown((async () => run(cell))()),
      ),
    ),
    vscode.workspace.onDidChangeNotebookDocument(({ notebook, contentChanges, cellChanges }) => {
      if (contentChanges.length > 0 || cellChanges.some(({ document }) => document !== undefined))
        live.get(notebook)?.edited();
    }),
    vscode.workspace.onDidCloseNotebookDocument(forget),
    vscode.window.onDidChangeNotebookEditorSelection(lightSlice),
    vscode.window.onDidChangeVisibleTextEditors(lightSlice),
    { dispose: () => [...live.keys()].forEach(forget) },
  );
  client = languageClient();
  void client.start().catch(() => {
    // the client has said that the command is missing
  });
}

export async function deactivate(): Promise<void> {
  endServers();
  await client?.stop();
}

/** Runs what is stale of a notebook with another kernel, by the ordinary command. */
async function runStaleElsewhere(document: vscode.NotebookDocument): Promise<void> {
  if (client === null) return;
  const ranges = (await staleCells(client, document)).map(({ index }) => ({ start: index, end: index + 1 }));
  if (ranges.length === 0) vscode.window.setStatusBarMessage('Sluice: no cell has to run again', 4000);
  else await vscode.commands.executeCommand('notebook.cell.execute', { ranges, document: document.uri });
}

function selectedCell(): vscode.NotebookCell {
  const editor = vscode.window.activeNotebookEditor;
  if (editor === undefined) throw new Error('open a notebook first');
  return editor.notebook.cellAt(editor.selection.start);
}

async function openScript(live: LiveNotebook, cell: vscode.NotebookCell): Promise<void> {
  const of = { type: 'cell', cell: live.idOf(cell) } as const;
  const { script } = await live.ask((line) =>
    line.ask({ ask: 'gather', of, level: 'statement', run: 'not' }),
  );
  const opened = await vscode.workspace.openTextDocument({ language: 'python', content: script });
  await vscode.window.showTextDocument(opened, vscode.ViewColumn.Beside);
}

/** Lists the reasons of a cell's state, and the cells that it needs; a chosen cell is shown. */
async function showWhy(live: LiveNotebook, cell: vscode.NotebookCell): Promise<void> {
  const of = { type: 'cell', cell: live.idOf(cell) } as const;
  const reasons = (live.viewOf(cell)?.reasons ?? []).map((label) => ({ label, cell }));
  const needed = await live
    .ask((line) => line.ask({ ask: 'slice', of, direction: 'backward', level: 'cell' }))
    .then(({ cells }) => live.cellsOf(cells).filter((other) => other !== cell))
    .catch(() => []);
  const items = needed.map((other) => {
    const label = `needs cell ${other.index + 1}: ${other.document.lineAt(0).text}`;
    return { label, cell: other };
  });
  const all = [...reasons, ...items];
  if (all.length === 0) all.push({ label: 'up to date, and needs no other cell', cell });
  const chosen = await vscode.window.showQuickPick(all, { title: 'Sluice: why?' });
  if (chosen === undefined) return;
  const { index } = chosen.cell;
  const range = new vscode.NotebookRange(index, index + 1);
  vscode.window.activeNotebookEditor?.revealRange(
    range,
    vscode.NotebookEditorRevealType.InCenterIfOutsideViewport,
  );
}

/** Shows the error of an action. */
async function shown(action: Promise<unknown>): Promise<void> {
  try {
    await action;
  } catch (error) {
    void vscode.window.showErrorMessage(`Sluice: ${error instanceof Error ? error.message : error}`);
  }
}
