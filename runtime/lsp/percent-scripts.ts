/** Open Python files in the percent format (`# %%`), as notebooks of one document. Other Python files are none of them. */

import { type Connection, TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type Cell, isPercent, parsePercent, percentSource } from '../documents/index.ts';
import { keptCell, type OpenCell, type OpenNotebook, type OpenNotebooks, pathOf } from './open-notebook.ts';

/** The scripts. */
export class PercentScripts implements OpenNotebooks {
  readonly #documents = new TextDocuments(TextDocument);
  readonly #known = new Map<string, OpenNotebook>();

  /** Calls `changed` after each change of a script, and `closed` with its last state. */
  constructor(changed: (notebook: OpenNotebook) => void, closed: (notebook: OpenNotebook) => void) {
    const close = (uri: string): void => {
      const known = this.#known.get(uri);
      this.#known.delete(uri);
      if (known !== undefined) closed(known);
    };
    this.#documents.onDidChangeContent(({ document }) => {
      const { uri, languageId } = document;
      const text = document.getText();
      if (languageId !== 'python' || !isPercent(text)) return close(uri);
      const notebook = this.#take(document);
      this.#known.set(uri, notebook);
      changed(notebook);
    });
    this.#documents.onDidClose(({ document: { uri } }) => close(uri));
  }

  listen(connection: Connection): void {
    this.#documents.listen(connection);
  }

  all = (): OpenNotebook[] => [...this.#known.values()];

  notebookOf(uri: string): OpenNotebook | null {
    return this.#known.get(uri) ?? null;
  }

  #take(document: TextDocument): OpenNotebook {
    const { uri, version } = document;
    const text = document.getText().replaceAll('\r\n', '\n');
    const lines = TextDocument.create(uri, document.languageId, version, text);
    const { cells: found, header, metadata } = parsePercent(text);
    const before = new Map(this.#known.get(uri)?.cells.map(({ cell }) => [cell.id, cell]));
    const written = (source: string): string => percentSource(source, text.slice(0, header));
    const cells = found.map(({ type, source, metadata: own, from, body }, at): OpenCell => {
      const id = `cell-${at + 1}`;
      const cell: Cell =
        type === 'code'
          ? { type, id, source, metadata: own, executionCount: null, outputs: [] }
          : { type, id, source, metadata: own };
      // `%%bash` stands in the line of the marker
      const { line: firstLine } = lines.positionAt(type === 'code' && source.startsWith('%%') ? from : body);
      return { uri, firstLine, cell: keptCell(before.get(id), cell), written, ran: null };
    });
    return { uri, path: pathOf(uri), version, cells, metadata };
  }
}
