/**
 * Keeps the open notebooks equal to the editor's (LSP 3.17, notebook documents). The editor sends no outputs,
 * so those of the file count for cells with the same text.
 */

import {
  type Connection,
  type NotebookCell,
  NotebookCellKind,
  type NotebookDocument,
  NotebookDocuments,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type Cell, readNotebook } from '../documents/index.ts';
import type { JsonObject } from '../kernel/index.ts';
import { SluiceError } from '../words/index.ts';
import { keptCell, type OpenCell, type OpenNotebook, type OpenNotebooks, pathOf } from './open-notebook.ts';

/** What is known of a cell beyond the editor's messages. */
interface KnownCell {
  readonly cell: Cell;
  /** The number of the last run, and the text then. */
  readonly count: number | null;
  readonly ran: string | null;
}

interface Known {
  readonly notebook: OpenNotebook;
  readonly cells: ReadonlyMap<string, KnownCell>;
  readonly saved: ReadonlyMap<string, Cell>;
}

/** The notebooks. */
export class SynchronizedNotebooks implements OpenNotebooks {
  readonly #documents = new NotebookDocuments(TextDocument);
  readonly #known = new Map<string, Known>();

  /** Calls `changed` after each change of a notebook, and `closed` with its last state. */
  constructor(changed: (notebook: OpenNotebook) => void, closed: (notebook: OpenNotebook) => void) {
    const take = (document: NotebookDocument, saved?: Known['saved']): void => {
      const known = this.#take(document, saved ?? this.#known.get(document.uri)?.saved ?? new Map());
      this.#known.set(document.uri, known);
      changed(known.notebook);
    };
    this.#documents.onDidOpen((document) => take(document, savedCells(pathOf(document.uri))));
    this.#documents.onDidSave((document) => take(document, savedCells(pathOf(document.uri))));
    this.#documents.onDidChange(({ notebookDocument }) => take(notebookDocument));
    this.#documents.onDidClose(({ uri }) => {
      const known = this.#known.get(uri);
      this.#known.delete(uri);
      if (known !== undefined) closed(known.notebook);
    });
  }

  listen(connection: Connection): void {
    this.#documents.listen(connection);
  }

  all = (): OpenNotebook[] => [...this.#known.values()].map(({ notebook }) => notebook);

  notebookOf(uri: string): OpenNotebook | null {
    const document = this.#documents.findNotebookDocumentForCell(uri);
    return (document && this.#known.get(document.uri)?.notebook) ?? null;
  }

  #take(document: NotebookDocument, saved: Known['saved']): Known {
    const before = this.#known.get(document.uri);
    const cells = new Map<string, KnownCell>();
    const open = document.cells.map((given): OpenCell => {
      const known = this.#cellOf(given, before?.cells.get(given.document), saved);
      cells.set(given.document, known);
      return { uri: given.document, firstLine: 0, cell: known.cell, ran: known.ran };
    });
    const metadata = (document.metadata as JsonObject | undefined) ?? NOTHING;
    const version = (before?.notebook.version ?? 0) + 1;
    const notebook = { uri: document.uri, path: pathOf(document.uri), version, cells: open, metadata };
    return { notebook, cells, saved };
  }

  #cellOf(given: NotebookCell, before: KnownCell | undefined, saved: Known['saved']): KnownCell {
    const document = this.#documents.getCellTextDocument(given);
    const source = document?.getText().replaceAll('\r\n', '\n') ?? '';
    const id = idOf(given);
    const isCode = given.kind === NotebookCellKind.Code && document?.languageId === 'python';
    const type = isCode ? 'code' : given.kind === NotebookCellKind.Code ? 'raw' : 'markdown';
    const same = saved.get(id);
    const kept = same?.type === 'code' && same.source === source ? same : null;
    const count =
      given.executionSummary?.executionOrder ??
      (before === undefined ? (kept?.executionCount ?? null) : before.count);
    const ran = count === null ? null : before?.count === count ? before.ran : source;
    const cell: Cell =
      type === 'code'
        ? { type, id, source, metadata: NOTHING, executionCount: count, outputs: kept?.outputs ?? [] }
        : { type, id, source, metadata: NOTHING };
    return { cell: keptCell(before?.cell, cell), count, ran };
  }
}

const NOTHING: JsonObject = {};

function idOf({ metadata, document }: NotebookCell): string {
  const id: unknown = (metadata as { readonly id?: unknown } | undefined)?.id;
  return typeof id === 'string' && id !== '' ? id : document;
}

/** The cells of the file, by id; empty if it cannot be read. */
function savedCells(path: string): ReadonlyMap<string, Cell> {
  try {
    return new Map(readNotebook(path).cells.map((cell) => [cell.id, cell]));
  } catch (error) {
    if (error instanceof SluiceError) return new Map();
    throw error;
  }
}
