/** An editor for tests: it speaks LSP 3.17 with the built `sluice lsp`, as an editor with notebooks does. It asserts nothing. */

import { type ChildProcess, spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import {
  type CodeAction,
  type CodeLens,
  createProtocolConnection,
  type Diagnostic,
  NotebookCellKind,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type WorkspaceEdit,
} from 'vscode-languageserver/node.js';
import { builtFile } from '../../instrument/index.ts';

/** A cell of the editor. */
export interface EditedCell {
  readonly uri: string;
  readonly language: string;
  text: string;
  version: number;
  count: number | null;
}

/** The editor with one notebook. */
export class Editor {
  readonly process: ChildProcess;
  readonly connection: ProtocolConnection;
  readonly cells: EditedCell[] = [];
  readonly #diagnostics = new Map<string, readonly Diagnostic[]>();
  #heard: (() => void)[] = [];
  #uri = '';
  #version = 1;

  constructor(args: readonly string[] = []) {
    this.process = spawn(process.execPath, [builtFile('runtime/cli/main.js'), 'lsp', '--stdio', ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.connection = createProtocolConnection(
      new StreamMessageReader(this.process.stdout!),
      new StreamMessageWriter(this.process.stdin!),
    );
    this.connection.onNotification('textDocument/publishDiagnostics', (given) => {
      const { uri, diagnostics } = given as {
        readonly uri: string;
        readonly diagnostics: readonly Diagnostic[];
      };
      this.#diagnostics.set(uri, diagnostics);
      const heard = this.#heard;
      this.#heard = [];
      for (const each of heard) each();
    });
    this.connection.onRequest('workspace/codeLens/refresh', () => null);
    this.connection.listen();
  }

  /** Introduces itself; returns the server's answer. */
  async start(): Promise<{ readonly serverInfo: { readonly name: string; readonly version: string } }> {
    const answer = await this.connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities: {
        notebookDocument: { synchronization: {} },
        workspace: { codeLens: { refreshSupport: true } },
      },
    });
    await this.connection.sendNotification('initialized', {});
    return answer as never;
  }

  /** Opens a notebook of code cells. `counts`: their execution counts. */
  async open(
    path: string,
    sources: readonly string[],
    counts: readonly (number | null)[] = [],
  ): Promise<void> {
    this.#uri = pathToFileURL(path).href;
    for (const [i, text] of sources.entries()) {
      const uri = `vscode-notebook-cell:${path}#c${i}`;
      this.cells.push({ uri, language: 'python', text, version: 1, count: counts[i] ?? null });
    }
    await this.connection.sendNotification('notebookDocument/didOpen', {
      notebookDocument: {
        uri: this.#uri,
        notebookType: 'jupyter-notebook',
        version: this.#version,
        metadata: {},
        cells: this.cells.map((cell, i) => this.#cell(cell, `c${i}`)),
      },
      cellTextDocuments: this.cells.map(({ uri, language, version, text }) => ({
        uri,
        languageId: language,
        version,
        text,
      })),
    });
  }

  /** Opens a script; it counts as a cell of the editor. */
  async openScript(path: string, text: string): Promise<void> {
    const uri = pathToFileURL(path).href;
    this.cells.push({ uri, language: 'python', text, version: 1, count: null });
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'python', version: 1, text },
    });
  }

  /** Replaces the text of a script. */
  async typeScript(at: number, text: string): Promise<void> {
    const cell = this.cells[at]!;
    cell.text = text;
    cell.version += 1;
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: cell.uri, version: cell.version },
      contentChanges: [{ text }],
    });
  }

  /** Replaces the text of a cell. */
  async type(at: number, text: string): Promise<void> {
    const cell = this.cells[at]!;
    cell.text = text;
    cell.version += 1;
    await this.#change({
      cells: { textContent: [{ document: { uri: cell.uri, version: cell.version }, changes: [{ text }] }] },
    });
  }

  /** Notes a run of a cell. */
  async ran(at: number, count: number): Promise<void> {
    const cell = this.cells[at]!;
    cell.count = count;
    await this.#change({ cells: { data: [this.#cell(cell, `c${at}`)] } });
  }

  /** Deletes a cell. */
  async delete(at: number): Promise<void> {
    const [cell] = this.cells.splice(at, 1);
    await this.#change({
      cells: { structure: { array: { start: at, deleteCount: 1 }, didClose: [{ uri: cell!.uri }] } },
    });
  }

  close(): Promise<void> {
    return this.connection.sendNotification('notebookDocument/didClose', {
      notebookDocument: { uri: this.#uri },
      cellTextDocuments: this.cells.map(({ uri }) => ({ uri })),
    });
  }

  /** The diagnostics of a cell at present. */
  diagnostics(at: number): readonly Diagnostic[] {
    return this.#diagnostics.get(this.cells[at]!.uri) ?? [];
  }

  /** Waits until diagnostics are as wanted. */
  async until(isReached: () => boolean): Promise<void> {
    while (!isReached()) await new Promise<void>((resolve) => this.#heard.push(resolve));
  }

  /** Asks about a position: the first occurrence of a text in a cell. */
  ask<T>(method: string, at: number, word: string, more: object = {}): Promise<T> {
    const { uri, text } = this.cells[at]!;
    const before = text.slice(0, text.indexOf(word)).split('\n');
    const position = { line: before.length - 1, character: before.at(-1)!.length };
    return this.connection.sendRequest(`textDocument/${method}`, {
      textDocument: { uri },
      position,
      ...more,
    });
  }

  /** The lenses of a cell. */
  lenses(at: number): Promise<readonly CodeLens[]> {
    return this.connection.sendRequest('textDocument/codeLens', {
      textDocument: { uri: this.cells[at]!.uri },
    });
  }

  /** The fixes for the diagnostics of a cell. */
  fixes(at: number): Promise<readonly CodeAction[]> {
    return this.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri: this.cells[at]!.uri },
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
      context: { diagnostics: this.diagnostics(at) },
    });
  }

  /** The texts of all cells after an edit. */
  after({ changes = {} }: WorkspaceEdit): string[] {
    return this.cells.map(({ uri, text }) => {
      const lines = text.split('\n');
      const offset = ({ line, character }: { readonly line: number; readonly character: number }) =>
        lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
      return (changes[uri] ?? [])
        .map(({ range, newText }) => [offset(range.start), offset(range.end), newText] as const)
        .sort(([a], [b]) => b - a)
        .reduce((all, [from, to, newText]) => all.slice(0, from) + newText + all.slice(to), text);
    });
  }

  /** Ends the server; returns its exit code. */
  async end(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.process.on('exit', resolve));
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    return ended;
  }

  #change(change: object): Promise<void> {
    this.#version += 1;
    return this.connection.sendNotification('notebookDocument/didChange', {
      notebookDocument: { uri: this.#uri, version: this.#version },
      change,
    });
  }

  #cell({ uri, count }: EditedCell, id: string): object {
    const summary = count === null ? {} : { executionSummary: { executionOrder: count, success: true } };
    return { kind: NotebookCellKind.Code, document: uri, metadata: { id }, ...summary };
  }
}
