/** Starts `sluice lsp`, and asks the cells to run of a notebook with another kernel. */

import type * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node.js';
import { IS_WINDOWS, sluiceCommand } from './address.ts';

/** The client, which has to be started. */
export function languageClient(): LanguageClient {
  const command = IS_WINDOWS ? `"${sluiceCommand()}"` : sluiceCommand();
  const server = { command, args: ['lsp'], transport: TransportKind.stdio, options: { shell: IS_WINDOWS } };
  return new LanguageClient('sluice', 'Sluice', server, {
    documentSelector: [{ notebook: 'jupyter-notebook', language: 'python' }, { language: 'python' }],
  });
}

/** The cells to run until all are up to date, by their texts and the runs so far, in order. */
export async function staleCells(
  client: LanguageClient,
  notebook: vscode.NotebookDocument,
): Promise<vscode.NotebookCell[]> {
  const asked = { command: 'sluice.staleCells', arguments: [notebook.uri.toString()] };
  const found = await client.sendRequest<readonly string[]>('workspace/executeCommand', asked);
  const cells = new Map(notebook.getCells().map((cell) => [cell.document.uri.toString(), cell]));
  return found.flatMap((uri) => cells.get(uri) ?? []);
}
